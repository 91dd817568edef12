// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * One tab a game. A tab holds the game that it plays by a lock; where the browser has no locks the tabs ask
 * each other. To take a game from another tab, a tab asks it to let go.
 */

const PREFIX = 'quincunx-game-', ANSWER_TIME = 150, LET_GO_TIME = 1500;

/**
 * Messages between tabs, with the ids of games.
 * @typedef {{from?: string, held?: string, left?: string, game?: string, asks?: boolean, takes?: boolean}} Word
 */

export class Tabs {
  /** @param {() => unknown} leaves called when another tab takes the game: keeps it */
  constructor(leaves) {
    this.leaves = leaves;
    this.id = '';
    this.self = Math.random().toString(36).slice(2);
    /** Releases the lock. @type {() => void} */
    this.open = () => {};
    try {
      this.channel = new BroadcastChannel('quincunx');
      this.channel.onmessage = event => this.hear(event.data);
    } catch {
      this.channel = null;
    }
    /** Called when a tab says that it has a game, and when it has let it go. @type {(id: string) => void} */
    this.heard = () => {};
    /** @type {(id: string) => void} */
    this.left = () => {};
  }

  /** @param {Word} message */
  hear(message) {
    if (!message || message.from === this.self) return;
    if (message.held) this.heard(message.held);
    if (message.left) this.left(message.left);
    if (!this.id || message.game !== this.id) return;
    if (message.asks || message.takes) this.tell({ held: this.id });
    if (message.takes) this.lose();
  }

  /** @param {Word} message */
  tell(message) { if (this.channel) this.channel.postMessage({ ...message, from: this.self }); }

  /** Another tab has the game now. */
  async lose() {
    const { id } = this;
    if (!id) return;
    this.id = '';
    await this.leaves();
    this.open();
    this.open = () => {};
    this.tell({ left: id });
  }

  release() {
    this.id = '';
    this.open();
    this.open = () => {};
  }

  /**
   * Takes a game; false if another tab has it.
   * @param {string} id @param {boolean} [force] take it from the other tab
   * @returns {Promise<boolean>}
   */
  async take(id, force = false) {
    if (this.id === id) return true;
    this.release();
    if (force) this.tell({ game: id, takes: true });
    const { locks } = navigator;
    const taken = locks ? await this.lock(locks, id, force).catch(() => this.askOthers(id, force))
      : await this.askOthers(id, force);
    if (taken) this.id = id;
    return taken;
  }

  /** @param {LockManager} locks @param {string} id @param {boolean} force @returns {Promise<boolean>} */
  lock(locks, id, force) {
    return new Promise((resolve, reject) => {
      let held = false;
      const hold = (/** @type {Lock | null} */ lock) => {
        resolve(Boolean(lock));
        if (!lock) return undefined;
        held = true;
        return new Promise(open => { this.open = () => open(undefined); });
      };
      const failed = (/** @type {Error} */ error) => {
        // Stolen; or the holder does not let go in time, as when the browser has put it to sleep.
        if (held) this.lose();
        else if (force && error.name !== 'SecurityError')
          locks.request(PREFIX + id, { steal: true }, hold).catch(failed);
        else reject(error);
      };
      const options = force ? { signal: AbortSignal.timeout(LET_GO_TIME) } : { ifAvailable: true };
      locks.request(PREFIX + id, options, hold).catch(failed);
    });
  }

  /** Without locks. @param {string} id @param {boolean} force */
  async askOthers(id, force) {
    if (!this.channel) return true;
    let held = false;
    this.heard = other => { if (other === id) held = true; };
    // Who has it keeps it first, so that nothing is read before it is written.
    const left = new Promise(resolve => { this.left = other => { if (other === id) resolve(undefined); }; });
    const wait = (/** @type {number} */ ms) => new Promise(resolve => setTimeout(resolve, ms));
    if (!force) this.tell({ game: id, asks: true });
    await Promise.race([left, wait(ANSWER_TIME)]);
    if (force && held) await Promise.race([left, wait(LET_GO_TIME)]);
    this.heard = this.left = () => {};
    return force || !held;
  }
}
