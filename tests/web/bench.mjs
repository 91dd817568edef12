// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

// Runs lines of requests on the WebAssembly build under node, as `quincunx json` does.
// Usage: node tests/web/bench.mjs build/web/quincunx.wasm < REQUESTS
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { WasmEngine } from '../../web/src/wasi.js';

const engine = new WasmEngine(new WebAssembly.Module(readFileSync(process.argv[2])), line => console.log(line));
const root = new URL('../../', import.meta.url);
for await (const line of createInterface({ input: process.stdin })) {
  // Its network first, as the page does.
  const { game } = JSON.parse(line);
  for (const folder of ['nnue/nets/', `examples/${game}/`]) {
    const file = new URL(`${folder}${game}.nnue`, root);
    if (existsSync(file)) engine.addNetwork(readFileSync(file));
  }
  await engine.run(line);
}
engine.close();
