// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** An engine in a worker, spoken to as docs/web.md says. If the worker dies, another takes its place. */

/** An answer with an error: something that the person, or this page, asked wrongly. */
export class Refusal extends Error {}

const RESTARTS = 3;

export class Client {
  /**
   * @param {string} url of the worker's script
   * @param {WebAssembly.Module} module
   * @param {(reason: string) => void} onFailure told of a worker that died
   */
  constructor(url, module, onFailure) {
    this.url = url;
    this.module = module;
    this.onFailure = onFailure;
    this.next = 1;
    this.failures = 0;
    /** @type {Map<number, {resolve: (a: any) => void, reject: (e: Error) => void, report?: (info: any) => void}>} */
    this.open = new Map();
    this.start();
  }

  start() {
    this.worker = new Worker(this.url);
    this.worker.onmessage = event => this.hear(event.data);
    this.worker.onerror = event => { event.preventDefault(); this.fail(event.message || 'the worker failed'); };
    this.worker.postMessage({ module: this.module });
  }

  /** @param {any} message */
  hear(message) {
    if (message.failure) return this.fail(message.failure);
    if (message.ready || !message.line) return undefined;
    const answer = JSON.parse(message.line);
    const waiting = this.open.get(answer.id);
    if (!waiting) return undefined;
    if (answer.info) {
      if (waiting.report) waiting.report(answer.info);
      return undefined;
    }
    this.failures = 0;
    this.open.delete(answer.id);
    if (answer.error !== undefined) waiting.reject(new Refusal(answer.error));
    else waiting.resolve(answer.done || answer);
    return undefined;
  }

  /** @param {string} reason */
  fail(reason) {
    if (this.worker) this.worker.terminate();
    this.worker = null;
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
    if (!this.worker) {
      this.failures = 0;
      this.start();
    }
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject, report });
      if (this.worker) this.worker.postMessage({ line: JSON.stringify({ ...request, id }) });
    });
  }

  /** Ends a search; resolves when it has ended. */
  stop() { return this.ask({ do: 'stop' }); }
}
