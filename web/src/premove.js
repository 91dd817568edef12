// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Premoves: a move, or its first leg, chosen while the engine thinks and played after its move, if it is legal
 * then. The engine lists a piece's possible moves ("reach").
 */
import { Refusal } from './client.js';
import { other, sideOf } from './util.js';

export class Premove {
  /** @param {BoardView} view */
  constructor(view) {
    const { game, messages } = view;
    this.game = game;
    this.view = view;
    this.messages = messages;
    this.serial = 0;
    this.from = '';
    /** The possible moves of the piece there. @type {Leg[]} */
    this.legs = [];
    /** The premove. @type {Leg | null} */
    this.leg = null;
    /** @type {Promise<void>} */
    this.taking = Promise.resolve();
    game.on('move', () => setTimeout(() => this.play(), 0));
    for (const event of ['game', 'tree', 'ended', 'back']) game.on(event, () => this.forget());
  }

  /** Is the engine to move, against a person? */
  open() {
    const { look, players } = this.game;
    return Boolean(look) && this.game.phase() === 'reply' && players[other(look.side)] === 'person';
  }

  /** Is a premove with the piece on a square allowed? @param {string} square */
  mine(square) {
    const piece = this.game.pieces()[square];
    return this.open() && Boolean(piece) && sideOf(piece) !== this.game.look.side;
  }

  forget() {
    ++this.serial;
    this.from = '';
    this.legs = [];
    this.leg = null;
  }

  /** A square was pressed while the engine thinks. @param {string} square */
  async press(square) {
    await this.taking;
    const leg = this.leg ? null : this.legs.find(each => each.to === square), again = square === this.from;
    this.forget();
    if (leg) {
      this.leg = leg;
      this.messages.say(`Premove: ${leg.text}. Click any square to cancel it.`);
    } else if (!again && this.mine(square)) {
      this.taking = this.take(square);
      return;
    }
    this.view.mark();
  }

  /** Asks for the possible moves of the piece on a square. @param {string} square */
  async take(square) {
    const serial = ++this.serial;
    try {
      const reach = await this.game.rules.ask({ do: 'reach', ...this.game.request(), square });
      if (serial !== this.serial || !this.open()) return;
      this.from = square;
      this.legs = reach.legs.filter(leg => leg.to);
      this.view.mark();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (serial === this.serial) this.messages.refuse(`No premove here: ${error.message}`);
    }
  }

  /** A piece was dragged. @param {string} from @param {string} to */
  async drop(from, to) {
    await this.taking;
    if (this.from !== from) await this.press(from).then(() => this.taking);
    if (this.from === from) await this.press(to);
  }

  /**
   * Adds the premove to the marks of a board.
   * @param {Record<string, string>} classes @param {Record<string, string>} targets
   */
  mark(classes, targets) {
    if (this.leg) classes[this.leg.from] = classes[this.leg.to] = 'premove';
    if (!this.from) return;
    classes[this.from] = 'premove';
    for (const leg of this.legs) targets[leg.to] = 'premove';
  }

  /** The engine has answered: plays the premove. */
  async play() {
    const { leg } = this;
    if (this.open()) return;
    this.forget();
    if (!leg || !this.game.personToMove() || this.game.legs.length) return this.view.mark();
    const legal = (this.game.look.legs || []).find(each => each.text === leg.text);
    if (legal) return this.game.playLeg(legal);
    this.messages.say(`The premove ${leg.text} is illegal now.`);
    return this.view.mark();
  }
}
