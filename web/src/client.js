// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Sends the requests of docs/web.md to an engine, over any wire that carries lines: a worker or a WebSocket. If the
 * wire breaks, a new one replaces it.
 */

/** An answer with an error: a wrong request of the person or of this page. */
export class Refusal extends Error {}

/** The wire broke before the answer came. */
export class Broken extends Error {}

const RESTARTS = 3;
/** The number of retries after a broken wire, and milliseconds until the next search for a server. */
const TRIES = 3, RETRY_TIME = 1000;
/** A WebSocket's status if its engine ended, not the server. */
const ENGINE_ENDED = 1011;
/** The reason if the server does not know the key. */
export const STRANGER = 'another program has its port';

/** The memory that threads share, in pages of 64 KiB; web/build.mk has the same numbers. */
const PAGES = 512, PAGES_MAX = 16384;

/**
 * A worker with its messages as lines.
 * @param {string} url of its script @param {object | null} first its first message @param {Networks} networks
 * @param {(line: string) => void} hear @param {(reason: string) => void} fail
 */
function newWorker(url, first, networks, hear, fail) {
  const worker = new Worker(url);
  worker.onmessage = ({ data: { failure, line, wants, refuses } }) => {
    if (failure) fail(failure);
    else if (line) hear(line);
    else if (wants) networks.of(wants).then(network => worker.postMessage({ network }));
    else if (refuses) networks.lost(refuses, 'it is for another version');
  };
  worker.onerror = event => { event.preventDefault(); fail(event.message || 'the worker failed'); };
  if (first) worker.postMessage(first);
  return worker;
}

/**
 * A wire to an engine in a worker, which begins while the engine is on its way.
 * @param {string} url of the worker's script @param {Promise<WebAssembly.Module>} engine @param {Networks} networks
 * @returns {Connect}
 */
export function workerWire(url, engine, networks) {
  return (hear, fail, _up, rules) => {
    const worker = newWorker(url, null, networks, hear, fail);
    engine.then(module => worker.postMessage({ module, rules }), error => fail(error.message));
    return { send: line => worker.postMessage({ line }), close: () => worker.terminate() };
  };
}

/** @param {string} name @param {string | number} value */
function optionLine(name, value) { return JSON.stringify({ do: 'option', name, value }); }

/** The size of the table that several threads share, in MiB. */
const THREADS_HASH = 64;

/**
 * A wire to an engine whose threads search in workers, on a page that may share memory. If the engine cannot be loaded,
 * or fails, another wire replaces it for good.
 * @param {string} url of the worker's script @param {() => Promise<WebAssembly.Module>} load gets the engine with
 *   threads @param {Networks} networks @param {number} threads @param {Connect} otherwise @returns {Connect}
 */
export function threadsWire(url, load, networks, threads, otherwise) {
  let broken = false;
  /** @type {(module: WebAssembly.Module) => Connect} */
  const connect = module => (hear, fail, _up, rules) => {
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES_MAX, shared: true });
    const failed = reason => { broken = true; fail(reason); };
    const start = index => newWorker(url, { module, memory, workers: threads, index, rules }, networks, hear, failed);
    const first = start(undefined), all = [first, ...Array.from({ length: threads }, (_, i) => start(i))];
    const send = line => first.postMessage({ line });
    send(optionLine('Threads', threads));
    send(optionLine('Hash', THREADS_HASH));
    return { send, close: () => { for (const worker of all) worker.terminate(); } };
  };
  return (hear, fail, up, rules) => {
    if (broken) return otherwise(hear, fail, up, rules);
    /** @type {Wire | null} */
    let wire = null;
    /** @type {string[]} what is said before the wire is up */
    const early = [];
    let closed = false;
    const use = next => {
      if (closed) return;
      const used = next(hear, fail, up, rules);
      wire = used;
      for (const line of early.splice(0)) used.send(line);
    };
    load().then(module => use(connect(module))).catch(() => { broken = true; use(otherwise); });
    return {
      send: line => { if (wire) wire.send(line); else early.push(line); },
      close: () => { closed = true; if (wire) wire.close(); },
    };
  };
}

/** @param {Uint8Array} bytes */
function hexOf(bytes) { return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join(''); }

/**
 * What shows, to whoever knows the key of the page's address and drew the nonce, that one knows the key.
 * @param {string} what @param {string} nonce
 */
async function prove(what, nonce) {
  const text = new TextEncoder(), [, key] = location.pathname.split('/');
  const hmac = await crypto.subtle.importKey('raw', text.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false,
    ['sign']);
  return hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', hmac,
    text.encode(`${what} ${location.port} ${nonce}`))));
}

/**
 * A wire to the server that the page came from (web/serve.py). Somebody else may have its port by now: nothing is said
 * before it has shown that it knows the key, and the key itself never.
 * @param {'engine' | 'rules' | 'games'} place `engine` searches with all that the machine has @returns {Connect}
 */
export function servedWire(place) {
  return (hear, fail, up, rules) => {
    const nonce = hexOf(crypto.getRandomValues(new Uint8Array(24))),
      socket = new WebSocket(`ws://${location.host}/${place}/${nonce}?rules=${encodeURIComponent(rules)}`);
    /** @type {string[]} what is said before the wire is up */
    const early = [];
    let closed = false, known = false;
    const meet = async (/** @type {string} */ line) => {
      const said = JSON.parse(line), expected = await prove('server ' + place, nonce);
      if (said.proof !== expected || typeof said.nonce !== 'string') throw new Error(STRANGER);
      const proof = await prove('client ' + place, said.nonce);
      if (closed) return;
      socket.send(proof);
      known = true;
      socket.onmessage = event => hear(event.data);
      up();
      for (const each of early.splice(0)) socket.send(each);
    };
    socket.onmessage = event => {
      socket.onmessage = null;
      meet(event.data).catch(error => { if (!closed) fail(error.message, true); });
    };
    socket.onclose = event => {
      if (!closed) fail(event.reason || 'its server does not answer', event.code !== ENGINE_ENDED);
    };
    return {
      send: line => { if (known) socket.send(line); else early.push(line); },
      close: () => { closed = true; socket.close(); },
    };
  };
}

export class Client {
  /**
   * @param {Connect} connect @param {string} rules of the engine
   * @param {{failed?: (reason: string, again: boolean) => void, back?: () => void, patient?: boolean}} [how] failed:
   *   told of a wire that broke, and whether there is another; back: a server that was gone is there again; patient:
   *   what was asked is asked again then, as may be done with what changes nothing
   */
  constructor(connect, rules, how = {}) {
    this.connect = connect;
    this.rules = rules;
    this.failed = how.failed || (() => {});
    this.back = how.back || (() => {});
    this.patient = Boolean(how.patient);
    this.next = 1;
    this.failures = 0;
    this.closed = false;
    /** Is the other end out of reach? Then the client keeps trying. */
    this.away = false;
    /** Why the last wire broke. */
    this.reason = '';
    /** @type {Map<number, Waiting>} */
    this.open = new Map();
    /** @type {Wire | null} */
    this.wire = null;
    this.start();
  }

  start() {
    /** @type {Wire} */
    const wire = this.connect(line => this.hear(line), (reason, useless) => {
      if (this.wire === wire) this.fail(reason, useless);
    }, () => { if (this.wire === wire) this.reached(); }, this.rules);
    this.wire = wire;
    for (const id of this.open.keys()) this.send(id);
  }

  /** @param {number} id of an open request */
  send(id) {
    const waiting = this.open.get(id);
    if (!waiting || !this.wire) return;
    // Without rules in a request the engine would keep the last ones; here that means the game's own.
    const { request } = waiting, rules = request.game ? { rules: request.rules ?? '' } : {};
    // People's texts have no NUL, and the engine accepts none.
    this.wire.send(JSON.stringify({ ...request, ...rules, id }, (_, value) =>
      (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value)));
  }

  reached() {
    if (!this.away) return;
    this.away = false;
    this.back();
  }

  /** @param {string} line */
  hear(line) {
    const answer = JSON.parse(line);
    // A request that could not be read is refused without its number.
    const id = answer.id === null && answer.error !== undefined ? [...this.open.keys()][0] : answer.id,
      waiting = this.open.get(id);
    if (!waiting) return;
    if (answer.info) {
      if (waiting.report) waiting.report(answer.info);
      return;
    }
    this.failures = 0;
    this.open.delete(id);
    if (answer.error !== undefined) waiting.reject(new Refusal(answer.error));
    else waiting.resolve(answer.done || answer);
  }

  /** @param {string} reason @param {boolean} [useless] */
  fail(reason, useless = false) {
    if (this.wire) this.wire.close();
    this.wire = null;
    const again = !useless && ++this.failures <= RESTARTS, told = this.away && reason === this.reason;
    this.away = useless;
    this.reason = reason;
    if (!useless || !this.patient)
      this.lose(waiting => !(this.patient && again && ++waiting.tries < TRIES), 'The engine stopped: ' + reason);
    if (useless) setTimeout(() => { if (!this.wire && !this.closed) this.start(); }, RETRY_TIME);
    else if (again) this.start();
    if (!told) this.failed(reason, again);
  }

  /** Abandons requests. @param {(waiting: Waiting) => boolean} which @param {string} why */
  lose(which, why) {
    const lost = [...this.open].filter(([, waiting]) => which(waiting));
    for (const [id] of lost) this.open.delete(id);
    for (const [, waiting] of lost) waiting.reject(new Broken(why));
  }

  /**
   * @param {Wish} request @param {(info: Found) => void} [report] gets what a search finds on the way
   * @returns {Promise<any>}
   */
  ask(request, report) {
    const id = this.next++;
    if (!this.wire && this.away && !this.patient) return Promise.reject(new Broken('It is out of reach.'));
    return new Promise((resolve, reject) => {
      this.open.set(id, { request, tries: 0, resolve, reject, report });
      if (this.wire) {
        this.send(id);
      } else if (!this.away) {
        this.failures = 0;
        this.start();
      }
    });
  }

  /** Ends a search; resolves when it has ended. */
  stop() { return this.ask({ do: 'stop' }); }

  /** Ends the engine when it has answered everything. */
  async close() {
    await this.stop().catch(() => {});
    this.closed = true;
    if (this.wire) this.wire.close();
    this.wire = null;
  }
}

/**
 * Engines by what they play: an engine has one set of rules from its start to its end. Those that were asked last are
 * kept.
 */
export class Pool {
  /** @param {Connect} connect @param {number} size @param {ConstructorParameters<typeof Client>[2]} how */
  constructor(connect, size, how) {
    this.start = rules => new Client(connect, rules, how);
    this.size = size;
    /** By their rules, the one that was asked last at the end. @type {Map<string, Client>} */
    this.clients = new Map();
    this.last = this.of('');
  }

  get away() { return [...this.clients.values()].some(client => client.away); }

  /** @param {string} rules */
  of(rules) {
    const client = this.clients.get(rules) || this.start(rules);
    this.clients.delete(rules);
    this.clients.set(rules, client);
    for (const [old, other] of [...this.clients].slice(0, -this.size)) {
      this.clients.delete(old);
      other.close();
    }
    this.last = client;
    return client;
  }

  /** @param {Wish} request @param {(info: Found) => void} [report] @returns {Promise<any>} */
  ask(request, report) {
    return this.of(request.rules ? `${request.game}:${request.rules}` : '').ask(request, report);
  }

  stop() { return this.last.stop(); }
}
