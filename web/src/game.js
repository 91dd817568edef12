// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The one state of the page and what can be done to it. Views listen for changes. What is legal
 * and what a leg does comes from the engine; who is to think, and for how long, from here.
 */
import { Refusal } from './client.js';
import { addTurn, endOf, newTree, nodeAt, packTree, pathOf, promote, removeNode, turnsTo, unpackTree } from './tree.js';
import { other, sideName } from './util.js';

/** @typedef {import('./tree.js').Node} Node */

export class Game {
  /** @param {any} rules the engine that is asked about games @param {any[]} games their data sheets */
  constructor(rules, games) {
    this.rules = rules;
    this.games = games;
    this.sheet = games[0];
    this.fen = this.sheet.fen;
    /** @type {Node} */
    this.root = newTree();
    /** @type {Node} */
    this.node = this.root;
    /** @type {string[]} */
    this.legs = [];
    /** @type {any} */
    this.look = null;
    /** What a person chose besides: who plays, how long the engine thinks. */
    this.players = { w: 'person', b: 'engine' };
    /** The engine's name in this game. */
    this.opponent = 'Quincunx';
    /** @type {{result: string, reason: string} | null} an end that the board does not show */
    this.ended = null;
    /** What a PGN said of the game: players, event. @type {Record<string, string> | null} */
    this.tags = null;
    /** The game as it was before something was taken away. @type {{what: string, data: any} | null} */
    this.past = null;
    this.busy = false;
    this.serial = 0;
    /** @type {Record<string, ((...a: any[]) => void)[]>} */
    this.listeners = {};
  }

  /** @param {string} event @param {(...a: any[]) => void} listener */
  on(event, listener) { (this.listeners[event] = this.listeners[event] || []).push(listener); }
  /** @param {string} event @param {...any} values */
  tell(event, ...values) { for (const listener of this.listeners[event] || []) listener(...values); }

  /** What names the position on the board in a request. @param {Node} [node] */
  request(node = this.node) { return { game: this.sheet.name, fen: this.fen, turns: turnsTo(node) }; }

  /** The men that are seen: after the legs played so far. */
  men() { return this.look ? this.look.preview || this.look.board : {}; }

  /** How the game stands here: by the board, or by what was agreed at the end of the line. */
  outcome() {
    if (!this.look || this.look.result !== '*') return { result: this.look ? this.look.result : '*', reason: this.look ? this.look.reason : '' };
    if (this.ended && this.node === endOf(this.root)) return this.ended;
    return { result: '*', reason: '' };
  }

  over() { return this.outcome().result !== '*'; }

  /** May a person play for the side to move? */
  personToMove() { return Boolean(this.look) && !this.over() && (this.players[this.look.side] === 'person' || this.node.children.length > 0); }

  /**
   * Asks for the position at a node with some legs and shows it. The board may be asked for again
   * before the answer comes: then the later one counts.
   * @param {Node} node @param {string[]} legs @param {any} [how] is told to the views
   */
  async show(node, legs, how = {}) {
    const serial = ++this.serial;
    this.busy = true;
    try {
      const look = await this.rules.ask({ do: 'look', ...this.request(node), legs: legs.join(',') });
      if (serial !== this.serial) return false;
      const before = this.men();
      this.node = node;
      this.legs = legs;
      this.look = look;
      this.busy = false;
      this.tell('change', { ...how, before });
      return true;
    } catch (error) {
      if (serial === this.serial) this.busy = false;
      if (!(error instanceof Refusal)) throw error;
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
   * Plays a leg; a turn that is complete is played out. What the leg does is known, so the views
   * hear of it at once, before the engine has answered.
   * @param {any} leg @param {any} [how]
   */
  async playLeg(leg, how = {}) {
    if (this.busy || !this.personToMove()) return;
    const legs = [...this.legs, leg.text];
    this.tell('ahead', leg, how);
    if (leg.status === 'complete') await this.commit(legs.join(','), how);
    else if (await this.show(this.node, legs, { ...how, step: leg })) this.tell('leg', leg);
  }

  /** Ends a turn that could go on. */
  async endTurn() {
    if (this.look && this.look.status === 'extensible' && !this.busy) await this.commit(this.legs.join(','));
  }

  /** Takes back legs of a turn that has begun. */
  async undoLeg() {
    if (this.legs.length && !this.busy) await this.show(this.node, this.legs.slice(0, -1));
  }

  /** Adds a turn, which the engine judges. @param {string} turn @param {any} [how] @returns {Promise<boolean>} */
  async commit(turn, how = {}) {
    const parent = this.node, side = this.look.side, existed = parent.children.find(child => child.turn === turn);
    const node = existed || { turn, side, parent, children: [] };
    const shown = await this.show(node, [], { ...how, steps: true, legs: this.legs.length });
    if (!shown) return false;
    if (!existed) {
      // The engine's own spelling is kept, so that two spellings are not two lines.
      const spelt = this.look.last ? this.look.last.turn : turn;
      this.node = addTurn(parent, spelt, side);
      if (this.ended) this.ended = null;
    }
    this.tell('turn', this.node, side);
    return true;
  }

  /** A turn or leg as a person types it. @param {string} text */
  async type(text) {
    const typed = text.trim().replace(/\s*,\s*/g, ',');
    if (!typed || this.busy || !this.personToMove()) return false;
    const legs = [...this.legs, typed].join(',');
    try {
      const look = await this.rules.ask({ do: 'look', ...this.request(), legs });
      if (look.status === 'complete') return await this.commit(legs);
      return await this.show(this.node, legs.split(','));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.tell('refused', error.message);
      return false;
    }
  }

  /** Goes to a node. @param {Node} node */
  async go(node) { return this.show(node, [], { steps: node.parent === this.node }); }
  async back() { if (this.legs.length) await this.undoLeg(); else if (this.node.parent) await this.go(this.node.parent); }
  async forward() { if (this.node.children.length) await this.go(this.node.children[0]); }

  /** Takes back turns until the same person is to move again. */
  async takeBack() {
    if (this.legs.length) return this.undoLeg();
    if (!this.node.parent) return undefined;
    let node = removeNode(this.node);
    this.ended = null;
    const person = side => this.players[side] === 'person';
    // node.parent's side to move is that of the removed turn: go on to a person's turn.
    let side = other(this.look.side);
    while (!person(side) && node.parent && (person('w') || person('b'))) {
      side = node.side;
      node = removeNode(node);
    }
    await this.show(node, [], {});
    this.tell('turns');
    return undefined;
  }

  // ---- Side lines ----

  /** Makes the line that is shown the main line. */
  promote() {
    promote(this.node);
    this.tell('turns');
  }

  /** Deletes the turn that is shown with all behind it. */
  async deleteLine() {
    if (!this.node.parent) return;
    this.remember('the deleted line');
    if (await this.show(removeNode(this.node), [], {})) this.tell('turns');
  }

  /** Keeps the game as it is, to be brought back. @param {string} what is about to go */
  remember(what) {
    this.past = { what, data: this.pack() };
    this.tell('past');
  }

  async bringBack() {
    const { past } = this;
    if (!past) return;
    this.past = null;
    await this.unpack(past.data);
    this.tell('players');
    this.tell('past');
  }

  /** An end that is agreed: resigned, drawn, time. @param {string} result @param {string} reason */
  end(result, reason) {
    if (this.over()) return;
    this.ended = { result, reason };
    this.tell('change', {});
    this.tell('ended');
  }

  /** @param {string} side */
  resign(side) { this.end(side === 'w' ? '0-1' : '1-0', sideName(side) + ' resigned'); }

  /**
   * A new game, or one that was written down. Nothing changes if the engine refuses it.
   * @param {string} name @param {string | null} fen @param {Node} [root] @param {any} [path]
   */
  async start(name, fen, root = newTree(), path = null) {
    const sheet = this.games.find(g => g.name === name);
    if (!sheet) throw new Refusal(`There is no game called “${name.slice(0, 40)}”.`);
    const node = path ? nodeAt(root, path) : endOf(root);
    const start = fen || sheet.fen;
    // Asked first: only if the engine takes all of it the old game goes.
    const look = await this.rules.ask({ do: 'look', game: name, fen: start, turns: turnsTo(node) });
    if (this.root.children.length) this.remember('the game before');
    ++this.serial;
    this.sheet = sheet;
    this.fen = start;
    this.root = root;
    this.node = node;
    this.legs = [];
    this.look = look;
    this.ended = null;
    this.tags = null;
    this.busy = false;
    this.tell('game');
    this.tell('change', { fresh: true });
    this.tell('turns');
  }

  /** All of the game as data. */
  pack() {
    return { game: this.sheet.name, fen: this.fen, tree: packTree(this.root), path: pathOf(this.node), players: { ...this.players }, ended: this.ended, tags: this.tags };
  }

  /** The reverse. @param {any} data */
  async unpack(data) {
    await this.start(String(data.game), typeof data.fen === 'string' ? data.fen : null, unpackTree(data.tree), data.path);
    if (data.players) for (const side of ['w', 'b']) this.players[side] = data.players[side] === 'engine' ? 'engine' : 'person';
    this.tags = readTags(data.tags);
    const ended = data.ended;
    if (ended && ['1-0', '0-1', '1/2-1/2'].includes(ended.result)) this.ended = { result: ended.result, reason: String(ended.reason).slice(0, 200) };
    this.tell('change', { fresh: true });
  }
}

/** Tags of a PGN, of data from anywhere. @param {any} data @returns {Record<string, string> | null} */
function readTags(data) {
  if (!data || typeof data !== 'object') return null;
  return Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value === 'string').map(([name, value]) => [name, String(value).slice(0, 80)]));
}
