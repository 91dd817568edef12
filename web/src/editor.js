// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** Setting a position up; the engine says what is wrong with it. */
import { pieceIcon } from './pieces.js';
import { $, make, sideName } from './util.js';

export class Editor {
  /** @param {any} game @param {any} view @param {(text: string) => void} say */
  constructor(game, view, say) {
    this.game = game;
    this.view = view;
    this.say = say;
    this.on = false;
    /** @type {any} */
    this.position = null;
    this.tool = '';
    $('editor-clear').onclick = () => this.change({ board: {}, hands: {}, ep: '-' });
    $('editor-start').onclick = () => this.load(game.sheet.fen);
    $('editor-play').onclick = () => this.play();
    $('editor-side').onchange = () => this.change({ side: $('editor-side').value });
    $('editor-ep').onchange = () => this.change({ ep: $('editor-ep').value.trim() || '-' });
    game.on('game', () => { if (this.on) this.load(game.fen); });
  }

  /** @param {boolean} on */
  toggle(on) {
    if (this.on === on) return;
    this.on = on;
    if (on) {
      const { look } = this.game, fields = look.fen.split(' ');
      this.position = { board: { ...look.board }, hands: { ...look.hands }, side: look.side, castling: fields[2], ep: fields[3] };
      this.drawPalette();
      this.change({});
    } else {
      this.view.drawAll();
    }
  }

  /** @param {string} fen */
  async load(fen) {
    const look = await this.game.rules.ask({ do: 'look', game: this.game.sheet.name, fen });
    const fields = look.fen.split(' ');
    this.drawPalette();
    await this.change({ board: { ...look.board }, hands: { ...look.hands }, side: look.side, castling: fields[2], ep: fields[3] });
  }

  drawPalette() {
    const { sheet } = this.game, palette = $('palette');
    const button = (tool, label, icon) => make('button', { type: 'button', class: 'tool' + (tool === this.tool ? ' chosen' : ''), 'aria-label': label, title: label, 'data-tool': tool,
      'aria-pressed': String(tool === this.tool), onclick: () => { this.tool = tool; this.drawPalette(); } }, icon);
    palette.replaceChildren(button('', 'Take men off', make('span', { text: '✕' })));
    for (const side of ['w', 'b']) {
      palette.append(make('span', { class: 'break' }));
      for (const piece of sheet.pieces) {
        if (!piece.sides.includes(side)) continue;
        const name = side === 'w' ? piece.piece : piece.piece.toLowerCase();
        palette.append(button(name, sideName(side) + ' ' + piece.name, pieceIcon(sheet, name)));
      }
    }
    const hands = $('editor-hands');
    hands.replaceChildren(...sheet.hand.flatMap(piece => ['w', 'b'].map(side => {
      const name = side === 'w' ? piece : piece.toLowerCase(), sheetPiece = sheet.pieces.find(p => p.piece === piece);
      if (!sheetPiece.sides.includes(side)) return null;
      const input = make('input', { type: 'number', min: 0, max: 15, value: this.position ? this.position.hands[name] || 0 : 0, 'aria-label': `${sideName(side)} ${sheetPiece.name} in hand` });
      input.onchange = () => this.change({ hands: { ...this.position.hands, [name]: Math.max(0, Math.min(15, Number(input.value) || 0)) } });
      return make('label', { class: 'hand-count' }, pieceIcon(sheet, name), input);
    })).filter(Boolean));
  }

  /** A click on the board. @param {string} square */
  click(square) {
    if (!this.on) return false;
    const board = { ...this.position.board };
    if (!this.tool || board[square] === this.tool) delete board[square];
    else board[square] = this.tool;
    this.change({ board });
    return true;
  }

  /** @param {any} part */
  async change(part) {
    this.position = { ...this.position, ...part };
    this.view.board.setMen(this.position.board);
    this.view.board.setMarks({});
    $('editor-side').value = this.position.side;
    $('editor-ep').value = this.position.ep;
    if (part.hands || part.board) this.drawPalette();
    const position = this.position;
    try {
      // Rights that the board does not allow are not asked for, but remembered.
      const ask = castling => this.game.rules.ask({ do: 'setup', game: this.game.sheet.name, ...position, castling });
      let answer = await ask('-');
      const { rights } = answer, kept = [...rights].filter(letter => position.castling.includes(letter)).join('');
      if (kept) answer = await ask(kept);
      if (position !== this.position) return;
      this.show(answer.fen, answer.ok ? '' : answer.problem, rights);
    } catch (error) {
      if (position === this.position) this.show('', error instanceof Error ? error.message : String(error), '');
    }
  }

  /** @param {string} fen @param {string} problem @param {string} rights */
  show(fen, problem, rights) {
    $('editor-fen').value = fen;
    $('editor-problem').textContent = problem ? 'Not possible: ' + problem : 'This position can be played.';
    $('editor-problem').classList.toggle('bad', Boolean(problem));
    $('editor-play').disabled = Boolean(problem);
    const list = $('editor-rights'), chosen = this.position.castling;
    list.hidden = !rights;
    list.replaceChildren(make('legend', { text: 'Castling' }), ...[...rights].map(letter => {
      const box = make('input', { type: 'checkbox' });
      box.checked = chosen.includes(letter);
      box.onchange = () => {
        const kept = [...rights].filter(each => (each === letter ? box.checked : chosen.includes(each)));
        this.change({ castling: kept.join('') || '-' });
      };
      return make('label', {}, box, letter);
    }));
  }

  async play() {
    const fen = $('editor-fen').value;
    this.on = false;
    await this.game.start(this.game.sheet.name, fen);
    this.game.tell('set-up');
    this.say('The position is set up.');
  }
}
