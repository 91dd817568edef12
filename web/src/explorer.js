// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** The opening book at the position on the board: the score of each move, the replies, and how often the library's games played it. */
import { figured, lineText } from './notation.js';
import { tally } from './tally.js';
import { texts } from './texts.js';
import { scoreOf } from './thinker.js';
import { endOf, movesTo, unpackTree } from './tree.js';
import { $, make, other } from './util.js';

/** How many moves are shown at first, and how many of the line behind each. */
const MOVES = 8, LINE = 8;

export class Explorer {
  /** @param {any} game @param {any} store @param {any} messages */
  constructor(game, store, messages) {
    this.game = game;
    this.store = store;
    this.messages = messages;
    this.serial = 0;
    this.all = false;
    /** Games that were read, by name and revision. @type {Map<string, any>} */
    this.kept = new Map();
    $('explorer').ontoggle = () => this.show();
    $('explorer-more').onclick = () => { this.all = true; this.show(); };
    game.on('change', how => { if (how.steps || how.fresh) this.all = false; this.show(); });
  }

  get seen() { return $('explorer').open && this.game.state.screen === 'analyse'; }

  /** The library's games of this game, with their moves. */
  async library() {
    const heads = (await this.store.list()).filter(head => head.game === this.game.sheet.name && (head.rules || '') === this.game.options), games = [];
    for (const head of heads) {
      const key = `${head.id} ${head.rev}`;
      if (!this.kept.has(key)) {
        const entry = await this.store.get(head.id).catch(() => null);
        this.kept.set(key, entry && playedIn(entry.data));
      }
      games.push({ result: head.result, played: this.kept.get(key) });
    }
    return games;
  }

  /** Asks for the position on the board, if anybody looks. */
  async show() {
    if (!this.seen || !this.game.look) return;
    const serial = ++this.serial, { game } = this, { node, look, fen } = game;
    try {
      const [book, games] = await Promise.all([game.rules.ask({ do: 'book', ...game.request(node) }), this.library()]);
      if (serial === this.serial && game.node === node) this.draw(book, tally(games, fen, movesTo(node)), look);
    } catch (error) {
      this.messages.fail(error.message);
    }
  }

  /** @param {any} book @param {Record<string, any>} played @param {any} look */
  draw(book, played, look) {
    const known = new Set(book.moves.map(move => move.move));
    const rows = [...book.moves, ...Object.keys(played).filter(move => !known.has(move)).map(move => ({ move, continuation: [] }))];
    const shown = this.all ? rows : rows.slice(0, MOVES);
    const nodes = /nodes=(\d+)/.exec(book.origin);
    $('explorer-words').textContent = !book.positions ? (this.game.options ? texts.bookOther : texts.bookNone) : look.result !== '*' ? texts.bookOver : !book.known ? texts.bookLeft
      : this.game.node.parent ? '' : texts.bookMade(book.positions, nodes ? Number(nodes[1]) : 0);
    $('explorer-head').replaceChildren(...(shown.length ? texts.bookHead.map((text, i) => make('span', { class: ['move', 'score', '', ''][i], text })) : []));
    $('explorer-list').replaceChildren(...shown.map(move => this.row(move, played[move.move], look)));
    $('explorer-more').hidden = shown.length === rows.length;
    $('explorer-more').textContent = texts.bookMore(rows.length);
  }

  /** @param {any} move @param {any} count @param {any} look */
  row(move, count, look) {
    const facts = [], score = scoreOf(move, look.side).text, line = { pv: [move.move, ...move.continuation], san: move.san };
    const words = line.pv.slice(0, LINE + 1).map((_, i) => figured(this.game.sheet, i % 2 === 0 ? look.side : other(look.side), lineText(line, i)));
    if (score) facts.push(make('span', { class: 'score', text: score, title: texts.bookScore }), make('span', { text: texts.bookExpected(move.expected_score / 10), title: texts.bookExpectedWords }));
    if (move.share !== undefined) {
      const bar = make('span', { class: 'book-bar' });
      bar.style.setProperty('--share', String(move.share / 1000));
      facts.push(make('span', { class: 'book-share', title: texts.bookShareWords(move.positions) }, bar, make('span', { text: texts.bookShare(move.share / 10) })));
    }
    if (count) facts.push(make('span', { class: 'book-games', text: texts.bookGames(count.games), title: texts.bookResults(count) }));
    return make('li', {},
      make('div', { class: 'book-row' }, make('button', { class: 'move', type: 'button', 'data-move': move.move, onclick: () => this.game.commit(move.move) }, ...words[0]), ...facts),
      ...(move.continuation.length ? [make('div', { class: 'later' }, ...words.slice(1).flatMap(word => [...word, ' ']))] : []));
  }
}

/** The moves of a kept game, null if they cannot be read. @param {any} data */
function playedIn(data) {
  try {
    return { fen: data.fen, moves: movesTo(endOf(unpackTree(data.tree))) };
  } catch {
    return null;
  }
}
