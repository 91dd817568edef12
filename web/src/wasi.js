// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The engine as WebAssembly: what it needs of a system. Without threads a search is stopped by going back to the event
 * loop and coming again (Binaryen's Asyncify); with threads it runs in other workers. Runs in a worker and under node.
 */

/** Bytes for the stack while a search is suspended, and milliseconds between suspensions. */
const STACK = 1 << 20, BREATH = 25;
/** States of Asyncify. */
const UNWINDING = 1, REWINDING = 2;
const NO_MEMORY = 'no memory for the engine';
const ERRNO_SUCCESS = 0, ERRNO_BADF = 8, ERRNO_NOSYS = 52, ERRNO_SPIPE = 70;

/**
 * An entry of web_slots (web/wasi/threads.c): its size, where its stack is named, and the state in which its thread is
 * to run.
 */
const SLOT_SIZE = 24, SLOT_STACK = 4, SLOT_READY = 2;

/** What the module needs of a system. */
class System {
  /** @param {(line: string) => void} say gets each line that the engine says */
  constructor(say) {
    this.say = say;
    this.pending = '';
    this.decoder = new TextDecoder();
    this.encoder = new TextEncoder();
    /** @type {WebAssembly.Memory} */
    this.memory = /** @type {WebAssembly.Memory} */ (/** @type {unknown} */ (null));
    /** @type {any} */
    this.exports = null;
  }

  /** @param {WebAssembly.Module} module @param {WebAssembly.Imports} imports beside those of a system */
  start(module, imports) {
    this.exports = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.system(module), ...imports })
      .exports;
  }

  view() { return new DataView(this.memory.buffer); }

  /**
   * The functions of WASI that the module asks for; all but these answer that they are not there.
   * @param {WebAssembly.Module} module
   */
  system(module) {
    /** @type {Record<string, (...args: number[]) => number>} */
    const known = {
      clock_time_get: (id, _precision, at) => {
        // The clocks of workers begin when these do.
        const milliseconds = id === 0 ? Date.now() : performance.timeOrigin + performance.now();
        this.view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
        return ERRNO_SUCCESS;
      },
      fd_write: (fd, vectors, count, written) => this.write(fd, vectors, count, written),
      fd_close: () => ERRNO_SUCCESS,
      fd_seek: () => ERRNO_SPIPE,
      fd_fdstat_get: (fd, at) => {
        if (fd > 2) return ERRNO_BADF;
        new Uint8Array(this.memory.buffer, at, 24).fill(0);
        this.view().setUint8(at, 2); // a character device
        return ERRNO_SUCCESS;
      },
      fd_prestat_get: () => ERRNO_BADF,
      proc_exit: status => { throw new Error('the engine ended with status ' + status); },
    };
    return Object.fromEntries(WebAssembly.Module.imports(module).filter(i => i.module === 'wasi_snapshot_preview1')
      .map(i => [i.name, known[i.name] || (() => ERRNO_NOSYS)]));
  }

  /** @param {number} fd @param {number} vectors @param {number} count @param {number} written */
  write(fd, vectors, count, written) {
    const view = this.view();
    let bytes = 0;
    for (let i = 0; i < count; ++i) {
      const at = view.getUint32(vectors + 8 * i, true), length = view.getUint32(vectors + 8 * i + 4, true);
      if (fd === 1)
        this.pending += this.decoder.decode(new Uint8Array(this.memory.buffer, at, length).slice(),
          { stream: true }); // shared memory is not decoded
      bytes += length;
    }
    view.setUint32(written, bytes, true);
    for (let end; (end = this.pending.indexOf('\n')) >= 0;) {
      const line = this.pending.slice(0, end);
      this.pending = this.pending.slice(end + 1);
      this.say(line);
    }
    return ERRNO_SUCCESS;
  }

  /** Writes bytes where the engine can read them. @param {Uint8Array} bytes @returns {number} their address */
  put(bytes) {
    const at = this.exports.web_buffer(bytes.length);
    if (!at) throw new Error(NO_MEMORY);
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  /** @param {string} line */
  putLine(line) { return this.put(this.encoder.encode(line + '\0')); }

  /** Chooses the rules, 'GAME:OPTION=VALUE,...', before the first line. @param {string} rules */
  setRules(rules) { this.exports.web_rules(this.putLine(rules)); }

  /** Gives the engine the network of a game; false if it is none. @param {Uint8Array} bytes @returns {boolean} */
  addNetwork(bytes) { return this.exports.web_network(this.put(bytes), bytes.length) === 0; }
}

/** An engine with one thread, the caller's. */
export class WasmEngine extends System {
  /**
   * @param {WebAssembly.Module} module @param {(line: string) => void} say gets each line that the engine says
   * @param {() => boolean} wanted is something else wanted? Ends a search
   */
  constructor(module, say, wanted = () => false) {
    super(say);
    this.wanted = wanted;
    this.last = 0;
    this.channel = new MessageChannel();
    /** @type {(() => void) | null} */
    this.wake = null;
    this.channel.port1.onmessage = () => {
      const wake = this.wake;
      this.wake = null;
      if (wake) wake();
    };
    this.start(module, { web: { poll: () => this.poll() } });
    this.memory = this.exports.memory;
    this.exports._initialize();
    this.stack = this.exports.web_buffer(STACK);
    const view = this.view();
    view.setUint32(this.stack, this.stack + 8, true);
    view.setUint32(this.stack + 4, this.stack + STACK, true);
  }

  /** Called by the search now and then: true ends it. Unwinds to let messages in. */
  poll() {
    if (this.exports.asyncify_get_state() === REWINDING) {
      this.exports.asyncify_stop_rewind();
      return this.wanted() ? 1 : 0;
    }
    if (this.wanted()) return 1;
    const now = performance.now();
    if (now - this.last < BREATH) return 0;
    this.exports.asyncify_start_unwind(this.stack);
    return 0;
  }

  /** Has a line answered; ends when the last answer to it has been said. @param {string} line */
  async run(line) {
    const at = this.putLine(line);
    this.last = performance.now();
    this.exports.web_line(at);
    while (this.exports.asyncify_get_state() === UNWINDING) {
      this.exports.asyncify_stop_unwind();
      await new Promise(resolve => {
        this.wake = () => resolve(undefined);
        this.channel.port2.postMessage(0);
      });
      this.last = performance.now();
      this.exports.asyncify_start_rewind(this.stack);
      this.exports.web_line(at);
    }
  }

  /** Lets node end. */
  close() { this.channel.port1.close(); }
}

/**
 * An engine whose threads run in workers of their own, as many as `workers`, each with a ThreadWorker on the same
 * memory.
 */
export class ThreadedEngine extends System {
  /**
   * @param {WebAssembly.Module} module @param {WebAssembly.Memory} memory @param {number} workers
   * @param {(line: string) => void} say gets what the engine says in the caller's thread
   */
  constructor(module, memory, workers, say) {
    super(say);
    this.memory = memory;
    this.start(module, { env: { memory } });
    this.exports._initialize();
    this.exports.web_workers(workers);
  }

  /** Has a line answered; a search goes on behind that. @param {string} line */
  run(line) { this.exports.web_line(this.putLine(line)); }
}

/** Runs threads of an engine, one after the other. */
export class ThreadWorker extends System {
  /**
   * @param {WebAssembly.Module} module @param {WebAssembly.Memory} memory @param {number} index of the worker, from 0
   *   on @param {(line: string) => void} say gets what the engine says in these threads
   */
  constructor(module, memory, index, say) {
    super(say);
    this.memory = memory;
    this.index = index;
    this.start(module, { env: { memory } });
  }

  /** Waits for threads and runs them. Does not return. */
  run() {
    const words = new Int32Array(this.memory.buffer), at = (this.exports.web_slots.value + SLOT_SIZE * this.index) / 4;
    for (;;) {
      const state = Atomics.load(words, at);
      if (state !== SLOT_READY) {
        Atomics.wait(words, at, state);
        continue;
      }
      this.exports.__stack_pointer.value = words[at + SLOT_STACK / 4];
      this.exports.web_thread(this.index);
    }
  }
}
