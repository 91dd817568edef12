// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** The game's own board: selecting pieces, choosing between legs, hands, what is marked. */
import { drawingsOf, toggleDrawing } from './tree.js';
import { after, Board } from './board.js';
import { Geometry } from './geometry.js';
import { appearance, nameOf, pieceIcon } from './pieces.js';
import { $, longPress, make, other, Part, sideName, sideOf, texts } from './util.js';

/** As in style.css: above this width the board takes the available height, else this part of the window's. */
const WIDE = 900, HIGH = 0.86;

export class BoardView extends Part {
  constructor(page) {
    super(page);
    const { game } = this;
    this.selected = '';
    /** A square that was pressed while waiting for the engine; it counts when the answer has come. */
    this.pressed = '';
    /** @type {{from: string, to: string, kind: string}[]} */
    this.arrows = [];
    /** @type {Record<string, string>} */
    this.extra = {};
    /** The captures of the move under the mouse. @type {Record<string, string>} */
    this.gone = {};
    /** The hands as shown, so that they are drawn only if they change. @type {Record<string, string>} */
    this.hands = {};
    this.board = new Board($('board'), {
      select: square => this.select(square),
      drop: (from, to) => this.dropped(from, to),
      lift: square => this.canLift(square),
      grab: square => this.grab(square),
      over: square => this.over(square),
      info: square => this.page.learn.show(square),
      pen: drawing => this.pen(drawing),
    });
    game.on('game', () => { this.selected = ''; this.layout(); });
    game.on('ahead', (leg, how) => this.ahead(leg, how));
    game.on('change', how => this.changed(how));
    game.on('state', () => this.mark());
    game.on('ended', () => this.mark());
    game.on('light', squares => {
      this.extra = Object.fromEntries(squares.map(square => [square, 'reach']));
      this.mark();
    });
    game.on('refused', () => { if (!samePieces(this.board.goal, game.pieces())) this.drawAll(); });
    new ResizeObserver(() => this.layout()).observe($('board-area'));
  }

  get flipped() { return this.game.flipped; }

  /** The size of a square, boards above or beside each other. @param {Sheet} sheet @param {boolean} stacked */
  cell(sheet, stacked) {
    const area = $('board-area').getBoundingClientRect(), shape = new Geometry();
    shape.game = sheet;
    shape.stacked = stacked;
    const [, , width, height] = shape.extent();
    // If the page scrolls, the board may be nearly as high as the window.
    return Math.min(area.width / width, (innerWidth > WIDE ? area.height : innerHeight * HIGH) / height);
  }

  /** Boards beside or above each other, depending on the room. */
  layout() {
    const sheet = this.game.sheet, stacked = sheet.boards > 1 && this.cell(sheet, true) > this.cell(sheet, false);
    const { game, flipped, stacked: was } = this.board;
    if (game === sheet && flipped === this.flipped && was === stacked) return;
    this.board.setGame(sheet, this.flipped, stacked);
    $('main').style.setProperty('--ratio', $('board').style.getPropertyValue('--ratio'));
    this.drawAll();
  }

  flip() {
    this.game.flipped = !this.game.flipped;
    this.layout();
  }

  drawAll() {
    this.board.setPieces(this.game.pieces());
    this.mark();
    this.drawHands();
    this.drawDrawings();
  }

  /** The editor if a position is being set up. */
  editing() {
    const { editor } = this.page;
    return editor && editor.on ? editor : null;
  }

  /** Shows a person's leg before the engine has answered. @param {Leg} leg @param {Change} how */
  ahead(leg, how) {
    const pieces = this.game.pieces();
    this.selected = '';
    this.arrows = [];
    this.board.play(pieces, [leg], after(pieces, leg.changes), how.dragged);
    this.board.setMarks({ classes: Object.fromEntries(Object.keys(leg.changes)
      .map(square => [square, leg.status === 'complete' ? 'last' : 'leg'])) });
  }

  /** @param {Change} how */
  changed(how) {
    this.selected = '';
    this.gone = {};
    this.extra = {};
    this.arrows = [];
    const { look } = this.game, pieces = this.game.pieces();
    if (how.fresh || !how.before) this.board.setPieces(pieces);
    else if (samePieces(this.board.goal, pieces)) { /* it is on its way */ }
    else if (how.steps && look.last)
      this.board.play(how.before, look.last.legs.slice(how.legs || 0), pieces, how.dragged);
    else if (how.step) this.board.play(how.before, [how.step], pieces, how.dragged);
    else this.board.setPieces(pieces);
    this.mark();
    this.drawHands();
    this.drawDrawings();
    const { pressed } = this;
    this.pressed = '';
    if (pressed && this.game.personToMove()) this.select(pressed);
  }

  // ---- Marks ----

  /** Squares of its own side's pieces that a leg removes. @param {Leg} leg */
  losses(leg) {
    const pieces = this.game.pieces(), { side } = this.game.look;
    return leg.removed.filter(square => pieces[square] && sideOf(pieces[square]) === side);
  }

  /** How a leg's target looks: does it capture, does it lose a piece? @param {Leg} leg */
  targetKind(leg) {
    const losses = this.losses(leg);
    return (leg.removed.length > losses.length ? 'take' : 'go') + (losses.includes(leg.from) ? ' loss' : '')
      + (leg.tablebase ? ' ' + leg.tablebase.result : '');
  }

  /** The mouse is over a square: shows what the move would capture and lose. @param {string} square */
  over(square) {
    const legs = square && this.selected && this.game.personToMove() ? this.game.legsFrom(this.selected)
      .filter(leg => leg.to === square) : [];
    /** @type {Record<string, string>} */
    const gone = {};
    for (const leg of legs)
      for (const taken of leg.removed) if (taken !== leg.from && taken !== square) gone[taken] = 'lost';
    if (!Object.keys(gone).length && !Object.keys(this.gone).length) return;
    this.gone = gone;
    this.mark();
  }

  mark() {
    if (this.editing()) return;
    const { look } = this.game, starts = [];
    /** @type {Record<string, string>} */
    const classes = {};
    /** @type {Record<string, string>} */
    const targets = {};
    if (!look) return;
    if (look.last && !this.game.legs.length)
      for (const leg of look.last.legs)
        for (const square of Object.keys(leg.changes).concat(leg.action === 'shot' ? [leg.from] : []))
          classes[square] = 'last';
    if (this.game.legs.length && look.preview)
      for (const square of new Set([...Object.keys(look.board), ...Object.keys(look.preview)]))
        if (look.board[square] !== look.preview[square]) classes[square] = 'leg';
    for (const square of look.royals || []) classes[square] = 'peril';
    Object.assign(classes, this.extra);
    if (this.game.personToMove()) {
      if (this.selected) {
        if (!this.selected.startsWith('drop:')) classes[this.selected] = 'selected';
        for (const leg of this.game.legsFrom(this.selected)) if (leg.to) targets[leg.to] = this.targetKind(leg);
        this.markLosses(targets);
      } else if (this.game.legs.length) {
        starts.push(...new Set((look.legs || []).map(leg => leg.from).filter(Boolean)));
      }
    }
    for (const square of look.end_effect ? look.end_effect.removed : []) if (!targets[square]) targets[square] = 'lost';
    Object.assign(targets, this.gone);
    this.board.setMarks({ classes, targets, starts, arrows: this.arrows, flags: look.lesson ? look.lesson.flags : [] });
    this.board.setLifts(square => this.canLift(square));
  }

  /** Own pieces that every move of the chosen one would lose. @param {Record<string, string>} targets */
  markLosses(targets) {
    const legs = this.game.legsFrom(this.selected), [first] = legs;
    if (!first) return;
    for (const square of this.losses(first))
      if (square !== this.selected && !targets[square] && legs.every(leg => leg.removed.includes(square)))
        targets[square] = 'lost';
  }

  /** @param {{from: string, to: string, kind: string}[]} arrows */
  setArrows(arrows) {
    this.arrows = arrows;
    this.mark();
  }

  // ---- What a person draws ----

  drawDrawings() { this.board.setDrawings(this.editing() ? [] : drawingsOf(this.game.node)); }

  /** @param {Drawing} drawing */
  pen(drawing) {
    if (this.editing()) return;
    toggleDrawing(this.game.node, drawing);
    this.drawDrawings();
    this.game.tell('state');
  }

  // ---- Playing ----

  /** @param {string} square */
  canLift(square) {
    const editor = this.editing();
    if (editor) return Boolean(editor.position.board[square]);
    return this.game.personToMove() && !this.game.busy && this.game.legsFrom(square).length > 0;
  }

  /** A piece is being dragged. @param {string} square or "drop:M" */
  grab(square) {
    if (this.editing() || this.selected === square) return;
    if (!square.startsWith('drop:')) return this.select(square);
    // The hand is not drawn anew: the button under the finger must stay.
    this.selected = square;
    this.page.learn.show('');
    this.mark();
  }

  /** @param {string} square or "drop:M" */
  select(square) {
    const editor = this.editing();
    if (editor) {
      if (!square.startsWith('drop:')) editor.click(square);
      return;
    }
    if (this.game.busy) {
      this.pressed = square;
      return;
    }
    if (!this.game.personToMove()) {
      if (!square.startsWith('drop:') && this.game.pieces()[square]) this.page.learn.show(square);
      return;
    }
    const options = this.selected ? this.game.legsFrom(this.selected).filter(leg => leg.to === square) : [];
    if (options.length) return this.choose(options);
    if (this.selected && this.selected !== square && !this.game.legsFrom(square).length)
      this.explain(this.selected, square);
    else if (!this.selected && !this.game.legsFrom(square).length && !square.startsWith('drop:')
      && this.game.pieces()[square]) this.page.learn.show(square);
    this.selected = this.selected !== square && this.game.legsFrom(square).length ? square : '';
    if (this.selected) {
      this.page.learn.show('');
      const { size } = new Set(this.game.legsFrom(this.selected).map(leg => leg.to)),
        what = this.selected.startsWith('drop:') ? nameOf(this.game.sheet, this.selected.slice(5)) : this.selected;
      this.messages.say(`${what} selected: it can move to ${size === 1 ? 'one square' : size + ' squares'}`, true);
    }
    this.mark();
    this.drawHands();
  }

  /** @param {string} from @param {string} to */
  dropped(from, to) {
    const editor = this.editing();
    if (editor) return editor.move(from, to);
    if (this.game.busy) return;
    if (!to) {
      if (from.startsWith('drop:')) this.letGo();
      return;
    }
    if (!this.game.personToMove()) return;
    const options = this.game.legsFrom(from).filter(leg => leg.to === to);
    if (options.length) this.choose(options, to);
    else {
      this.explain(from, to);
      this.selected = '';
      this.mark();
    }
  }

  /** Asks the engine why something is illegal. @param {string} from @param {string} to */
  explain(from, to) {
    const text = from.startsWith('drop:') ? from.slice(5).toUpperCase() + '@' + to : from + to;
    this.game.rules.ask({ do: 'position', ...this.game.request(), legs: [...this.game.legs, text].join(',') })
      .then(() => {}, error => this.messages.refuse(texts.illegal(error.message)));
  }

  letGo() {
    this.selected = '';
    this.mark();
    this.drawHands();
  }

  /** Plays the leg, or asks which of several. @param {Leg[]} options @param {string} [dragged] */
  async choose(options, dragged = '') {
    const leg = options.length === 1 ? options[0] : await this.ask(options);
    if (leg) await this.game.playLeg(leg, { dragged });
    else this.mark();
  }

  /** A dialog of legs with different effects. @param {Leg[]} options @returns {Promise<Leg | null>} */
  ask(options) {
    const dialog = $('choice'), list = $('choice-list'), sheet = this.game.sheet;
    const valueOf = leg => (leg.promotion && sheet.pieces.find(piece =>
      piece.piece === leg.promotion.toUpperCase())?.value) || 0;
    options = [...options].sort((a, b) => valueOf(b) - valueOf(a));
    const label = leg => {
      if (leg.promotion) return `becomes ${nameOf(sheet, leg.promotion)}`;
      if (leg.action === 'shot') return 'shoots';
      if (leg.action === 'carry') return 'teleports';
      return leg.removed.length ? 'takes' : options.some(o => o.promotion) ? 'stays as it is' : 'moves';
    };
    return new Promise(resolve => {
      let chosen = null;
      list.replaceChildren(...options.map(leg => {
        const piece = leg.promotion || leg.drop || this.game.pieces()[leg.from], words = label(leg);
        const button = make('button', { class: 'option', type: 'button', 'data-leg': leg.text, 'aria-label': words,
          title: words, onclick: () => { chosen = leg; dialog.close(); } });
        if (piece) button.append(pieceIcon(sheet, piece));
        button.append(make('span', { text: leg.promotion ? nameOf(sheet, leg.promotion) : words }));
        return button;
      }));
      dialog.onclose = () => resolve(chosen);
      // Not onclick: the touch that opened it ends with a click on whatever is now below the finger.
      dialog.onpointerdown = event => { if (event.target === dialog) dialog.close(); };
      dialog.showModal();
      this.placeAt(dialog, options[0].to);
    });
  }

  /** Puts a dialog beside a square, within the window. @param {HTMLElement} dialog @param {string} square */
  placeAt(dialog, square) {
    const cell = this.board.squares.get(square);
    if (!cell) return;
    const at = cell.getBoundingClientRect(), box = dialog.getBoundingClientRect(),
      within = (value, max) => Math.max(4, Math.min(value, max - 4)) + 'px';
    dialog.style.margin = '0';
    dialog.style.left = within(at.left + at.width / 2 - box.width / 2, innerWidth - box.width);
    dialog.style.top = within(at.bottom + 6 + box.height > innerHeight ? at.top - box.height - 6 : at.bottom + 6,
      innerHeight - box.height);
  }

  // ---- Hands ----

  drawHands() {
    const { look, sheet } = this.game;
    if (!look) return;
    const bottom = this.flipped ? 'b' : 'w';
    for (const [id, side] of [['hand-top', other(bottom)], ['hand-bottom', bottom]]) {
      const hand = $(id), counts = this.handOf(side), playable = piece => this.game.personToMove() && look.side === side
        && this.game.legsFrom('drop:' + piece).length > 0;
      const shown = JSON.stringify([sheet.name, side, appearance.set, this.selected,
        Object.entries(counts).map(([piece, count]) => [piece, count, playable(piece)])]);
      if (this.hands[id] === shown) continue;
      this.hands[id] = shown;
      hand.hidden = !sheet.hand_pieces.length;
      hand.setAttribute('aria-label', `${sideName(side)}’s hand`);
      hand.replaceChildren(...Object.entries(counts).map(([piece, count]) => {
        const can = playable(piece), chosen = this.selected === 'drop:' + piece;
        // The click that ends a long press.
        let pressed = false;
        const button = make('button', { class: 'in-hand' + (chosen ? ' chosen' : ''), type: 'button',
          'data-drop': piece, 'aria-pressed': chosen,
          'aria-label': texts.inHand(count, sideName(side), nameOf(sheet, piece)), 'aria-disabled': !can,
            title: nameOf(sheet, piece),
          onclick: () => {
            if (pressed) pressed = false;
            else if (can) this.select('drop:' + piece);
            else this.page.learn.show('drop:' + piece);
          },
          oncontextmenu: event => { event.preventDefault(); this.page.learn.show('drop:' + piece); },
          onpointerdown: event => {
            longPress(event, () => { pressed = true; this.page.learn.show('drop:' + piece); });
            if (can && !this.game.busy) this.board.touchHand(event, 'drop:' + piece, piece);
          } }, pieceIcon(sheet, piece), make('span', { class: 'count', text: count > 1 ? '×' + count : '' }));
        return button;
      }));
      if (sheet.hand_pieces.length && !hand.children.length)
        hand.append(make('span', { class: 'faint', text: 'nothing in hand' }));
    }
  }

  /** A side's hand without what its legs have dropped. @param {string} side @returns {Record<string, number>} */
  handOf(side) {
    /** @type {Record<string, number>} */
    const counts = {};
    const editor = this.editing(), hands = editor ? editor.position.hands : this.game.look.hands;
    for (const [piece, count] of Object.entries(hands)) if (sideOf(piece) === side && count) counts[piece] = count;
    if (editor) return counts;
    for (const leg of this.game.legs) {
      const drop = /^(\+?[A-Za-z])@/.exec(leg);
      if (!drop || this.game.look.side !== side) continue;
      const piece = side === 'w' ? drop[1].toUpperCase() : drop[1].toLowerCase();
      if (counts[piece] && !--counts[piece]) delete counts[piece];
    }
    return counts;
  }
}

/** Do the same pieces stand on the same squares? @param {Record<string, string>} a @param {Record<string, string>} b */
function samePieces(a, b) {
  const squares = Object.keys(a);
  return squares.length === Object.keys(b).length && squares.every(square => a[square] === b[square]);
}
