// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The opening book at the position on the board: the score of each move, the replies, and how often the library's games
 * played it.
 */
import { movesOfLine } from './lines.js';
import { Part } from './part.js';
import { tally } from './tally.js';
import { count as plural } from './texts.js';
import { scoreOf } from './thinker.js';
import { endOf, movesTo, unpackTree } from './tree.js';
import { $, make } from './util.js';

/** The number of moves shown at first, and of moves in each line. */
const MOVES = 8, LINE = 8;
const HEAD = ['move', 'score', 'expected'];

export class Explorer extends Part {
  /** @param {Page} page */
  constructor(page) {
    super(page);
    const { game } = page;
    this.serial = 0;
    this.all = false;
    /** Games that were read, by name and revision. @type {Map<string, {fen: string, moves: string[]} | null>} */
    this.kept = new Map();
    $('show-moves').onclick = () => this.toggle(false);
    $('show-explorer').onclick = () => this.toggle(true);
    $('explorer-more').onclick = () => { this.all = true; this.show(); };
    // Moves of another game are none of this one, before the book has answered.
    game.on('game', () => { for (const id of ['explorer-words', 'explorer-list']) $(id).replaceChildren(); });
    game.on('change', how => { if (how.steps || how.fresh) this.all = false; this.show(); });
  }

  get seen() { return document.body.dataset.beside === 'explorer' && this.game.state.screen === 'analyse'; }

  /** Shows the explorer in the place of the moves. @param {boolean} on */
  toggle(on) {
    document.body.dataset.beside = on ? 'explorer' : 'moves';
    $('show-explorer').setAttribute('aria-pressed', String(on));
    $('show-moves').setAttribute('aria-pressed', String(!on));
    this.show();
  }

  /** The library's games of this game, with their moves. */
  async library() {
    const heads = (await this.store.list()).filter(head => head.game === this.game.sheet.name
      && (head.rules || '') === this.game.options), games = [];
    for (const head of heads) {
      const key = `${head.id} ${head.rev}`;
      if (!this.kept.has(key)) {
        const entry = await this.store.get(head.id).catch(() => null);
        this.kept.set(key, entry && playedIn(entry.data));
      }
      games.push({ result: head.result, played: this.kept.get(key) || null });
    }
    return games;
  }

  /** Asks for the position on the board, if the explorer is visible. */
  async show() {
    if (!this.seen || !this.game.look) return;
    const serial = ++this.serial, { game } = this, { node, look, fen } = game;
    try {
      const [book, games] = await Promise.all([game.rules.ask({ do: 'book', ...game.request(node) }), this.library()]);
      const played = tally(games, fen, movesTo(node)), others = Object.keys(played)
        .filter(move => !book.moves.some(each => each.move === move));
      // Scores for people.
      const { san } = others.length ? await game.rules.ask({ do: 'san', ...game.request(node),
        tree: others.map(move => ({ move, parent: 0 })) }) : { san: [] };
      const rows = [...book.moves, ...others.map((move, i) => ({ move, continuation: [], san: [san[i]] }))];
      if (serial === this.serial && game.node === node) this.draw(book, rows, played, look);
    } catch (error) {
      this.messages.fail(error.message);
    }
  }

  /**
   * @param {Book} book @param {BookMove[]} rows its moves and those of the library
   * @param {Record<string, Count>} played @param {Look} look
   */
  draw(book, rows, played, look) {
    const shown = this.all ? rows : rows.slice(0, MOVES);
    $('explorer-words').textContent = !book.positions
      ? `There is no opening book ${this.game.options ? 'for these rules' : 'of this game'}.`
      : look.result !== '*' ? 'The game is over.' : !book.known ? 'The book does not have this position.'
      : this.game.node.parent ? '' : madeOf(book);
    $('explorer-head').replaceChildren(...(shown.length ? HEAD.map((text, i) => make('span',
      { class: ['move', 'score', '', ''][i], text })) : []));
    $('explorer-list').replaceChildren(...shown.map(move => this.row(move, played[move.move], look)));
    $('explorer-more').hidden = shown.length === rows.length;
    $('explorer-more').textContent = `Show all ${rows.length} moves`;
  }

  /** @param {BookMove} move @param {Count} count @param {Look} look */
  row(move, count, look) {
    const facts = [], score = scoreOf(move, look.side).text, [first, ...later] = movesOfLine(this.game,
      { pv: [move.move, ...move.continuation], san: move.san }, LINE + 1);
    if (score)
      facts.push(make('span', { class: 'score', text: score, title: 'The score with best play, as White sees it' }),
        make('span', { text: `${Math.round(move.expected_score / 10)}%`,
          title: 'Expected score of the side to move' }));
    if (count)
      facts.push(make('span', { class: 'book-games', text: plural(count.games, 'game'),
        title: `Of your games here: White won ${count.white}, Black won ${count.black}, drawn ${count.draws}` }));
    return make('li', {}, make('div', { class: 'book-row' }, first, ...facts),
      ...(later.length ? [make('div', {}, ...later)] : []));
  }
}

/** How a book was made. @param {Book} book */
function madeOf({ positions, origin }) {
  const nodes = Number((/nodes=(\d+)/.exec(origin) || [])[1]);
  return `The engine’s book: ${positions.toLocaleString('en')} positions`
    + (nodes ? `, each searched with ${nodes.toLocaleString('en')} nodes.` : '.');
}

/** The moves of a kept game, null if they cannot be read. @param {any} data */
function playedIn(data) {
  try {
    return { fen: data.fen, moves: movesTo(endOf(unpackTree(data.tree))) };
  } catch {
    return null;
  }
}
