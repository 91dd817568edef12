// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** The worker's side: the module comes first, then lines; what the engine says goes back. */
import { WasmEngine } from './wasi.js';

/** @type {WasmEngine | null} */
let engine = null;
/** @type {string[]} */
const waiting = [];
let busy = false;

async function work() {
  if (busy || !engine) return;
  busy = true;
  for (let line; (line = waiting.shift()) !== undefined;) await engine.run(line);
  busy = false;
}

/** @param {unknown} reason */
function fail(reason) { postMessage({ failure: reason instanceof Error ? reason.message : String(reason) }); }

onmessage = event => {
  const message = event.data;
  if (message.module) {
    try {
      engine = new WasmEngine(message.module, line => postMessage({ line }), () => waiting.length > 0);
      postMessage({ ready: true });
    } catch (reason) { fail(reason); }
    return;
  }
  // A request that waits ends a search, as any request does in the engine itself.
  waiting.push(message.line);
  work().catch(fail);
};
