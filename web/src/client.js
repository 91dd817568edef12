// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/**
 * An engine that is spoken to as docs/web.md says, by any wire that carries lines: a worker here, and
 * what else there may be. If the wire breaks another takes its place.
 */

/** An answer with an error: something that the person, or this page, asked wrongly. */
export class Refusal extends Error {}

/**
 * What carries lines to an engine and back.
 * @typedef {object} Wire
 * @property {(line: string) => void} send
 * @property {() => void} close
 */

/** @typedef {(hear: (line: string) => void, fail: (reason: string) => void) => Wire} Connect */

const RESTARTS = 3;

/** A wire to an engine in a worker. @param {string} url of the worker's script @param {WebAssembly.Module} module @returns {Connect} */
export function workerWire(url, module) {
  return (hear, fail) => {
    const worker = new Worker(url);
    worker.onmessage = event => {
      if (event.data.failure) fail(event.data.failure);
      else if (event.data.line) hear(event.data.line);
    };
    worker.onerror = event => { event.preventDefault(); fail(event.message || 'the worker failed'); };
    worker.postMessage({ module });
    return { send: line => worker.postMessage({ line }), close: () => worker.terminate() };
  };
}

export class Client {
  /** @param {Connect} connect @param {(reason: string) => void} onFailure told of a wire that broke */
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
    const wire = this.connect(line => this.hear(line), reason => { if (this.wire === wire) this.fail(reason); });
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

  /** @param {string} reason */
  fail(reason) {
    if (this.wire) this.wire.close();
    this.wire = null;
    const lost = [...this.open.values()];
    this.open.clear();
    if (++this.failures <= RESTARTS) this.start();
    this.onFailure(reason);
    for (const waiting of lost) waiting.reject(new Error('The engine stopped: ' + reason));
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
