// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The library of games. Three places keep it, one behind the other: a database, the browser's small
 * storage, memory. A game goes to the first place that takes it, and is read from the one that has its
 * newest revision. Nobody overwrites what another page wrote: who saves names the revision that was read.
 * A game that cannot be read hides no other.
 */
/** @typedef {Kept} Entry */

/** @typedef {{heads: Head[], damaged: Damaged[]}} Listing */

/**
 * A place that keeps games. All but `write` of the small storage may wait.
 * @typedef {object} Place
 * @property {string} name
 * @property {() => Promise<Listing>} list
 * @property {(id: string) => Promise<Entry | null>} read null: there is none; throws if it cannot be read
 * @property {(entry: Entry, base: number) => Promise<number>} write 0, or the revision that stands there if it is
 *   above `base`; throws if the place is full
 * @property {(id: string, rev: number) => Promise<void>} erase what is not newer than a revision
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

/** Separates heads from other data. @param {any[]} all of any content @param {string} place @returns {Listing} */
function listing(all, place) {
  return { heads: all.filter(isHead), damaged: all.filter(each => !isHead(each))
    .map(each => ({ id: String((each && each.id) || ''), why: NO_HEAD, place })) };
}

// ---- Memory ----

/** @implements {Place} */
export class MemoryPlace {
  constructor() {
    this.name = 'memory';
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
  }
  /** @returns {Promise<Listing>} */
  async list() { return { heads: [...this.entries.values()].map(entry => entry.head), damaged: [] }; }
  /** @param {string} id */
  async read(id) { return this.entries.get(id) || null; }
  /** @param {Entry} entry @param {number} base */
  async write(entry, base) {
    const there = this.entries.get(entry.head.id);
    if (there && there.head.rev > base) return there.head.rev;
    this.entries.set(entry.head.id, entry);
    return 0;
  }
  /** @param {string} id @param {number} rev */
  async erase(id, rev) {
    const there = this.entries.get(id);
    if (there && there.head.rev <= rev) this.entries.delete(id);
  }
}

// ---- The small storage: at once, so that it serves a page that is being closed ----

/** @implements {Place} */
export class SmallPlace {
  /** @param {() => Storage} storage gives it, or throws where it is forbidden */
  constructor(storage) {
    this.name = 'storage';
    this.storage = storage;
  }
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
    const keys = this.keys().filter(key => key.startsWith(GAME)).map(key => key.slice(GAME.length)),
      entries = keys.map(id => this.readNow(id));
    return listing(entries.map((entry, i) => (entry ? entry.head : { id: keys[i] })), this.name);
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
  /** @param {string} id @returns {Entry | null} null, too, if it cannot be read */
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
   * @param {Entry} entry @param {number} base
   */
  writeNow(entry, base) {
    const { id } = entry.head, there = this.readNow(id);
    if (there && there.head.rev > base) return there.head.rev;
    this.storage().setItem(GAME + id, JSON.stringify({ head: entry.head, data: entry.data }));
    return 0;
  }
  /** @param {Entry} entry @param {number} base */
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

/** @implements {Place} */
class DatabasePlace {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.name = 'database';
    this.database = database;
  }

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
    for (const { id } of all) known.delete(id);
    return listing([...all.map(head => (ids.includes(head.id) ? head : { id: head.id })),
      ...[...known].map(id => ({ id }))], this.name);
  }

  /** @param {string} id @returns {Promise<Entry | null>} */
  async read(id) {
    return this.run('readonly', async (heads, games) => {
      const [head, data] = await Promise.all([answer(heads.get(id)), answer(games.get(id))]);
      if ((head || data) && (!isHead(head) || !data)) throw new Error(NO_HEAD);
      return head ? { head, data } : null;
    });
  }

  /** @param {Entry} entry @param {number} base @returns {Promise<number>} */
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

/** @implements {Place} */
export class ServerPlace {
  /** @param {Answers} client */
  constructor(client) {
    this.name = 'server';
    this.client = client;
  }
  /** @returns {Promise<Listing>} */
  async list() {
    const { heads, damaged } = await this.client.ask({ do: 'list' }), known = listing(heads, this.name);
    return { ...known, damaged: [...known.damaged, ...damaged.map(each => ({ ...each, place: this.name }))] };
  }
  /** @param {string} id @returns {Promise<Entry | null>} */
  async read(id) {
    const { entry } = await this.client.ask({ do: 'read', game: id });
    return entry && isHead(entry.head) && entry.data ? entry : null;
  }
  /** @param {Entry} entry @param {number} base @returns {Promise<number>} */
  async write({ head, data }, base) {
    return (await this.client.ask({ do: 'write', entry: { head, data }, base })).conflict;
  }
  /** @param {string} id @param {number} rev */
  async erase(id, rev) { await this.client.ask({ do: 'erase', game: id, rev: Number.isFinite(rev) ? rev : null }); }
}

// ---- All together ----

export class Store {
  /**
   * @param {Place[]} places the best first; the last is memory @param {SmallPlace | null} small for what must be kept
   *   at once, and for settings
   * @param {Answers | null} [server] that keeps settings, too
   */
  constructor(places, small, server = null) {
    this.places = places;
    this.small = small;
    this.server = server;
    this.memory = places[places.length - 1];
    /** What cannot be read of the library, as it was listed last. @type {Damaged[]} */
    this.damaged = [];
    /** Why settings could not be read, '' if they could. */
    this.problem = '';
    /** The settings of a page that may keep none. @type {Settings} */
    this.chosen = {};
  }

  /** What this browser has, and its server if there is one. @param {Answers | null} [server] */
  static async open(server = null) {
    const small = new SmallPlace(() => localStorage);
    /** @type {Place[]} */
    const places = [small, new MemoryPlace()];
    try {
      places.unshift(await DatabasePlace.open());
    } catch { /* forbidden, or broken: the others serve */ }
    if (server) places.unshift(new ServerPlace(server));
    const store = new Store(places, small, server);
    store.checkSettings();
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
      if (place === this.memory) continue;
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
    /** @type {Damaged[]} */
    const lost = [];
    for (const place of this.places) {
      const { heads, damaged } = await place.list().catch(error =>
        ({ heads: [], damaged: [{ id: '', why: error.message, place: place.name }] }));
      lost.push(...damaged);
      for (const head of heads) {
        const known = newest.get(head.id);
        if (!known || known.rev < head.rev) newest.set(head.id, head);
      }
    }
    this.damaged = lost;
    return [...newest.values()].sort((a, b) => b.changed - a.changed);
  }

  /**
   * A game, null if there is none. What one place cannot read another may have; if none has it, this throws.
   * @param {string} id @returns {Promise<Entry | null>}
   */
  async get(id) {
    /** @type {Entry | null} */
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
   * @param {Entry} entry @param {number} base the revision that was read, 0: a new game
   * @returns {Promise<{conflict: number, place: string}>} conflict: the revision that another page wrote, 0: kept;
   *   place: where
   */
  async put(entry, base) {
    for (const place of this.places) {
      const there = await place.read(entry.head.id).catch(() => null);
      if (there && there.head.rev > base) return { conflict: there.head.rev, place: place.name };
    }
    for (const place of this.places) {
      let conflict = 0;
      try {
        conflict = await place.write(entry, base);
      } catch {
        continue;
      }
      if (conflict) return { conflict, place: place.name };
      if (place === this.memory) return { conflict: 0, place: place.name };
      // Older revisions elsewhere are not needed any more; memory is no place to rely on, so nothing goes for its sake.
      for (const other of this.places)
        if (other !== place) await other.erase(entry.head.id, entry.head.rev).catch(() => {});
      await this.settle();
      return { conflict: 0, place: place.name };
    }
    return { conflict: 0, place: '' };
  }

  /** Keeps a game at once, for a page that is being closed. @param {Entry} entry @param {number} base */
  putNow(entry, base) {
    // What is sent to a server arrives, but nobody here learns it.
    if (this.server) this.places[0].write(entry, base).catch(() => {});
    try {
      return Boolean(this.small) && /** @type {SmallPlace} */ (this.small).writeNow(entry, base) === 0;
    } catch {
      return false;
    }
  }

  /** Games that were only in memory move to permanent storage, now that there is room. */
  async settle() {
    for (const { id } of (await this.memory.list()).heads) {
      const entry = await this.memory.read(id);
      if (!entry) continue;
      for (const place of this.places) {
        if (place === this.memory) return;
        try {
          await place.write(entry, entry.head.rev - 1);
          await this.memory.erase(id, entry.head.rev);
          break;
        } catch { /* the next place */ }
      }
    }
  }

  /** Takes a game out; returns it, to be put back, null if it could not be read. @param {string} id */
  async remove(id) {
    const entry = await this.get(id).catch(() => null);
    for (const place of this.places) await place.erase(id, Infinity).catch(() => {});
    return entry;
  }

  /** Takes out what cannot be read. @param {Damaged} damaged */
  async removeDamaged({ id, place }) {
    for (const each of this.places) if (each.name === place) await each.erase(id, Infinity);
  }

  // ---- Settings ----

  /** Of any content. @returns {Settings} */
  settings() {
    const known = this.small && this.small.parse(SETTINGS);
    return known && typeof known === 'object' && !Array.isArray(known) ? known : this.chosen;
  }

  /** Settings that cannot be read are put aside, for a person may mend them. */
  checkSettings() {
    try {
      const storage = /** @type {SmallPlace} */ (this.small).storage(), text = storage.getItem(SETTINGS);
      if (text === null || this.settings() !== this.chosen) return;
      this.problem = `${SETTINGS} in this browser is not a list of settings`;
      storage.setItem(SETTINGS + '.damaged', text);
      storage.removeItem(SETTINGS);
    } catch { /* nothing can be kept here */ }
  }

  /** @param {Settings} settings */
  keepSettings(settings) {
    this.chosen = settings;
    try {
      if (this.small) this.small.storage().setItem(SETTINGS, JSON.stringify(settings));
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

/** A name for a new game. */
export function newId() { return Date.now().toString(36) + Math.floor(Math.random() * 1e9).toString(36); }
