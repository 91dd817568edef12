// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** The opening book at the position on the board: the score of each move and the replies. */
import { movesOfLine } from './lines.js';
import { scoreOf } from './thinker.js';
import { $, make, Part } from './util.js';

const LINE = 8;

export class Explorer extends Part {
  constructor(page) {
    super(page);
    const { game } = this;
    this.serial = 0;
    $('show-moves').onclick = () => this.toggle(false);
    $('show-explorer').onclick = () => this.toggle(true);
    // Moves of another game are none of this one, before the book has answered.
    game.on('game', () => { for (const id of ['explorer-words', 'explorer-list']) $(id).replaceChildren(); });
    game.on('change', () => this.show());
  }

  get seen() { return document.body.dataset.beside === 'explorer' && this.game.state.screen === 'analyse'; }

  /** Shows the explorer in the place of the moves. @param {boolean} on */
  toggle(on) {
    document.body.dataset.beside = on ? 'explorer' : 'moves';
    $('show-explorer').setAttribute('aria-pressed', String(on));
    $('show-moves').setAttribute('aria-pressed', String(!on));
    this.show();
  }

  async show() {
    if (!this.seen || !this.game.look) return;
    const serial = ++this.serial, { game } = this, { node, look } = game;
    try {
      const book = await game.rules.ask({ do: 'book', ...game.request(node) });
      if (serial === this.serial && game.node === node) this.draw(book, look);
    } catch (error) {
      this.messages.fail(error.message);
    }
  }

  /** @param {Book} book @param {Look} look */
  draw(book, look) {
    $('explorer-words').textContent = !book.positions
      ? `There is no opening book ${this.game.options ? 'for these rules' : 'of this game'}.`
      : look.result !== '*' ? 'The game is over.' : !book.known ? 'The book does not have this position.'
      : this.game.node.parent ? '' : `The engine’s book: ${book.positions.toLocaleString('en')} positions.`;
    $('explorer-head').hidden = !book.moves.length;
    $('explorer-list').replaceChildren(...book.moves.map(move => this.row(move, look)));
  }

  /** @param {BookMove} move @param {Look} look */
  row(move, look) {
    const facts = [], score = scoreOf(move, look.side).text, [first, ...later] = movesOfLine(this.game,
      { pv: [move.move, ...move.continuation], san: move.san }, LINE + 1);
    if (score)
      facts.push(make('span', { class: 'score', text: score, title: 'The score with best play, as White sees it' }),
        make('span', { text: `${Math.round(move.expected_score / 10)}%`,
          title: 'Expected score of the side to move' }));
    return make('li', {}, make('div', { class: 'book-row' }, first, ...facts),
      ...(later.length ? [make('div', {}, ...later)] : []));
  }
}
