// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Saves the present game: an entry of the library, saved as it changes, one tab at a time. The
 * page's address names the entry, or holds the game itself while there is none.
 */
import { ADDRESS_MAX, addressOf, originOf, placeOf, sameBoard } from './address.js';
import { partsOfFen } from './rules.js';
import { newId } from './store.js';
import { Tabs } from './tabs.js';
import { endedOf, endOf, lineTo, listOfTree, movesTo, readTreeText, treeText, unpackTree } from './tree.js';
import { other, Part, texts } from './util.js';

const PLAY_HERE = 'Play here', TAKEN_OVER = 'This game is played in another tab now.';
const OPEN_ELSEWHERE = 'This game is open in another tab. Only one tab can play it.';
const NO_ROOM = 'This browser cannot save games now: its storage is full or blocked. You can play on; the address of '
  + 'this page holds the moves. Save the game as PGN to be safe.';
/** Milliseconds until a change is saved; closing the page sooner loses nothing, either. */
const SAVE_DELAY = 40;
/** The version of saved games. A higher one was written by a newer page. */
const VERSION = 2, HEAD_TEXT_MAX = 200;
const PLAYERS = ['person', 'engine', 'friend'];

/** The players, as in an address; '' if as usual. @param {Record<string, string>} players */
function lettersOf({ w, b }) { return w === 'person' && b === 'engine' ? '' : w[0] + b[0]; }

/** The reverse, and who is below. @param {string} letters */
function playersOf(letters) {
  const [w, b] = [0, 1].map(i => PLAYERS.find(player => player[0] === letters[i]) || 'person');
  return { players: { w, b }, flipped: b === 'person' && w !== 'person' };
}

/** A text shortened for lists: a comment of a PGN can be long. @param {string} text */
function shortened(text) { return text.slice(0, HEAD_TEXT_MAX); }

export class Keeper extends Part {
  constructor(page) {
    super(page);
    const { game } = this;
    this.tabs = new Tabs(() => this.lost());
    /** The entry of the game on the board, null: not kept yet. @type {KeptEntry | null} */
    this.entry = null;
    this.origin = '';
    this.kept = '';
    this.saving = 0;
    this.pending = 0;
    this.warned = false;
    /** Is the address the only place that keeps the game? */
    this.homeless = false;
    /** Saves, one after the other. @type {Promise<unknown>} */
    this.chain = Promise.resolve();
    this.ready = false;
    /** Is an address being followed? */
    this.opening = false;
    game.on('leaving', () => this.saveNow());
    game.on('game', how => { if (!how.same) this.begin(how); });
    for (const event of ['change', 'state', 'ended']) game.on(event, () => { this.save(); this.address(false); });
    addEventListener('pagehide', () => this.saveAtOnce());
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.saveNow(); });
  }

  // ---- Saving ----

  worth() {
    const { root, fen, startFen } = this.game;
    return Boolean(this.entry) || root.children.length > 0 || fen !== startFen || Boolean(root.comment);
  }

  /** A game has come on the board. @param {Arrival} how */
  begin(how) {
    clearTimeout(this.saving);
    this.saving = 0;
    this.entry = how.entry || null;
    this.origin = how.origin || '';
    this.homeless = false;
    this.kept = how.kept || '';
    if (!how.entry) this.tabs.release();
    this.address(Boolean(how.push));
  }

  /** Saves the game soon: the answer to a click comes first, and several requests are merged. */
  save() {
    if (!this.ready || this.game.lesson || this.game.state.elsewhere || this.game.state.puzzle || !this.game.look
      || !this.worth())
      return;
    if (!this.entry) this.adopt();
    if (!this.saving) this.saving = setTimeout(() => this.saveNow(), this.homeless ? 0 : SAVE_DELAY);
  }

  adopt() {
    this.entry = { id: newId(), rev: 0, created: Date.now(), origin: this.origin, result: '*', reason: '' };
    this.tabs.take(this.entry.id);
    this.address(false);
  }

  /** The game on the board as an entry with the next revision. */
  snapshot() {
    const { game } = this, entry = /** @type {NonNullable<typeof this.entry>} */ (this.entry), last = endOf(game.root);
    const { result, reason } = endedOf(game.root) || (last === game.node ? game.outcome() : entry);
    Object.assign(entry, { result, reason });
    const { play, levels } = this.page, { white, black } = this.page.names();
    const data = { version: VERSION, ...game.pack(), clock: play.clock.pack(), level: levels.level() };
    /** @type {Head} */
    const head = {
      id: entry.id, rev: entry.rev + 1, game: game.sheet.name, ...(game.options ? { rules: game.options } : {}),
      created: entry.created, changed: Date.now(), plies: lineTo(last).length,
      result: entry.result, reason: shortened(entry.reason), white: shortened(white), black: shortened(black),
      pieces: game.look.preview || game.look.board, origin: this.same(entry) ? entry.origin : '',
    };
    return { head, data };
  }

  /** Is the game still as it came by its link? @param {{origin: string}} entry */
  same(entry) { return entry.origin !== '' && entry.origin === originOf(this.gamePlace()); }

  saveNow() {
    clearTimeout(this.saving);
    if (!this.saving || !this.entry || this.game.state.elsewhere) return this.chain;
    this.saving = 0;
    const { entry } = this, kept = this.snapshot(), base = entry.rev, text = JSON.stringify(kept.data);
    if (text === this.kept && !this.homeless) return this.chain;
    this.kept = text;
    entry.rev = kept.head.rev;
    ++this.pending;
    this.chain = this.chain.then(() => this.put(entry, kept, base)).catch(error => {
      this.kept = '';
      this.messages.fail(error.message);
    }).then(() => { --this.pending; });
    return this.chain;
  }

  /** @param {KeptEntry} entry @param {Kept} kept @param {number} base */
  async put(entry, kept, base) {
    const { conflict, kept: safe } = await this.store.put(kept, base);
    if (conflict) await this.fork(entry, kept);
    else this.placed(entry, safe);
  }

  /**
   * Another tab wrote to the entry: ours becomes a new one, so that nothing is lost.
   * @param {KeptEntry} entry @param {Kept} kept
   */
  async fork(entry, kept) {
    const id = newId();
    kept.head = { ...kept.head, id, rev: 1 };
    const { kept: safe } = await this.store.put(kept, 0);
    if (entry !== this.entry) return;
    // Revisions that wait to be saved are counted from there.
    Object.assign(entry, { id, rev: Math.max(1, entry.rev) });
    this.tabs.release();
    this.tabs.take(id);
    this.address(false);
    this.messages.fail('Another tab changed this game. What you play here is saved as a separate game.', '', () => {},
      true);
    this.placed(entry, safe);
  }

  /** @param {KeptEntry} entry @param {boolean} safe is it kept now? */
  placed(entry, safe) {
    if (entry !== this.entry) return;
    const homeless = !safe;
    if (homeless !== this.homeless || homeless) {
      this.homeless = homeless;
      this.address(false);
    }
    if (homeless && !this.warned) this.messages.fail(NO_ROOM, '', () => {}, true);
    this.warned = homeless;
  }

  /** The page is being closed: unsaved changes go to the small storage, which is synchronous. */
  saveAtOnce() {
    if (!this.entry || this.game.state.elsewhere || !this.ready || !this.game.look) return;
    if (!this.saving && !this.pending && !this.page.play.clock.runs()) return;
    clearTimeout(this.saving);
    this.saving = 0;
    const kept = this.snapshot(), base = this.entry.rev;
    this.entry.rev = kept.head.rev;
    if (this.store.putNow(kept, base)) return;
    // The database may get it, too.
    this.homeless = true;
    this.address(false);
    this.store.put(kept, base).catch(() => {});
  }

  async lost() {
    this.saving = this.saving || 1;
    await this.saveNow();
    const { id } = this.entry || { id: '' };
    this.game.set({ elsewhere: true });
    this.messages.fail(TAKEN_OVER, PLAY_HERE, () => this.open(id, true));
  }

  // ---- The address ----

  /** The game on the board as a link has it, with its variations. @returns {Place} */
  gamePlace() {
    const { sheet, options, startFen, fen, root } = this.game, { result = '', reason = '' } = endedOf(root) || {};
    return { game: sheet.name, rules: options, fen: fen === startFen ? '' : fen, moves: treeText(root), result,
      reason };
  }

  /** The place that the page shows. @param {boolean} [home] is that the start page? @returns {Place} */
  place(home = this.game.state.home) {
    const { sheet, lesson, legs, root, state } = this.game, step = legs.join(','),
      screen = state.screen === 'play' ? '' : state.screen;
    if (home) return { home: '1' };
    if (lesson || state.puzzle)
      return { game: sheet.name, lesson: lesson ? String(lesson) : '', ...this.page.puzzles.place(),
        moves: treeText(root), legs: step, screen };
    if (this.entry && !this.homeless) return { id: this.entry.id, screen };
    return { ...this.gamePlace(), players: lettersOf(this.game.players), legs: step, screen };
  }

  /** Makes the address follow the page. @param {boolean} push may one go back to what was before? */
  address(push) {
    if (!this.ready || this.opening) return;
    const hash = addressOf(this.place());
    if (hash === location.hash || hash.length > ADDRESS_MAX) return;
    try {
      if (push) history.pushState(null, '', hash);
      else history.replaceState(null, '', hash);
    } catch { /* too many changes in a short time: the next one follows */ }
  }

  // ---- Opening ----

  /**
   * Opens an entry of the library.
   * @param {string} id @param {boolean} [force] though another tab has it @param {boolean} [push]
   */
  async open(id, force = false, push = false) {
    await this.saveNow();
    if (this.entry && this.entry.id === id && !this.game.state.elsewhere) return true;
    const fail = (/** @type {Error} */ error) =>
      this.messages.fail(`The game could not be opened: ${error.message}`);
    const known = await this.store.get(id).catch(fail);
    if (known === null)
      this.messages.fail('This game is not in the library of this browser. It may have been deleted, or played '
        + 'elsewhere.');
    if (!known) return false;
    const mine = await this.tabs.take(id, force), entry = await this.store.get(id);
    if (!entry) return false;
    const { rev, created, origin, result, reason } = entry.head;
    try {
      if (entry.data.version > VERSION)
        throw new Error('a newer version of this page wrote it. Reload the page, or use that version.');
      this.page.levels.use({ [entry.data.game]: entry.data.level });
      await this.game.unpack(entry.data, { entry: { id, rev, created, origin, result, reason },
        clock: entry.data.clock || {}, push, kept: JSON.stringify(entry.data) });
    } catch (error) {
      fail(error);
      if (this.entry) await this.tabs.take(this.entry.id);
      return false;
    }
    if (!mine) {
      this.game.set({ elsewhere: true });
      this.messages.fail(OPEN_ELSEWHERE, PLAY_HERE, () => this.open(id, true));
    } else {
      this.messages.close(OPEN_ELSEWHERE);
      this.messages.close(TAKEN_OVER);
    }
    this.page.arrived();
    return true;
  }

  /** Opens an address; false if it is empty or invalid. @param {string} hash @param {boolean} [push] */
  async follow(hash, push = false) {
    this.opening = true;
    try {
      if (hash.length > ADDRESS_MAX) throw new Error('it is too long.');
      const place = placeOf(hash);
      if (!place && hash.length > 1 && hash !== '#board')
        throw new Error('it names no game. A link looks like #g=chess&t=e2e4.');
      if (!place || !await this.opened(place, push)) return false;
      await this.page.show(place);
      this.messages.succeeded();
      return true;
    } catch (error) {
      this.messages.fail(`The link could not be opened: ${error.message}`);
      return false;
    } finally {
      this.opening = false;
      this.address(push);
    }
  }

  /** Brings the game of a place on the board. @param {Place} place @param {boolean} push */
  async opened(place, push) {
    if (this.game.look && (place.home || sameBoard(place, this.place(false)))) return true;
    if (place.id) return this.open(place.id, false, push);
    if (place.lesson || place.puzzle) return this.page.follow(place, push);
    return this.openLink(place, push);
  }

  /**
   * A link's game is a new entry, unless it came before and was not touched.
   * @param {Place} place @param {boolean} [push]
   */
  async openLink(place, push = false) {
    const { game } = this, { sheet: { name }, options, fen: start } = await game.under(place.game || '',
      place.rules || partsOfFen(place.fen || '').rules || ''), fen = place.fen || start;
    const root = readTreeText(place.moves || '', fen.split(' ')[1] === 'b' ? 'b' : 'w'), last = endOf(root);
    if (place.result && /^(1-0|0-1|1\/2-1\/2)$/.test(place.result))
      last.ended = { result: place.result, reason: (place.reason || '').slice(0, 200) };
    await this.saveNow();
    const origin = place.fen || root.children.length ? originOf({ ...place, game: name, rules: options, legs: '',
      screen: '', fen: fen === start ? '' : fen, moves: treeText(root) }) : '';
    const known = this.ready && origin && (await this.store.list()).find(head => head.origin === origin);
    if (known) return this.open(known.id, false, push);
    if (place.mail) return this.answered(name, fen, last, { push, origin, rules: options });
    // What is wrong in a variation is said before it comes on the board.
    if (lineTo(last).length < listOfTree(root).length)
      await game.rules.ask({ do: 'san', game: name, rules: options, fen, tree: listOfTree(root) });
    const { players, flipped } = playersOf(place.players || ''), friends = place.players && place.players.includes('f');
    const arrive = () => {
      Object.assign(game, place.players && !friends ? { players, flipped } : {}).state.waits = true;
    };
    await game.start(name, fen, root, undefined, { origin, push, rules: options,
      legs: (place.legs || '').split(',').filter(Boolean), arrive, ...(friends ? { players, flipped } : {}) });
    this.page.arrived();
    return true;
  }

  /**
   * A friend's moves go on with the game that they answer, or are a new one.
   * @param {string} name @param {string} fen @param {Ply} last @param {Arrival} how
   */
  async answered(name, fen, last, how) {
    const { game } = this, moves = movesTo(last), begins = data => {
      if (data.game !== name || (data.rules || '') !== how.rules || data.fen !== fen) return false;
      const made = movesTo(endOf(unpackTree(data.tree)));
      return made.length <= moves.length && made.every((move, i) => move === moves[i]);
    };
    const id = Object.values(game.players).includes('friend') && begins(game.pack()) ? ''
      : await this.ofFriends(name, begins);
    if (id !== null) {
      if (id && !await this.open(id, false, how.push)) return false;
      await game.go(endOf(game.root));
      for (const move of moves.slice(lineTo(game.node).length)) if (!await game.commit(move)) return false;
      if (last.ended) game.end(last.ended.result, last.ended.reason);
    } else {
      const me = moves.length ? other(last.side) : fen.split(' ')[1];
      await game.start(name, fen, readTreeText(moves.join(' '), fen.split(' ')[1]), undefined,
        { ...how, players: { [me]: 'person', [other(me)]: 'friend' }, flipped: me === 'b' });
      if (last.ended) game.end(last.ended.result, last.ended.reason);
    }
    this.page.arrived();
    return true;
  }

  /**
   * The entry of a friend's game that fits, null if there is none.
   * @param {string} name @param {(data: any) => boolean} fits
   */
  async ofFriends(name, fits) {
    for (const head of await this.store.list()) {
      if (head.game !== name || ![head.white, head.black].includes(texts.friend)) continue;
      const entry = await this.store.get(head.id);
      try {
        if (entry && fits(entry.data)) return head.id;
      } catch { /* it cannot be read: whoever opens it is told */ }
    }
    return null;
  }

  /**
   * Takes an entry out of the library; the game on the board, if it is that one, makes room. Returns the entry.
   * @param {string} id
   */
  async remove(id) {
    await this.saveNow();
    const removed = await this.store.remove(id);
    if (this.entry && this.entry.id === id) {
      this.entry = null;
      await this.game.start(this.game.sheet.name, null);
    }
    return removed;
  }
}
