// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The library of games. Two places keep it: a database (or the server that the page came from) and the browser's small
 * storage. A game goes to the first place that takes it, and is read from the one that has its newest revision. Nobody
 * overwrites what another page wrote: who saves names the revision that was read. A game that cannot be read hides no
 * other.
 */

const NO_HEAD = 'its header is damaged, or from a newer version of this page.';
const PREFIX = 'quincunx/', GAME = PREFIX + 'game/', SETTINGS = PREFIX + 'settings';

/** Is this a head as we write them? Storage can be written by anybody. @param {any} head */
export function isHead(head) {
  return Boolean(head) && typeof head.id === 'string' && Number.isInteger(head.rev) && typeof head.game === 'string'
    && Number.isFinite(head.changed)
    && typeof head.pieces === 'object' && head.pieces !== null && ['result', 'reason', 'white', 'black', 'origin']
      .every(name => typeof head[name] === 'string');
}

/** The heads among other data, and how many others there are. @param {any[]} all of any content @returns {Listing} */
function listing(all) {
  const heads = all.filter(isHead);
  return { heads, damaged: all.length - heads.length };
}

// ---- The small storage: at once, so that it serves a page that is being closed ----

/** @implements {GamePlace} */
export class SmallPlace {
  /** @param {() => Storage} storage gives it, or throws where it is forbidden */
  constructor(storage) { this.storage = storage; }
  /** @param {string} key @returns {any} */
  parse(key) {
    try {
      return JSON.parse(this.storage().getItem(key) || 'null');
    } catch {
      return null;
    }
  }
  /** @returns {Promise<Listing>} */
  async list() {
    const keys = this.keys().filter(key => key.startsWith(GAME));
    return listing(keys.map(key => this.readNow(key.slice(GAME.length))?.head));
  }
  /** None if storage is blocked. */
  keys() {
    try {
      const storage = this.storage();
      return Array.from({ length: storage.length }, (_, i) => storage.key(i) || '');
    } catch {
      return [];
    }
  }
  /** @param {string} id @returns {Kept | null} null, too, if it cannot be read */
  readNow(id) {
    const entry = this.parse(GAME + id);
    return entry && isHead(entry.head) && entry.head.id === id && entry.data ? entry : null;
  }
  /** @param {string} id */
  async read(id) {
    const entry = this.readNow(id);
    if (!entry && this.keys().includes(GAME + id)) throw new Error(NO_HEAD);
    return entry;
  }
  /**
   * One item holds all of a game, so that it is kept whole or stays as it was.
   * @param {Kept} entry @param {number} base
   */
  writeNow(entry, base) {
    const { id } = entry.head, there = this.readNow(id);
    if (there && there.head.rev > base) return there.head.rev;
    this.storage().setItem(GAME + id, JSON.stringify({ head: entry.head, data: entry.data }));
    return 0;
  }
  /** @param {Kept} entry @param {number} base */
  async write(entry, base) { return this.writeNow(entry, base); }
  /** @param {string} id @param {number} rev */
  async erase(id, rev) {
    const there = this.readNow(id);
    if (!there || there.head.rev <= rev) this.storage().removeItem(GAME + id);
  }
}

// ---- The database ----

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @implements {GamePlace} */
class DatabasePlace {
  /** @param {IDBDatabase} database */
  constructor(database) { this.database = database; }

  /** Milliseconds to wait for a database that another page blocks. */
  static async open(name = 'quincunx', patience = 3000) {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('heads', { keyPath: 'id' });
      request.result.createObjectStore('games');
    };
    const late = new Promise((_, reject) => {
      setTimeout(() => reject(new Error('the database does not answer')), patience);
    });
    const database = await Promise.race([answer(request), late]);
    database.onversionchange = () => database.close();
    return new DatabasePlace(database);
  }

  /**
   * Does something in one transaction; resolves when all of it is kept.
   * @template T @param {IDBTransactionMode} mode
   * @param {(heads: IDBObjectStore, games: IDBObjectStore) => Promise<T>} work
   */
  async run(mode, work) {
    const transaction = this.database.transaction(['heads', 'games'], mode,
      mode === 'readwrite' ? { durability: 'relaxed' } : undefined);
    const end = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = transaction.onerror = () => reject(transaction.error || new Error('the database refused'));
    });
    end.catch(() => {});
    try {
      const result = await work(transaction.objectStore('heads'), transaction.objectStore('games'));
      if (mode === 'readwrite') await end;
      return result;
    } catch (error) {
      try { transaction.abort(); } catch { /* it has ended */ }
      throw error;
    }
  }

  /** @returns {Promise<Listing>} */
  async list() {
    const [all, ids] = await this.run('readonly', (heads, games) =>
      Promise.all([answer(heads.getAll()), answer(games.getAllKeys())])), known = new Set(ids);
    // A head without its game is damaged, and a game without its head.
    const whole = all.filter(head => known.delete(head.id));
    return listing([...whole, ...Array(all.length - whole.length + known.size)]);
  }

  /** @param {string} id @returns {Promise<Kept | null>} */
  async read(id) {
    return this.run('readonly', async (heads, games) => {
      const [head, data] = await Promise.all([answer(heads.get(id)), answer(games.get(id))]);
      if ((head || data) && (!isHead(head) || !data)) throw new Error(NO_HEAD);
      return head ? { head, data } : null;
    });
  }

  /** @param {Kept} entry @param {number} base @returns {Promise<number>} */
  async write(entry, base) {
    return this.run('readwrite', async (heads, games) => {
      const there = await answer(heads.get(entry.head.id));
      if (there && there.rev > base) return there.rev;
      await Promise.all([answer(games.put(entry.data, entry.head.id)), answer(heads.put(entry.head))]);
      return 0;
    });
  }

  /** @param {string} id @param {number} rev */
  async erase(id, rev) {
    await this.run('readwrite', async (heads, games) => {
      const there = await answer(heads.get(id));
      if (!isHead(there) || there.rev <= rev) await Promise.all([answer(heads.delete(id)), answer(games.delete(id))]);
    });
  }
}

// ---- The server that the page came from ----

/** @implements {GamePlace} */
export class ServerPlace {
  /** @param {Answers} client */
  constructor(client) { this.client = client; }
  /** @returns {Promise<Listing>} */
  async list() {
    const { heads, damaged } = await this.client.ask({ do: 'list' });
    return listing([...heads, ...Array(damaged.length)]);
  }
  /** @param {string} id @returns {Promise<Kept | null>} */
  async read(id) {
    const { entry } = await this.client.ask({ do: 'read', game: id });
    return entry && isHead(entry.head) && entry.data ? entry : null;
  }
  /** @param {Kept} entry @param {number} base @returns {Promise<number>} */
  async write({ head, data }, base) {
    return (await this.client.ask({ do: 'write', entry: { head, data }, base })).conflict;
  }
  /** @param {string} id @param {number} rev */
  async erase(id, rev) { await this.client.ask({ do: 'erase', game: id, rev: Number.isFinite(rev) ? rev : null }); }
}

// ---- All together ----

export class Store {
  /**
   * @param {GamePlace[]} places the best first @param {SmallPlace} small for what must be kept at once, and for
   *   settings @param {Answers | null} [server] that keeps settings, too
   */
  constructor(places, small, server = null) {
    this.places = places;
    this.small = small;
    this.server = server;
    /** How many games the last list lacks, as they cannot be read. */
    this.damaged = 0;
    /** Why the server's settings could not be read, '' if they could. */
    this.problem = '';
    /** The settings of a page that may keep none. @type {Settings} */
    this.chosen = {};
  }

  /** What this browser has, and its server if there is one. @param {Answers | null} [server] */
  static async open(server = null) {
    const small = new SmallPlace(() => localStorage);
    /** @type {GamePlace[]} */
    const places = [small];
    try {
      places.unshift(await DatabasePlace.open());
    } catch { /* forbidden, or broken: the others serve */ }
    if (server) places.unshift(new ServerPlace(server));
    const store = new Store(places, small, server);
    await store.drain();
    await store.fetchSettings();
    return store;
  }

  /**
   * What lies in other places goes to the best one: what a page that was closed left, and what the browser kept before
   * there was a server.
   */
  async drain() {
    const [best, ...others] = this.places;
    for (const place of others) {
      const { heads } = await place.list().catch(() => ({ heads: [] }));
      for (const { id, rev } of heads) {
        try {
          const entry = await place.read(id);
          if (!entry) continue;
          await best.write(entry, rev - 1);
          await place.erase(id, rev);
        } catch { /* it stays where it is */ }
      }
    }
  }

  /** The server is there again: it gets what was kept elsewhere meanwhile. */
  async back() {
    await this.drain();
    this.keepSettings(this.settings());
  }

  /** All games, the newest first. */
  async list() {
    /** @type {Map<string, Head>} */
    const newest = new Map();
    this.damaged = 0;
    for (const place of this.places) {
      const { heads, damaged } = await place.list().catch(() => ({ heads: [], damaged: 1 }));
      this.damaged += damaged;
      for (const head of heads) {
        const known = newest.get(head.id);
        if (!known || known.rev < head.rev) newest.set(head.id, head);
      }
    }
    return [...newest.values()].sort((a, b) => b.changed - a.changed);
  }

  /**
   * A game, null if there is none. What one place cannot read another may have; if none has it, this throws.
   * @param {string} id @returns {Promise<Kept | null>}
   */
  async get(id) {
    /** @type {Kept | null} */
    let best = null;
    /** @type {Error | null} */
    let problem = null;
    for (const place of this.places) {
      const entry = await place.read(id).catch(error => { problem = error; return null; });
      if (entry && (!best || entry.head.rev > best.head.rev)) best = entry;
    }
    if (!best && problem) throw problem;
    return best;
  }

  /**
   * Keeps a game.
   * @param {Kept} entry @param {number} base the revision that was read, 0: a new game
   * @returns {Promise<{conflict: boolean, kept: boolean}>} conflict: another page wrote it; kept: is it in the library?
   */
  async put(entry, base) {
    for (const place of this.places) {
      const there = await place.read(entry.head.id).catch(() => null);
      if (there && there.head.rev > base) return { conflict: true, kept: false };
    }
    for (const place of this.places) {
      try {
        if (await place.write(entry, base)) return { conflict: true, kept: false };
      } catch {
        continue;
      }
      // Older revisions elsewhere are not needed any more.
      for (const other of this.places)
        if (other !== place) await other.erase(entry.head.id, entry.head.rev).catch(() => {});
      return { conflict: false, kept: true };
    }
    return { conflict: false, kept: false };
  }

  /** Keeps a game at once, for a page that is being closed. @param {Kept} entry @param {number} base */
  putNow(entry, base) {
    // What is sent to a server arrives, but nobody here learns it.
    if (this.server) this.places[0].write(entry, base).catch(() => {});
    try {
      return this.small.writeNow(entry, base) === 0;
    } catch {
      return false;
    }
  }

  /** Takes a game out; returns it, to be put back, null if it could not be read. @param {string} id */
  async remove(id) {
    const entry = await this.get(id).catch(() => null);
    for (const place of this.places) await place.erase(id, Infinity).catch(() => {});
    return entry;
  }

  // ---- Settings ----

  /** Of any content. @returns {Settings} */
  settings() {
    const known = this.small.parse(SETTINGS);
    return known && typeof known === 'object' && !Array.isArray(known) ? known : this.chosen;
  }

  /** @param {Settings} settings */
  keepSettings(settings) {
    this.chosen = settings;
    try {
      this.small.storage().setItem(SETTINGS, JSON.stringify(settings));
    } catch { /* a browser that keeps nothing plays all the same */ }
    if (this.server) this.server.ask({ do: 'keep_settings', settings }).catch(() => {});
  }

  /** Changes some settings. @param {Settings} part */
  choose(part) { this.keepSettings({ ...this.settings(), ...part }); }

  /** Changes a setting of one game. @param {string} section @param {string} name @param {unknown} value */
  chooseFor(section, name, value) { this.choose({ [section]: { ...this.settings()[section], [name]: value } }); }

  /** Takes over the server's settings, or gives it those of this browser. */
  async fetchSettings() {
    if (!this.server) return;
    const { settings, damaged } = await this.server.ask({ do: 'settings' })
      .catch(() => ({ settings: undefined, damaged: '' }));
    if (damaged) this.problem = damaged;
    if (settings !== undefined) this.keepSettings(settings || this.settings());
  }
}

export function newId() { return Date.now().toString(36) + Math.floor(Math.random() * 1e9).toString(36); }
