// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs lines of requests on the WebAssembly build under node, as `quincunx json` does.
// Usage: node tests/web/bench.mjs build/web/quincunx.wasm < REQUESTS
//        node tests/web/bench.mjs build/web/threads.wasm THREADS < REQUESTS
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ThreadedEngine, ThreadWorker, WasmEngine } from '../../web/src/wasi.js';

const memoryOf = () => new WebAssembly.Memory({ initial: 512, maximum: 16384, shared: true });

async function threaded(module, threads) {
  const memory = memoryOf(), say = line => console.log(line);
  const workers = Array.from({ length: threads }, (_, index) => new Worker(new URL(import.meta.url), { workerData: { module, memory, index } }));
  // A search ends behind the request; the next one would stop it.
  let ended = () => {};
  const hear = line => { say(line); if (JSON.parse(line).done || JSON.parse(line).error) ended(); };
  for (const worker of workers) worker.on('message', hear);
  const engine = new ThreadedEngine(module, memory, threads, hear);
  engine.run(JSON.stringify({ do: 'option', name: 'Threads', value: threads }));
  for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    const searched = JSON.parse(line).do === 'think' ? new Promise(resolve => { ended = resolve; }) : null;
    engine.run(line);
    await searched;
  }
  for (const worker of workers) await worker.terminate();
}

async function single(module) {
  const engine = new WasmEngine(module, line => console.log(line));
  for await (const line of createInterface({ input: process.stdin })) await engine.run(line);
  engine.close();
}

if (!isMainThread) {
  const { module, memory, index } = workerData;
  new ThreadWorker(module, memory, index, line => parentPort.postMessage(line)).run();
} else {
  const module = new WebAssembly.Module(readFileSync(process.argv[2]));
  await (process.argv[3] ? threaded(module, Number(process.argv[3])) : single(module));
}
