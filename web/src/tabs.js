// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * One tab a game: a tab holds the game that it plays by a lock. To take a game from another tab, a tab asks it to let
 * go.
 */

const PREFIX = 'quincunx-game-', LET_GO_TIME = 1500;

export class Tabs {
  /** @param {() => unknown} leaves called when another tab takes the game: keeps it */
  constructor(leaves) {
    this.leaves = leaves;
    this.id = '';
    /** Releases the lock. @type {() => void} */
    this.open = () => {};
    /** Ids of games that are taken. */
    this.channel = new BroadcastChannel('quincunx');
    this.channel.onmessage = ({ data }) => { if (data === this.id) this.lose(); };
  }

  async lose() {
    if (!this.id) return;
    this.id = '';
    await this.leaves();
    this.release();
  }

  release() {
    this.id = '';
    this.open();
    this.open = () => {};
  }

  /**
   * Takes a game; false if another tab has it.
   * @param {string} id @param {boolean} [force] take it from the other tab @returns {Promise<boolean>}
   */
  async take(id, force = false) {
    if (this.id === id) return true;
    this.release();
    if (force) this.channel.postMessage(id);
    // Where a page may have no locks, revisions tell that two tabs changed a game.
    const taken = await this.lock(id, force).catch(() => true);
    if (taken) this.id = id;
    return taken;
  }

  /** @param {string} id @param {boolean} force @returns {Promise<boolean>} */
  lock(id, force) {
    return new Promise((resolve, reject) => {
      let held = false;
      const hold = (/** @type {Lock | null} */ lock) => {
        held = Boolean(lock);
        resolve(held);
        return lock ? new Promise(open => { this.open = () => open(undefined); }) : undefined;
      };
      const failed = (/** @type {Error} */ error) => {
        // Stolen; or the holder does not let go in time, as when the browser has put it to sleep.
        if (held) this.lose();
        else if (error.name === 'TimeoutError') request({ steal: true });
        else reject(error);
      };
      const request = (/** @type {LockOptions} */ options) =>
        navigator.locks.request(PREFIX + id, options, hold).catch(failed);
      request(force ? { signal: AbortSignal.timeout(LET_GO_TIME) } : { ifAvailable: true });
    });
  }
}
