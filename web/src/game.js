// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The single state of the page and its operations. Views listen for changes. Legal moves and their effects come from
 * the engine; the side to move and who thinks from phase.js.
 */
import { Refusal } from './client.js';
import { mayPlay, phaseOf, searchOf } from './phase.js';
import { readRules } from './rules.js';
import { addMove, endOf, listOfTree, newTree, packTree, promote, removeNode, movesTo, unpackTree } from './tree.js';
import { sideName } from './util.js';

export class Game {
  /** @param {Pool} rules the engines that is asked about games @param {Sheet[]} games their data sheets */
  constructor(rules, games) {
    this.rules = rules;
    this.games = games;
    this.sheet = games[0];
    /** The rules that are not the game's own, as rules.js has them. */
    this.options = '';
    /** The start position of these rules, and that of this game. */
    this.startFen = this.sheet.fen;
    this.fen = this.sheet.fen;
    /** @type {Ply} */
    this.root = newTree();
    /** @type {Ply} */
    this.node = this.root;
    /** @type {string[]} */
    this.legs = [];
    /** @type {Look} */
    this.look = /** @type {Look} */ (/** @type {unknown} */ (null));
    /** The players: a person here, the engine, or a friend who sends the moves. @type {Record<string, string>} */
    this.players = { w: 'person', b: 'engine' };
    this.flipped = false;
    /**
     * Players and orientation to restore after a lesson, a puzzle or another person's game.
     * @type {{players: Record<string, string>, flipped: boolean} | null}
     */
    this.own = null;
    this.state = { home: false, editing: false, elsewhere: false, offline: false, waits: false, paused: false,
      hint: false, screen: 'play', analyses: true, reviews: false, retries: false, puzzle: false, shown: false };
    /** The engine's name in this game. */
    this.opponent = 'Quincunx';
    /** Tags from a PGN: players, event. @type {Record<string, string> | null} */
    this.tags = null;
    /** The game before moves were removed. @type {{what: string, data: any} | null} */
    this.past = null;
    /** The number of the lesson on the board, 0: it is a game. */
    this.lesson = 0;
    this.busy = false;
    this.serial = 0;
    /** The number of requests for another game, to notice that a person has chosen another one meanwhile. */
    this.asked = 0;
    /** @type {Record<string, Listener[]>} */
    this.listeners = {};
  }

  /**
   * Listens for what happens. `state`: anything changed, and whoever shows, keeps or thinks looks again; the others
   * tell of events: `leaving` and `game`: another game comes; `change`: the board shows something else; `ahead`, `leg`,
   * `made`, `move`: somebody plays; `back`, `ended`, `refused`.
   * @param {string} event @param {Listener} listener
   */
  on(event, listener) { (this.listeners[event] = this.listeners[event] || []).push(listener); }
  /** @param {string} event @param {Parameters<Listener>} values */
  tell(event, ...values) { for (const listener of this.listeners[event] || []) listener(...values); }

  /** Sets facts that phase.js wants to know. @param {Record<string, boolean | string>} facts */
  set(facts) {
    Object.assign(this.state, facts);
    this.tell('state');
  }

  /** The members of a request that name the position on the board. @param {Ply} [node] */
  request(node = this.node) {
    return { game: this.sheet.name, rules: this.options, fen: this.fen, moves: movesTo(node),
      ...(this.lesson ? { lesson: this.lesson } : {}) };
  }

  /** The visible pieces: after the legs played so far. */
  pieces() { return this.look ? this.look.preview || this.look.board : {}; }

  /** The result here: by the board, or agreed. */
  outcome() {
    if (!this.look || this.look.result !== '*')
      return { result: this.look ? this.look.result : '*', reason: this.look ? this.look.reason : '' };
    return this.node.ended || { result: '*', reason: '' };
  }

  over() { return this.outcome().result !== '*'; }

  /** @returns {Facts} */
  facts() {
    // A lesson that was solved or failed is over.
    const state = this.lesson && this.look && this.look.lesson ? { ...this.state, screen: 'play', reviews: false }
      : this.state;
    // In analysis a resigned game continues.
    const { result: shown } = this.look && state.screen === 'analyse' ? this.look : this.outcome();
    const lesson = state !== this.state && this.look.lesson, result = lesson && lesson.state !== 'open' ? lesson.state
      : shown;
    return { ...state, result, side: this.look ? this.look.side : 'w', players: this.players, legs: this.legs.length,
      leaf: !this.node.children.length };
  }
  phase() { return phaseOf(this.facts()); }
  wanted() { return this.look ? searchOf(this.facts()) : ''; }

  /** May a person play for the side to move? */
  personToMove() { return Boolean(this.look) && mayPlay(this.phase()); }

  /**
   * Asks for the position at a node with some legs and shows it. The board may be asked for again
   * before the answer comes: then the later one counts.
   * @param {Ply} node @param {string[]} legs @param {Change} [how] is passed to the views
   */
  async show(node, legs, how = {}) {
    const serial = ++this.serial;
    this.busy = true;
    try {
      const look = await this.rules.ask({ do: 'position', ...this.request(node), legs: legs.join(',') });
      if (serial !== this.serial) return false;
      const before = this.pieces();
      this.node = node;
      this.legs = legs;
      this.look = look;
      this.busy = false;
      if (how.arrive) how.arrive();
      if (look.last) this.node.san = look.last.san;
      this.tell('change', { ...how, before });
      return true;
    } catch (error) {
      if (serial === this.serial) this.busy = false;
      if (!(error instanceof Refusal)) {
        // The change drawn in advance is undone.
        this.tell('change', {});
        throw error;
      }
      this.tell('refused', error.message);
      return false;
    }
  }

  /** The legs that begin on a square, or with a piece of the hand ("drop:M"). @param {string} from */
  legsFrom(from) {
    if (!this.look || !this.look.legs) return [];
    if (from.startsWith('drop:')) return this.look.legs.filter(leg => leg.drop === from.slice(5));
    return this.look.legs.filter(leg => leg.from === from);
  }

  /**
   * Plays a leg; a move that is complete is played out. Its effect is known, so the views
   * show it before the engine has answered.
   * @param {Leg} leg @param {Change} [how]
   */
  async playLeg(leg, how = {}) {
    if (this.busy || !this.personToMove()) return;
    const legs = [...this.legs, leg.text];
    this.tell('ahead', leg, how);
    if (leg.status === 'complete') await this.commit(legs.join(','), how);
    else if (await this.show(this.node, legs, { ...how, step: leg })) this.tell('leg', leg);
  }

  async endMove() {
    if (this.look && this.look.status === 'extensible' && !this.busy) await this.commit(this.legs.join(','));
  }

  async undoLeg() { if (this.legs.length && !this.busy) await this.show(this.node, this.legs.slice(0, -1)); }

  /** Adds a move, which the engine checks. @param {string} move @param {Change} [how] @returns {Promise<boolean>} */
  async commit(move, how = {}) {
    const parent = this.node, side = this.look.side, existed = parent.children.find(child => child.move === move);
    const node = existed || { move, side, parent, children: [] };
    // The engine's own spelling is kept, so that two spellings are not two lines.
    const arrive = () => {
      if (!existed) this.node = addMove(parent, this.look.last ? this.look.last.move : move, side);
      this.state.waits = false;
      this.tell('made', this.node, parent, !existed);
    };
    if (!await this.show(node, [], { ...how, steps: true, legs: this.legs.length, arrive })) return false;
    this.tell('move', this.node, side);
    return true;
  }

  /** A move or leg as typed. @param {string} text */
  async type(text) {
    const typed = text.trim().replace(/\s*,\s*/g, ',');
    if (!typed || this.busy) return false;
    if (!this.personToMove()) {
      this.tell('refused', '');
      return false;
    }
    const legs = [...this.legs, typed].join(',');
    try {
      const look = await this.rules.ask({ do: 'position', ...this.request(), legs });
      // In the engine's spelling: people write Nf3, too.
      if (look.status === 'complete') return await this.commit(look.played);
      return await this.show(this.node, look.played.split(','));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.tell('refused', error.message);
      return false;
    }
  }

  /** Goes to a node. @param {Ply} node */
  async go(node) { return this.show(node, [], { steps: node.parent === this.node }); }
  async back() {
    if (this.legs.length) await this.undoLeg(); else if (this.node.parent) await this.go(this.node.parent);
  }
  async forward() { if (this.node.children.length) await this.go(this.node.children[0]); }

  /** Takes back the end of the game, or moves until the same person is to move again. */
  async takeBack() {
    if (this.legs.length) return this.undoLeg();
    if (this.node.ended) {
      delete this.node.ended;
      this.tell('change', {});
      this.tell('back');
      return;
    }
    if (!this.node.parent) return;
    if (this.node.children.length) this.remember('the moves taken back');
    const person = side => this.players[side] === 'person';
    // The side to move at node.parent is that of the removed move: go on to a person's move.
    let side = this.node.side, node = removeNode(this.node);
    while (!person(side) && node.parent && (person('w') || person('b'))) {
      side = node.side;
      node = removeNode(node);
    }
    await this.show(node, [], {});
    this.tell('back');
    this.tell('state');
  }

  // ---- Variations ----

  promote() {
    promote(this.node);
    this.tell('state');
  }

  async deleteLine() {
    if (!this.node.parent) return;
    this.remember('the deleted line');
    if (await this.show(removeNode(this.node), [], {})) this.tell('state');
  }

  /** Keeps the game as it is, to be brought back. @param {string} what is about to go */
  remember(what) {
    this.past = { what, data: this.pack() };
    this.tell('state');
  }

  async bringBack() {
    const { past } = this;
    if (!past) return;
    this.past = null;
    await this.unpack(past.data, { same: true });
  }

  /**
   * An end beside the board: resignation, agreed draw, time.
   * @param {string} result @param {string} reason @param {Ply} [node] where
   */
  end(result, reason, node = this.node) {
    if (node.ended || (node === this.node && this.over())) return;
    node.ended = { result, reason };
    this.tell('change', {});
    this.tell('ended');
  }

  /** @param {string} side */
  resign(side) { this.end(side === 'w' ? '0-1' : '1-0', `${sideName(side)} resigned`); }

  /**
   * A game under some rules, which can name another one: its sheet, the rules as the engine writes them, the start
   * position.
   * @param {string} name @param {string} options @returns {Promise<{sheet: Sheet, options: string, fen: string}>}
   */
  async under(name, options) {
    const sheet = this.games.find(g => g.name === name);
    if (!sheet) throw new Refusal(`There is no game called “${name.slice(0, 40)}”.`);
    if (!options) return { sheet, options: '', fen: sheet.fen };
    const { game, rules = '', fen } = await this.rules.ask({ do: 'position', game: name, rules: options });
    return { sheet: /** @type {Sheet} */ (this.games.find(g => g.name === game)), options: rules, fen };
  }

  /**
   * A new game, or a recorded one. Nothing changes if the engine refuses it.
   * @param {string} name @param {string | null} fen @param {Ply} [root] @param {Ply} [node] of it
   * @param {Arrival} [how] is passed to listeners: `same` if it is still the same game, `lesson` the number of a
   *   lesson, `legs` of a move that has begun, `rules` that are not the game's own, `players` who play this game alone,
   *   with `flipped`
   */
  async start(name, fen, root = newTree(), node = endOf(root), how = {}) {
    ++this.asked;
    const { sheet, options, fen: startFen } = await this.under(name, how.rules || ''), start = fen || startFen;
    // Checked first: the old game is replaced only if the engine accepts all of it.
    const lesson = how.lesson || 0, ask = legs => this.rules.ask({ do: 'position', game: sheet.name, rules: options,
      fen: start, moves: movesTo(node), ...(lesson ? { lesson } : {}), legs: legs.join(',') });
    const look = await ask(how.legs || []).catch(error => {
      if (!(error instanceof Refusal) || !how.legs || !how.legs.length) throw error;
      return ask([]);
    });
    if (!how.same) this.tell('leaving');
    ++this.serial;
    this.sheet = sheet;
    this.lesson = lesson;
    // A FEN that a person wrote gets the engine's spelling, which names the rules.
    Object.assign(this, { options, startFen, fen: options && !node.parent ? look.fen : start });
    this.root = root;
    this.node = node;
    this.legs = look.played ? look.played.split(',') : [];
    this.look = look;
    this.tags = null;
    this.busy = false;
    if (!how.same) {
      this.past = null;
      Object.assign(this.state, { editing: false, elsewhere: false, waits: false, paused: false, hint: false,
        puzzle: false, shown: false });
      this.lend(how);
    }
    if (how.arrive) how.arrive();
    this.tell('game', how);
    this.tell('change', { fresh: true });
    this.tell('state');
    this.nameMoves();
  }

  /**
   * A game with its own players borrows the board.
   * @param {{players?: Record<string, string>, flipped?: boolean}} how
   */
  lend({ players, flipped = false }) {
    if (this.own) Object.assign(this, this.own);
    this.own = players ? { players: this.players, flipped: this.flipped } : null;
    if (players) Object.assign(this, { players: { ...players }, flipped });
  }

  /** Asks for the short notation of a new game's moves. */
  async nameMoves() {
    const { root } = this, nodes = [], tree = listOfTree(root, nodes).map(({ move, parent }) => ({ move, parent }));
    if (!tree.length) return;
    try {
      const { san } = await this.rules.ask({ do: 'san', game: this.sheet.name, rules: this.options, fen: this.fen,
        tree });
      nodes.forEach((node, i) => { node.san = san[i]; });
      if (this.root === root) this.tell('state');
    } catch (error) {
      // They stay in the game's notation.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  pack() {
    /** @type {Ply[]} */
    const nodes = [], tree = packTree(this.root, nodes);
    return { game: this.sheet.name, ...(this.options ? { rules: this.options } : {}), fen: this.fen, tree,
      at: nodes.indexOf(this.node), legs: this.legs, players: { ...this.players }, flipped: this.flipped,
      tags: this.tags, waits: this.state.waits };
  }

  /** The reverse. @param {any} data @param {Arrival} [how] */
  async unpack(data, how = {}) {
    /** @type {Ply[]} */
    const nodes = [], root = unpackTree(data.tree, nodes);
    const players = readPlayers(data.players || {}), friends = Object.values(players).includes('friend');
    const arrive = () => {
      if (data.players && !friends) this.players = players;
      this.flipped = Boolean(data.flipped);
      this.tags = readTags(data.tags);
      this.state.waits = Boolean(data.waits);
      if (how.arrive) how.arrive();
    };
    await this.start(String(data.game), typeof data.fen === 'string' ? data.fen : null, root, nodes[Number(data.at)],
      { ...how, arrive, rules: readRules(data.rules), legs: readLegs(data.legs), ...(friends ? { players } : {}) });
  }
}

/** Who plays, of data from anywhere. @param {any} data */
function readPlayers(data) {
  return Object.fromEntries(['w', 'b'].map(side => [side, ['engine', 'friend'].includes(data[side]) ? data[side]
    : 'person']));
}

/** @param {unknown} data of any content @returns {string[]} */
function readLegs(data) { return Array.isArray(data) ? data.filter(leg => typeof leg === 'string') : []; }

/** Tags of a PGN, of data from anywhere. @param {unknown} data @returns {Record<string, string> | null} */
function readTags(data) {
  if (!data || typeof data !== 'object') return null;
  return Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => [name, String(value).slice(0, 80)]));
}
