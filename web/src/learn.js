// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Rules, pieces and zones of the game, from the engine and the rules page. */
import { Board } from './board.js';
import { Refusal } from './client.js';
import { pageRead } from './networks.js';
import { pieceIcon, sheetOf } from './pieces.js';
import { rulesInWords } from './rules.js';
import { $, draw, make, Part, sideName, sideOf } from './util.js';

export class Learn extends Part {
  constructor(page) {
    super(page);
    const { game } = this;
    this.serial = 0;
    this.small = new Board($('piece-board'));
    /** Is something other than the rules shown? */
    this.stale = true;
    game.on('game', () => this.forget());
    game.on('state', () => this.draw());
    game.on('change', () => { if ($('piece-card').open) this.close(); });
    $('piece-close').onclick = () => this.close();
    $('piece-card').addEventListener('keydown', event => { if (event.key === 'Escape') this.close(); });
  }

  forget() {
    this.stale = true;
    this.draw();
  }

  /** Draws the rules when they are opened: they are long, and come after the script in the page. */
  async draw() {
    if (!this.stale || this.game.state.screen !== 'learn') return;
    this.stale = false;
    if (document.readyState === 'loading') await pageRead();
    this.drawAll();
  }

  drawAll() {
    this.drawChanges();
    const { sheet } = this.game, rules = document.getElementById('rules-' + sheet.name);
    $('rules').replaceChildren(...(rules instanceof HTMLTemplateElement ? [rules.content.cloneNode(true)]
      : sheet.rules.split('\n').map(line => make('p', { text: line }))));
    this.drawFigures();
    $('brief').replaceChildren(...sheet.brief.split('\n').filter(Boolean).map(text => make('li', { text })));
    $('piece-list').replaceChildren(...sheet.pieces.map(piece => {
      const shown = piece.sides === 'b' ? piece.piece.toLowerCase() : piece.piece;
      return make('button', { type: 'button', class: 'piece-button', onclick: () => this.showPiece(shown, '') },
        pieceIcon(sheet, shown), make('span', { text: piece.name }));
    }));
  }

  /** Draws the figures of the rules as the board is drawn, each with what the engine says of it. */
  drawFigures() {
    const { sheet } = this.game, ask = request => this.game.rules.ask({ game: sheet.name, rules: '', ...request });
    for (const figure of $('rules').querySelectorAll('figure')) {
      const { piece, fen, legs = '', moves = '' } = figure.dataset,
        board = new Board(draw('svg', { 'aria-hidden': true }));
      figure.prepend(board.svg);
      const drawn = piece ? ask({ do: 'piece', piece, side: sideOf(piece) })
          .then(answer => this.drawPiece(board, sheet, answer)) : ask({ do: 'position', fen, legs }).then(look => {
        board.setGame(sheet, false, false);
        board.setPieces(look.preview || look.board);
        board.setMarks({ classes: moves ? { [moves]: 'selected' } : {},
          targets: Object.fromEntries(look.legs.filter(leg => leg.from === moves)
          .map(leg => [leg.to, leg.removed.length ? 'take' : 'go'])) });
      });
      // Figures are not interactive.
      drawn.then(() => { for (const square of board.squares.values()) square.removeAttribute('tabindex'); },
        () => figure.remove());
    }
  }

  drawChanges() {
    const { sheet, options } = this.game;
    $('changes').hidden = !options;
    $('change-list').replaceChildren(...rulesInWords(sheet, options).split(' · ').map(text => make('li', { text })));
  }

  /** Explains the piece on a square or in a hand. @param {string} where '' for none */
  show(where) {
    if (!where) return this.close();
    if (where.startsWith('drop:')) return this.showPiece(where.slice(5), '');
    const piece = this.game.pieces()[where];
    return piece ? this.showPiece(piece, where) : undefined;
  }

  /** @param {string} piece as on a board @param {string} square where it stands, '' if nowhere */
  async showPiece(piece, square) {
    const serial = ++this.serial, { sheet } = this.game, info = sheetOf(sheet, piece), side = sideOf(piece);
    $('piece-name').replaceChildren(pieceIcon(sheet, piece), make('span',
      { text: (info.sides.length < 2 || square ? sideName(side) + ' ' : '') + info.name }));
    $('piece-words').textContent = info.description;
    const worth = info.value ? `worth about ${(info.value / 100).toFixed(1)} pawns` : '';
    $('piece-facts').textContent = [info.royal ? 'royal' : worth, `Betza: ${info.betza}`,
      info.promotes_to ? 'promotes to its own promoted form' : ''].filter(Boolean).join(' · ');
    $('piece-here').textContent = '';
    const card = $('piece-card');
    if (!card.open) card.show();
    this.page.view.extra = {};
    const answer = await this.game.rules.ask({ do: 'piece', game: sheet.name, rules: this.game.options,
      piece: piece.toUpperCase(), side }).catch(() => null);
    if (serial !== this.serial) return;
    const known = Boolean(answer && answer.square);
    $('piece-board').toggleAttribute('hidden', !known);
    $('piece-legend').hidden = !known;
    // The piece's moves on a nearly empty board.
    if (known) this.drawPiece(this.small, sheet, answer);
    if (square) await this.showReach(square, serial);
  }

  /** @param {Board} board @param {Sheet} sheet @param {PieceAnswer} answer */
  drawPiece(board, sheet, answer) {
    // Of several boards one is enough.
    board.forget();
    board.setGame({ ...sheet, files: sheet.files / sheet.boards, boards: 1 }, false, false);
    board.setPieces(answer.board);
    /** @type {Record<string, string>} */
    const targets = {};
    for (const [kind, squares] of [['go', answer.targets.move], ['take', answer.targets.capture],
        ['hop', answer.targets.hop], ['shift', answer.targets.shift]])
      for (const to of squares) targets[to] = ((targets[to] || '') + ' ' + kind).trim();
    board.setMarks({ classes: { [answer.square]: 'selected' }, targets });
  }

  /** Where the piece on a square could move if its side were to move. @param {string} square @param {number} serial */
  async showReach(square, serial) {
    if (this.game.legs.length) return;
    try {
      const reach = await this.game.rules.ask({ do: 'reach', ...this.game.request(), square });
      if (serial !== this.serial) return;
      const squares = [...new Set(reach.legs.map(leg => leg.to).filter(Boolean))];
      this.page.view.extra = { [square]: 'asked', ...Object.fromEntries(squares.map(s => [s, 'reach'])) };
      $('piece-here').textContent = `From ${square} it could `
        + (squares.length ? `go to ${squares.join(', ')}.` : 'not move now.');
      this.page.view.mark();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (serial === this.serial) $('piece-here').textContent = error.message;
    }
  }

  close() {
    ++this.serial;
    this.page.view.extra = {};
    if (!$('piece-card').open) return;
    $('piece-card').close();
    this.page.view.mark();
  }
}

