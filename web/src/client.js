// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/**
 * An engine with the requests of docs/web.md, over any wire that carries lines: a worker or a WebSocket. If the wire breaks another takes its place.
 */

/** An answer with an error: something that the person, or this page, asked wrongly. */
export class Refusal extends Error {}

/**
 * What carries lines to an engine and back.
 * @typedef {object} Wire
 * @property {(line: string) => void} send
 * @property {() => void} close
 */

/**
 * Opens a wire. `fail` tells that it broke, and whether it is useless to try again at once.
 * @typedef {(hear: (line: string) => void, fail: (reason: string, useless?: boolean) => void) => Wire} Connect
 */

const RESTARTS = 3;
/** A WebSocket's status if the engine behind it ended, and not the server. */
const ENGINE_ENDED = 1011;

/** The memory that threads share, in pages of 64 KiB; web/build.mk has the same numbers. */
const PAGES = 512, PAGES_MAX = 16384;

/** A worker that tells what it says. @param {string} url of its script @param {any} first its first message @param {(line: string) => void} hear @param {(reason: string) => void} fail */
function newWorker(url, first, hear, fail) {
  const worker = new Worker(url);
  worker.onmessage = event => {
    if (event.data.failure) fail(event.data.failure);
    else if (event.data.line) hear(event.data.line);
  };
  worker.onerror = event => { event.preventDefault(); fail(event.message || 'the worker failed'); };
  worker.postMessage(first);
  return worker;
}

/** A wire to an engine in a worker. @param {string} url of the worker's script @param {WebAssembly.Module} module @returns {Connect} */
export function workerWire(url, module) {
  return (hear, fail) => {
    const worker = newWorker(url, { module }, hear, fail);
    return { send: line => worker.postMessage({ line }), close: () => worker.terminate() };
  };
}

/** @param {string} name @param {string | number} value */
function optionLine(name, value) { return JSON.stringify({ do: 'option', name, value }); }

/** The size of the table that several threads share, in MiB. */
const THREADS_HASH = 64;

/**
 * A wire to an engine whose threads search in workers, on a page that may share memory. If the engine does not come,
 * or fails, another wire takes its place for good.
 * @param {string} url of the worker's script @param {() => Promise<WebAssembly.Module>} load gets the engine with threads
 * @param {() => number} count how many threads are wanted: for one the other wire does @param {Connect} otherwise @returns {Connect}
 */
export function threadsWire(url, load, count, otherwise) {
  let broken = false;
  /** @type {(module: WebAssembly.Module, threads: number) => Connect} */
  const connect = (module, threads) => (hear, fail) => {
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES_MAX, shared: true });
    const failed = reason => { broken = true; fail(reason); };
    const start = index => newWorker(url, { module, memory, workers: threads, index }, hear, failed);
    const first = start(undefined), all = [first, ...Array.from({ length: threads }, (_, i) => start(i))];
    const send = line => first.postMessage({ line });
    send(optionLine('Threads', threads));
    send(optionLine('Hash', THREADS_HASH));
    return { send, close: () => { for (const worker of all) worker.terminate(); } };
  };
  return (hear, fail) => {
    const threads = count();
    if (broken || threads < 2) return otherwise(hear, fail);
    /** @type {Wire | null} */
    let wire = null;
    /** @type {string[]} what is said before the wire is up */
    const early = [];
    let closed = false;
    const use = next => {
      if (closed) return;
      const used = next(hear, fail);
      wire = used;
      for (const line of early.splice(0)) used.send(line);
    };
    load().then(module => use(connect(module, threads))).catch(() => { broken = true; use(otherwise); });
    return {
      send: line => { if (wire) wire.send(line); else early.push(line); },
      close: () => { closed = true; if (wire) wire.close(); },
    };
  };
}

/**
 * A wire to an engine behind the server that the page came from (web/serve.py).
 * @param {'engine' | 'rules'} place `engine` searches with all that the machine has @param {() => number} [count] or with so many threads, 0: all
 * @returns {Connect}
 */
export function servedWire(place, count = () => 0) {
  return (hear, fail) => {
    const socket = new WebSocket(new URL(place, location.href.split('#')[0]).href.replace(/^http/, 'ws'));
    /** @type {string[]} what is said before the wire is up */
    const early = count() ? [optionLine('Threads', count())] : [];
    let closed = false;
    socket.onopen = () => { for (const line of early.splice(0)) socket.send(line); };
    socket.onmessage = event => hear(event.data);
    socket.onclose = event => { if (!closed) fail(event.reason || 'its server does not answer', event.code !== ENGINE_ENDED); };
    return {
      send: line => { if (socket.readyState === WebSocket.CONNECTING) early.push(line); else socket.send(line); },
      close: () => { closed = true; socket.close(); },
    };
  };
}

export class Client {
  /** @param {Connect} connect @param {(reason: string, again: boolean) => void} onFailure called when a wire breaks, and whether there is another */
  constructor(connect, onFailure) {
    this.connect = connect;
    this.onFailure = onFailure;
    this.next = 1;
    this.failures = 0;
    /** @type {Map<number, {resolve: (a: any) => void, reject: (e: Error) => void, report?: (info: any) => void}>} */
    this.open = new Map();
    /** @type {Wire | null} */
    this.wire = null;
    this.start();
  }

  start() {
    /** @type {Wire} */
    const wire = this.connect(line => this.hear(line), (reason, useless) => { if (this.wire === wire) this.fail(reason, useless); });
    this.wire = wire;
  }

  /** @param {string} line */
  hear(line) {
    const answer = JSON.parse(line), waiting = this.open.get(answer.id);
    if (!waiting) return;
    if (answer.info) {
      if (waiting.report) waiting.report(answer.info);
      return;
    }
    this.failures = 0;
    this.open.delete(answer.id);
    if (answer.error !== undefined) waiting.reject(new Refusal(answer.error));
    else waiting.resolve(answer.done || answer);
  }

  /** @param {string} reason @param {boolean} [useless] */
  fail(reason, useless = false) {
    if (this.wire) this.wire.close();
    this.wire = null;
    const lost = [...this.open.values()];
    this.open.clear();
    const again = !useless && ++this.failures <= RESTARTS;
    if (again) this.start();
    this.onFailure(reason, again);
    for (const waiting of lost) waiting.reject(new Error('The engine stopped: ' + reason));
  }

  /** Begins with a new wire, as for other threads. What is asked for still is lost. */
  renew() {
    if (this.wire) this.wire.close();
    const lost = [...this.open.values()];
    this.open.clear();
    this.start();
    for (const waiting of lost) waiting.reject(new Error('The engine was started anew.'));
  }

  /**
   * @param {Record<string, any>} request
   * @param {(info: any) => void} [report] gets what a search finds on the way
   * @returns {Promise<any>}
   */
  ask(request, report) {
    const id = this.next++;
    if (!this.wire) {
      this.failures = 0;
      this.start();
    }
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject, report });
      if (this.wire) this.wire.send(JSON.stringify({ ...request, id }));
    });
  }

  /** Ends a search; resolves when it has ended. */
  stop() { return this.ask({ do: 'stop' }); }
}
