// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Setting up a position; the engine checks it. */
import { pieceIcon } from './pieces.js';
import { partsOfFen, rulesInWords } from './rules.js';
import { $, make, Part, sideName, texts } from './util.js';

export class Editor extends Part {
  constructor(page) {
    super(page);
    const { game } = this;
    this.on = false;
    /** The board during the set-up. @type {Draft} */
    this.position = { board: {}, hands: {}, side: 'w', castling: '-', ep: '-' };
    /** The effect of a click: 'move' pieces, take them off ('') or put one there. */
    this.tool = 'move';
    /** The piece that is moved by two clicks. */
    this.from = '';
    /** The game whose position was changed, '': none. */
    this.changed = '';
    $('editor-board').onclick = () => this.take(game.look);
    $('editor-clear').onclick = () => this.change({ board: {}, hands: {}, ep: '-' });
    $('editor-start').onclick = () => this.load(game.startFen);
    $('editor-play').onclick = () => this.play().catch(error => this.show($('editor-fen').value, error.message, ''));
    $('editor-fen').onchange = () => this.load($('editor-fen').value).catch(error => this.complain(error.message));
    $('editor-side').onchange = () => this.change({ side: $('editor-side').value });
    $('editor-rights').onchange = () => this.change({ castling: [...$('editor-rights').querySelectorAll(':checked')]
      .map(box => box.value).join('') || '-' });
    $('palette').onclick = event => {
      const button = event.target.closest('button');
      if (!button) return;
      this.choose(button.dataset.tool);
      this.mark('');
    };
    $('editor-ep').onchange = () => this.change({ ep: $('editor-ep').value.trim() || '-' });
    game.on('game', () => { if (this.on) this.begin(); });
  }

  /** @param {boolean} on */
  toggle(on) {
    if (this.on === on) return;
    this.on = this.game.state.editing = on;
    this.game.tell('state');
    if (on) this.begin();
    else this.page.view.drawAll();
  }

  /** Continues with what was changed in this game, or begins with the position on the board. */
  begin() { this.put(this.changed === this.name ? this.position : this.partsOf(this.game.look)); }

  /** A position that is set up belongs to a game and its rules. */
  get name() { return `${this.game.sheet.name} ${this.game.options}`; }

  /** @param {Look} look */
  partsOf({ rules = '', fen, board, hands, side }) {
    const fields = fen.split(' ');
    return { rules, board: { ...board }, hands: { ...hands }, side, castling: fields[2], ep: fields[3] };
  }

  /** The rules that a position is for. @param {Draft} position */
  rulesOf({ rules }) { return typeof rules === 'string' ? rules : this.game.options; }

  /** Takes over a position. @param {Look} look */
  async take(look) { await this.change(this.partsOf(look)); }

  /** A FEN that names no rules is for those on the board. @param {string} text */
  async load(text) {
    const { fen, rules } = partsOfFen(text);
    await this.take(await this.game.rules.ask({ do: 'position', game: this.game.sheet.name,
      rules: rules ?? this.game.options, fen }));
  }

  /** Reports a fault of the input; the board stays. @param {string} why */
  complain(why) {
    $('editor-problem').textContent = texts.notPossible(why);
    $('editor-problem').classList.add('bad');
    $('editor-play').disabled = true;
  }

  drawPalette() {
    const { sheet } = this.game;
    for (const side of ['w', 'b'])
      $('palette-' + side).replaceChildren(...sheet.pieces.filter(({ sides }) => sides.includes(side)).map(piece => {
        const tool = side === 'w' ? piece.piece : piece.piece.toLowerCase(), label = sideName(side) + ' ' + piece.name;
        return make('button', { type: 'button', class: 'tool', 'aria-label': label, title: label, 'data-tool': tool },
          pieceIcon(sheet, tool));
      }));
    this.choose(this.tool);
    const hands = $('editor-hands');
    hands.replaceChildren(...sheet.hand_pieces.flatMap((piece, slot) => ['w', 'b'].map(side => {
      const name = side === 'w' ? piece : piece.toLowerCase(), known = sheet.pieces.find(p => p.piece === piece
        && p.sides.includes(side));
      if (!known) return null;
      const input = make('input', { type: 'number', min: 0, max: sheet.hand_max[slot], value: this.position.hands[name]
        || 0, 'aria-label': texts.inHand('', sideName(side), known.name).trim() });
      input.onchange = () => this.change({ hands: { ...this.position.hands, [name]: Math.max(0,
        Math.min(sheet.hand_max[slot], Number(input.value) || 0)) } });
      return make('label', { class: 'hand-count' }, pieceIcon(sheet, name), input);
    })).filter(Boolean));
  }

  /** @param {string} tool */
  choose(tool) {
    this.tool = tool;
    for (const button of $('palette').querySelectorAll('button')) {
      button.classList.toggle('chosen', button.dataset.tool === tool);
      button.setAttribute('aria-pressed', String(button.dataset.tool === tool));
    }
  }

  /** A click on the board. @param {string} square */
  click(square) {
    const board = { ...this.position.board }, { from } = this;
    if (this.tool === 'move') {
      this.mark(!from && board[square] ? square : '');
      if (from && from !== square) this.move(from, square);
      return;
    }
    if (!this.tool || board[square] === this.tool) delete board[square];
    else board[square] = this.tool;
    this.change({ board });
  }

  /** Chooses the piece to be moved. @param {string} square '' for none */
  mark(square) {
    this.from = square;
    this.page.view.board.setMarks(square ? { classes: { [square]: 'selected' } } : {});
  }

  /** A piece was dragged; beside the board it is removed. @param {string} from @param {string} to */
  move(from, to) {
    const { [from]: piece, ...board } = this.position.board;
    if (!piece) return;
    if (to) board[to] = piece;
    this.change({ board });
  }

  /** @param {Partial<Draft>} part */
  async change(part) {
    this.changed = this.name;
    await this.put({ ...this.position, ...part });
  }

  /** Shows a position and the engine's verdict. @param {Draft} position */
  async put(position) {
    this.position = position;
    this.page.view.board.setPieces(this.position.board);
    this.mark('');
    this.page.view.board.setLifts(square => this.page.view.canLift(square));
    this.page.view.drawHands();
    $('editor-side').value = this.position.side;
    $('editor-ep').value = this.position.ep;
    this.drawPalette();
    try {
      // Castling rights that the board does not allow are not sent, but remembered.
      const ask = castling => this.game.rules.ask({ do: 'setup', game: this.game.sheet.name, ...position,
        rules: this.rulesOf(position), castling });
      let answer = await ask('-');
      const { castling_rights: rights } = answer, kept = [...rights].filter(letter =>
        position.castling.includes(letter)).join('');
      if (kept) answer = await ask(kept);
      if (position !== this.position) return;
      this.show(answer.fen, answer.valid ? '' : answer.problem, rights);
    } catch (error) {
      if (position === this.position) this.show('', error instanceof Error ? error.message : String(error), '');
    }
  }

  /** @param {string} fen @param {string} problem @param {string} rights */
  show(fen, problem, rights) {
    $('editor-fen').value = fen;
    const rules = this.rulesOf(this.position);
    $('editor-problem').textContent = problem ? texts.notPossible(problem) : ['This position can be played.',
      ...(rules === this.game.options ? [] : [texts.rulesLine(rulesInWords(this.game.sheet, rules)
      || texts.rulesOwn)])].join(' ');
    $('editor-problem').classList.toggle('bad', Boolean(problem));
    $('editor-play').disabled = Boolean(problem);
    const list = $('editor-rights'), chosen = this.position.castling;
    list.hidden = !rights;
    list.replaceChildren(make('legend', { text: 'Castling' }), ...[...rights].map(letter => make('label', {},
      make('input', { type: 'checkbox', value: letter, checked: chosen.includes(letter) }), letter)));
  }

  async play() {
    const { fen } = partsOfFen($('editor-fen').value);
    this.on = false;
    await this.game.start(this.game.sheet.name, fen, undefined, undefined, { push: true,
      rules: this.rulesOf(this.position) }).catch(error => { this.on = true; throw error; });
    this.changed = '';
    this.game.set({ editing: false });
    this.page.view.drawAll();
    this.page.positionPlayed();
    this.messages.say(texts.setUp);
  }
}
