// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The worker's side: the module comes first, then lines; what the engine says goes back. With a shared memory the
 * engine has threads: of such workers one has the lines (no `index`), the others run the threads.
 */
import { ThreadedEngine, ThreadWorker, WasmEngine } from './wasi.js';

/** Requests that search, for which the engine wants the network of their game. */
const SEARCHES = ['search', 'bench', 'puzzle_solution'];

/** @type {WasmEngine | ThreadedEngine | null} */
let engine = null;
/** Games whose network the engine has, and who waits for the next one. @type {Set<string>} */
const equipped = new Set();
let arrived = (/** @type {ArrayBuffer | null} */ _bytes) => {};
/** @type {string[]} */
const waiting = [];
let busy = false;

async function work() {
  if (busy || !engine) return;
  busy = true;
  for (let line; (line = waiting.shift()) !== undefined;) {
    await equip(engine, line);
    await engine.run(line);
  }
  busy = false;
}

/**
 * Brings the network of the game that a line wants searched, if the page has one.
 * @param {WasmEngine | ThreadedEngine} engine @param {string} line
 */
async function equip(engine, line) {
  const { do: wish, game } = JSON.parse(line);
  if (!SEARCHES.includes(wish) || equipped.has(game)) return;
  postMessage({ wants: game });
  const bytes = await new Promise(resolve => { arrived = resolve; });
  if (!bytes) return;
  equipped.add(game);
  if (!engine.addNetwork(new Uint8Array(bytes))) postMessage({ refuses: game });
}

/** @param {unknown} reason */
function fail(reason) { postMessage({ failure: reason instanceof Error ? reason.message : String(reason) }); }

/** @param {string} line */
function say(line) { postMessage({ line }); }

/**
 * @param {{module: WebAssembly.Module, memory?: WebAssembly.Memory, workers: number, index?: number, rules: string}}
 *   message
 */
function begin({ module, memory, workers, index, rules }) {
  if (memory && index !== undefined) {
    new ThreadWorker(module, memory, index, say).run();
    return;
  }
  engine = memory ? new ThreadedEngine(module, memory, workers, say)
    : new WasmEngine(module, say, () => waiting.length > 0);
  if (rules) engine.setRules(rules);
  postMessage({ ready: true });
}

onmessage = event => {
  const message = event.data;
  try {
    if (message.module) begin(message);
  } catch (reason) {
    fail(reason);
    return;
  }
  if (message.network !== undefined) return arrived(message.network);
  // A request that waits ends a search, as any request does in the engine itself.
  if (message.line) waiting.push(message.line);
  work().catch(fail);
};
