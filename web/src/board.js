// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * A board as SVG: any size, one or more boards, standing on an edge or a corner. Each square is an element, so no
 * arithmetic finds the one under a finger. The board shows what it gets and reports gestures; it knows no rule.
 */
import { CELL, Geometry } from './geometry.js';
import { drawPiece, nameOf, pieceIcon } from './pieces.js';
import { calm, draw, longPress, make, sideName, sideOf, STILL } from './util.js';

const PIECE = 90;
/** Some systems report a right click only when the button is up: within this many ms. */
const LATE = 400;
const STEP_TIME = 190;

export class Board extends Geometry {
  /**
   * @param {SVGSVGElement} svg
   * @param {{select?: (square: string) => void, drop?: (from: string, to: string) => void,
   *   lift?: (square: string) => boolean, grab?: (square: string) => void, info?: (square: string) => void,
   *   over?: (square: string) => void, pen?: (drawing: Drawing) => void}} events
   *   lift: may the piece here be dragged? grab: it is; drop: `to` is '' beside the board; over: the pointer is there,
   *   '' if on none; pen: something was drawn with the right button
   */
  constructor(svg, events = {}) {
    super();
    this.svg = svg;
    this.events = events;
    /** @type {Record<string, string>} */
    this.pieces = {};
    /** @type {Map<string, SVGPolygonElement>} */
    this.squares = new Map();
    /** @type {Map<string, {piece: string, element: SVGGElement}>} */
    this.figures = new Map();
    /** The pieces when all motion has ended. @type {Record<string, string>} */
    this.goal = {};
    this.focused = '';
    /** @type {Record<string, SVGGElement>} */
    this.layers = {};
    this.motion = 0;
    this.hovered = '';
    this.described = true;
    /** @type {Map<string, string>} */
    this.labels = new Map();
    /** @type {any} */
    this.drag = null;
    /** Where the right button came down. */
    this.pen = '';
    this.penned = -LATE;
    this.listen();
  }

  // ---- Drawing the board ----

  /** @param {Sheet} game @param {boolean} flipped @param {boolean} stacked one board above the other */
  setGame(game, flipped, stacked) {
    if (this.game === game && this.flipped === flipped && this.stacked === stacked) return;
    this.game = game;
    this.flipped = flipped;
    this.stacked = stacked;
    this.squares.clear();
    this.figures.clear();
    this.labels.clear();
    this.layers = {};
    this.svg.replaceChildren();
    const box = this.extent();
    this.svg.setAttribute('viewBox', box.join(' '));
    this.svg.style.setProperty('--ratio', String(box[2] / box[3]));
    for (const layer of ['frames', 'squares', 'zones', 'marks', 'labels', 'pieces', 'targets', 'arrows', 'drawings',
        'ring', 'drag']) {
      this.layers[layer] = draw('g', { class: layer });
      this.svg.append(this.layers[layer]);
    }
    const { files, ranks } = game;
    // White's last rank first, for reading from the top.
    for (let rank = ranks; rank >= 1; --rank) {
      for (let file = 0; file < files; ++file) this.addSquare(String.fromCharCode(97 + file) + rank);
    }
    this.drawFrames();
    this.drawZones();
    this.drawLabels();
    const first = 'a' + (flipped ? ranks : 1);
    this.focused = this.squares.has(this.focused) ? this.focused : first;
    this.cell(this.focused).setAttribute('tabindex', '0');
  }

  /** The element of a square of this board. @param {string} name */
  cell(name) { return /** @type {SVGPolygonElement} */ (this.squares.get(name)); }

  /** @param {string} name */
  addSquare(name) {
    const { shade, board } = this.ground(name);
    const square = draw('polygon', {
      class: `square ${shade} board-${board}`, points: this.outline(name), 'data-square': name, role: 'button',
        tabindex: '-1',
      onfocus: () => { this.focus(name, false); this.ring(name); }, onblur: () => this.layers.ring?.replaceChildren(),
    });
    square.append(draw('title'));
    this.squares.set(name, square);
    this.layers.squares.append(square);
  }

  drawZones() {
    for (const zone of this.game.zones) {
      const group = draw('g', { class: `zone kind-${zone.kind}` });
      if (zone.colour) group.style.setProperty('--zone', '#' + zone.colour.toString(16).padStart(6, '0'));
      else group.classList.add('quiet');
      for (const square of zone.squares) group.append(draw('polygon', { points: this.outline(square) }));
      this.layers.zones.append(group);
    }
  }

  /**
   * Letters and numbers lie in the squares of two edges: at their left and lower corners, on a corner at the lower
   * edges.
   */
  drawLabels() {
    const { files, ranks, boards, on_corner: corner } = this.game, per = files / boards, low = this.flipped ? ranks : 1;
    const add = (square, dx, dy, text) => {
      const [x, y] = this.point(square, dx, dy), [, shade, part] = this.cell(square).classList;
      this.layers.labels.append(draw('text', { x, y, text, class: `on-${shade} ${part}` }));
    };
    for (let file = 0; file < files; ++file)
      add(String.fromCharCode(97 + file) + low, corner ? 0 : 0.41, corner ? 0.37 : 0.4, String.fromCharCode(97 + file));
    for (let board = 0; board < (this.stacked ? boards : 1); ++board) {
      const first = board * per, file = String.fromCharCode(97 + (this.flipped === corner ? first : first + per - 1));
      for (let rank = 1; rank <= ranks; ++rank)
        add(file + rank, corner ? 0.37 : rank < 10 ? -0.42 : -0.39, corner ? 0 : -0.4, String(rank));
    }
  }

  drawFrames() {
    const { files, ranks, boards } = this.game, per = files / boards;
    for (let board = 0; board < boards; ++board) {
      const [left, right] = [board * per, (board + 1) * per - 1].map(file => String.fromCharCode(97 + file));
      const corners = [left + 1, left + ranks, right + ranks, right + 1],
        [x, y] = [0, 1].map(i => corners.reduce((sum, square) => sum + this.centre(square)[i], 0) / 4);
      const points = corners.map(square => this.outline(square).split(' ').sort((p, q) =>
        distance(q, x, y) - distance(p, x, y))[0]);
      this.layers.frames.append(draw('polygon', { points: points.join(' '), class: 'frame board-' + board }));
    }
  }

  // ---- Pieces ----

  /** Shows pieces at once; all motion ends. @param {Record<string, string>} pieces */
  setPieces(pieces) {
    ++this.motion;
    this.goal = pieces;
    this.drawPieces(pieces);
  }

  /**
   * Draws pieces; those that did not move keep their elements, which is faster.
   * @param {Record<string, string>} pieces
   */
  drawPieces(pieces) {
    this.pieces = pieces;
    for (const [square, { piece, element }] of this.figures) {
      if (pieces[square] !== piece) {
        element.remove();
        this.figures.delete(square);
      } else if (element.getAnimations) {
        for (const animation of element.getAnimations()) animation.cancel();
      }
    }
    for (const [square, piece] of Object.entries(pieces)) if (!this.figures.has(square)) this.addPiece(square, piece);
    this.describe();
  }

  /** @param {string} square @param {string} piece */
  addPiece(square, piece) {
    const [x, y] = this.centre(square), element = drawPiece(this.game, piece, PIECE);
    element.setAttribute('transform', `translate(${x} ${y})`);
    this.figures.set(square, { piece, element });
    this.layers.pieces.append(element);
  }

  /** The drawing of the piece on a square. @param {string} square */
  figure(square) {
    const found = this.figures.get(square);
    return found ? found.element : null;
  }

  /**
   * Shows steps one after the other, each a leg with `piece_moves`, `removed` and `changes`.
   * @param {Record<string, string>} from @param {Leg[]} steps @param {Record<string, string>} end what stands there at
   *   last @param {string} [skip] a square whose piece was dragged there already
   */
  async play(from, steps, end, skip = '') {
    if (calm() || document.hidden || steps.length > 12) return this.setPieces(end);
    let pieces = from;
    this.setPieces(pieces);
    this.goal = end;
    const run = this.motion;
    for (const step of steps) {
      const moving = [];
      if (step.action === 'shot') moving.push(this.flash(step.from, step.to));
      for (const [origin, target] of step.piece_moves) {
        const figure = this.figure(origin);
        if (!figure) continue;
        const [x, y] = this.centre(origin), [tx, ty] = this.centre(target);
        this.layers.pieces.append(figure);
        if (target === skip) {
          figure.setAttribute('transform', `translate(${tx} ${ty})`);
          this.figures.set(origin, { piece: '', element: figure });
          continue;
        }
        moving.push(figure.animate([{ transform: `translate(${x}px, ${y}px)` },
          { transform: `translate(${tx}px, ${ty}px)` }],
          { duration: STEP_TIME, easing: 'ease-in-out' }).finished);
      }
      for (const square of step.removed) {
        const figure = this.figure(square);
        if (figure) moving.push(this.vanish(figure, square));
      }
      await Promise.allSettled(moving);
      if (run !== this.motion) return;
      pieces = after(pieces, step.changes);
      this.drawPieces(pieces);
    }
    this.setPieces(end);
  }

  /** A piece vanishes. @param {SVGGElement} figure @param {string} square */
  vanish(figure, square) {
    const [x, y] = this.centre(square), transform = `translate(${x}px, ${y}px)`;
    return figure.animate([{ opacity: 1, transform }, { opacity: 0, transform }],
      { duration: STEP_TIME, fill: 'forwards' }).finished;
  }

  /** @param {string} from @param {string} to */
  flash(from, to) {
    const arrow = this.arrow(from, to, 'shot');
    this.layers.arrows.append(arrow);
    return arrow.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }],
      { duration: 2 * STEP_TIME }).finished.then(() => arrow.remove(), () => arrow.remove());
  }

  // ---- Marks ----

  /**
   * The marks: classes by square, dots or rings where a piece can go, arrows.
   * @param {{classes?: Record<string, string>, targets?: Record<string, string>, starts?: string[],
   *          arrows?: {from: string, to: string, kind: string}[], flags?: string[]}} marks
   */
  setMarks(marks) {
    this.layers.marks.replaceChildren();
    this.layers.targets.replaceChildren();
    this.layers.arrows.replaceChildren();
    for (const [square, kind] of Object.entries(marks.classes || {}))
      this.layers.marks.append(draw('polygon', { points: this.outline(square), class: kind }));
    for (const square of marks.flags || []) {
      const [x, y] = this.centre(square);
      this.layers.marks.append(draw('path', { class: 'flag', transform: `translate(${x} ${y})`,
        d: 'M-20 38V-36L26 -18L-12 -2V38Z' }));
    }
    for (const square of marks.starts || [])
      this.layers.marks.append(draw('polygon', { points: this.outline(square, 0.94), class: 'start' }));
    for (const [square, kind] of Object.entries(marks.targets || {})) {
      const [cx, cy] = this.centre(square);
      this.layers.targets.append(draw('circle', { cx, cy, r: !kind.startsWith('go') || /take|loss|lost/.test(kind)
        || this.pieces[square] ? 42 : 15, class: 'target ' + kind + (this.pieces[square] ? ' on-piece' : '') }));
    }
    for (const { from, to, kind } of marks.arrows || [])
      if (this.squares.has(from) && this.squares.has(to) && from !== to)
        this.layers.arrows.append(this.arrow(from, to, kind));
    this.marks = marks;
    this.describe();
  }

  /** Shows the person's drawings. @param {Drawing[]} drawings */
  setDrawings(drawings) {
    this.drawings = drawings;
    const shape = ({ colour, from, to }) => {
      if (!this.squares.has(from) || (to && (!this.squares.has(to) || to === from))) return [];
      const [cx, cy] = this.centre(from);
      return [to ? this.arrow(from, to, 'drawn colour-' + colour) : draw('circle',
        { cx, cy, r: 44, class: 'circle colour-' + colour })];
    };
    this.layers.drawings.replaceChildren(...drawings.flatMap(shape));
  }

  /** Shows which pieces can be dragged. @param {(square: string) => boolean} can */
  setLifts(can) {
    for (const [name, square] of this.squares) {
      const lift = Boolean(this.pieces[name]) && can(name);
      if (square.classList.contains('lift') !== lift) square.classList.toggle('lift', lift);
    }
  }

  /** @param {string} from @param {string} to @param {string} kind */
  arrow(from, to, kind) {
    const [x, y] = this.centre(from), [tx, ty] = this.centre(to), length = Math.hypot(tx - x, ty - y),
      dx = (tx - x) / length, dy = (ty - y) / length;
    const head = 36, wide = 26, ex = tx - dx * 12, ey = ty - dy * 12, bx = ex - dx * head, by = ey - dy * head;
    return draw('g', { class: 'arrow ' + kind }, draw('line', { x1: x + dx * 20, y1: y + dy * 20, x2: bx, y2: by }),
      draw('polygon',
        { points: `${ex},${ey} ${bx - dy * wide},${by + dx * wide} ${bx + dy * wide},${by - dx * wide}` }));
  }

  /** Labels every square for screen readers, once after simultaneous changes. */
  describe() {
    if (!this.described) return;
    this.described = false;
    queueMicrotask(() => {
      this.described = true;
      this.describeNow();
    });
  }

  describeNow() {
    const targets = (this.marks && this.marks.targets) || {}, starts = new Set((this.marks && this.marks.starts) || []);
    const flags = new Set((this.marks && this.marks.flags) || []);
    for (const [name, square] of this.squares) {
      const piece = this.pieces[name];
      const zones = this.game.zones.filter(zone => zone.squares.includes(name)).map(zone => ', ' + zone.name).join('');
      const seen = name + ', ' + (piece ? `${sideName(sideOf(piece))} ${nameOf(this.game, piece)}` : 'empty')
        + zones + (flags.has(name) ? ', flag' : '');
      const label = seen + (!targets[name] ? (starts.has(name) ? ', can be selected' : '')
        : targets[name].startsWith('lost') ? ', would be lost' : ', can be moved to');
      if (this.labels.get(name) === label) continue;
      this.labels.set(name, label);
      square.setAttribute('aria-label', label);
      /** @type {Node} */ (square.firstChild).textContent = seen;
    }
  }

  // ---- Hands on the board ----

  listen() {
    this.svg.addEventListener('pointerdown', event => this.down(event));
    this.svg.addEventListener('pointermove', event => this.move(event));
    this.svg.addEventListener('pointerup', event => this.up(event));
    this.svg.addEventListener('pointercancel', () => { this.endDrag(); this.pen = ''; });
    // A finger that holds a piece does not scroll the page; "touch-action" does not work for parts of an SVG.
    this.svg.addEventListener('touchmove', event => { if (this.drag && this.drag.can
      && event.cancelable) event.preventDefault(); }, { passive: false });
    this.svg.addEventListener('contextmenu', event => {
      const square = this.at(event);
      if (!square || !this.events.info) return;
      event.preventDefault();
      this.endDrag();
      // The right mouse button draws; its clicks are detected separately.
      if (!this.pen && performance.now() - this.penned > LATE) this.events.info(square);
    });
    this.svg.addEventListener('keydown', event => this.key(event));
    this.svg.addEventListener('pointerleave', event => this.hover(event));
  }

  /** The square under a pointer. @param {PointerEvent | MouseEvent} event */
  at(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const square = under && under.closest('[data-square]');
    return square && this.svg.contains(square) ? square.getAttribute('data-square') || '' : '';
  }

  /** A point of the screen in the board's units. @param {PointerEvent} event */
  local(event) {
    const matrix = this.svg.getScreenCTM();
    const p = matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
    return [p.x, p.y];
  }

  /** @param {PointerEvent} event */
  down(event) {
    const square = this.at(event);
    if (event.button === 2 && this.events.pen) this.pen = square;
    if (!square || event.button > 0) return;
    this.drag = { square, x: event.clientX, y: event.clientY, pointer: event.pointerId, moved: false,
      can: Boolean(this.pieces[square] && this.events.lift && this.events.lift(square)) };
    if (this.drag.can) event.preventDefault();
    longPress(event, () => {
      if (!this.events.info) return;
      this.endDrag();
      this.penned = performance.now();
      this.events.info(square);
    });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const drag = this.drag;
    if (!drag) this.hover(event);
    if (!drag || !drag.can || event.pointerId !== drag.pointer) return;
    if (!drag.moved) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < STILL) return;
      const piece = this.pieces[drag.square];
      // It may have vanished since the touch.
      if (!piece) {
        this.drag = null;
        return;
      }
      drag.moved = true;
      this.svg.setPointerCapture(event.pointerId);
      drag.ghost = drawPiece(this.game, piece, PIECE * 1.12);
      if (this.events.grab) this.events.grab(drag.square);
      this.layers.drag.append(drag.ghost);
      const figure = this.figure(drag.square);
      if (figure) figure.classList.add('lifted');
    }
    if (drag.hand)
      drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    else {
      const [x, y] = this.local(event);
      drag.ghost.setAttribute('transform', `translate(${x} ${y})`);
    }
    const over = this.at(event);
    if (over !== drag.over) {
      if (drag.over) this.cell(drag.over).classList.remove('over');
      if (over) this.cell(over).classList.add('over');
      drag.over = over;
      if (this.events.over) this.events.over(over);
    }
  }

  // ---- A piece dragged from a hand ----

  /**
   * A piece of a hand beside the board was touched: it can be dragged on to the board.
   * @param {PointerEvent} event @param {string} from "drop:M" @param {string} piece
   */
  touchHand(event, from, piece) {
    if (event.button > 0 || this.drag) return;
    const end = () => {
      document.removeEventListener('pointermove', moved);
      for (const name of ['pointerup', 'pointercancel']) document.removeEventListener(name, end);
    };
    const moved = (/** @type {PointerEvent} */ move) => {
      if (move.pointerId !== event.pointerId || Math.hypot(move.clientX - event.clientX,
        move.clientY - event.clientY) < STILL) return;
      end();
      this.dragHand(move, from, piece);
    };
    document.addEventListener('pointermove', moved);
    for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, end);
  }

  /** @param {PointerEvent} event @param {string} from @param {string} piece */
  dragHand(event, from, piece) {
    const size = this.cell(this.focused).getBoundingClientRect().width / (this.game.on_corner ? Math.SQRT2 : 1);
    const ghost = make('div', { class: 'from-hand' }, pieceIcon(this.game, piece));
    ghost.style.width = ghost.style.height = size + 'px';
    document.body.append(ghost);
    this.svg.setPointerCapture(event.pointerId);
    this.drag = { square: from, pointer: event.pointerId, moved: true, can: true, hand: true, ghost };
    if (this.events.grab) this.events.grab(from);
    this.move(event);
  }

  // ---- Arrows and circles ----

  /** The right button is up: a click on a piece shows its rules, anything else draws. @param {string} to */
  upPen(to) {
    const { pen: from } = this;
    this.endDrag();
    this.pen = '';
    this.penned = performance.now();
    if (from === to && this.pieces[from] && this.events.info) this.events.info(from);
    else if (to && this.events.pen) this.events.pen({ colour: 'G', from, to: from === to ? '' : to });
  }

  /** Reports the square under the mouse. @param {PointerEvent} event */
  hover(event) {
    if (!this.events.over || event.pointerType === 'touch') return;
    const square = event.type === 'pointerleave' ? '' : this.at(event);
    if (square === this.hovered) return;
    this.hovered = square;
    this.events.over(square);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const drag = this.drag;
    if (this.pen && event.button === 2) this.upPen(this.at(event));
    if (!drag || event.pointerId !== drag.pointer) return;
    const over = this.at(event);
    this.endDrag();
    if (drag.moved) {
      if (over !== drag.square && this.events.drop) this.events.drop(drag.square, over);
    } else if (over && over === drag.square && this.events.select) {
      this.focus(over, false);
      this.events.select(over);
    }
  }

  endDrag() {
    const drag = this.drag;
    this.drag = null;
    if (!drag || !drag.moved) return;
    drag.ghost.remove();
    const figure = this.figure(drag.square);
    if (figure) figure.classList.remove('lifted');
    if (drag.over) this.cell(drag.over).classList.remove('over');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
      step = steps[event.key];
    if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.step(step[0], step[1]);
    } else if ((event.key === 'Enter' || event.key === ' ') && this.events.select) {
      event.preventDefault();
      this.events.select(this.focused);
    } else if (event.key === '?' && this.events.info) {
      event.preventDefault();
      this.events.info(this.focused);
    }
  }

  /** To the next square in a direction on the screen. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const [x, y] = this.centre(this.focused);
    let best = '', lowest = Infinity;
    for (const name of this.squares.keys()) {
      const [tx, ty] = this.centre(name), along = (tx - x) * dx + (ty - y) * dy,
        aside = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
      if (along <= 1) continue;
      const cost = along + 3 * aside;
      if (cost < lowest) { lowest = cost; best = name; }
    }
    if (!best || lowest >= 6 * CELL) return;
    this.focus(best, true);
    this.ring(best, true);
    if (this.events.over) this.events.over(best);
  }

  /**
   * A ring around the square that has the focus, above everything.
   * @param {string} square @param {boolean} [keyed] it came there by a key
   */
  ring(square, keyed = false) {
    const cell = this.cell(square);
    this.layers.ring.replaceChildren(...(keyed || cell.matches(':focus-visible')
      ? [draw('polygon', { points: this.outline(square, 0.94), class: 'focus-ring' })] : []));
  }

  /** @param {string} square @param {boolean} really */
  focus(square, really) {
    const before = this.squares.get(this.focused), now = this.cell(square);
    if (before) before.setAttribute('tabindex', '-1');
    now.setAttribute('tabindex', '0');
    this.focused = square;
    if (really) now.focus();
  }
}

/** The distance of a point "x,y" from another. @param {string} point @param {number} x @param {number} y */
function distance(point, x, y) {
  const [px, py] = point.split(',').map(Number);
  return Math.hypot(px - x, py - y);
}

/**
 * Pieces after some squares have changed.
 * @param {Record<string, string>} pieces @param {Record<string, string>} sets @returns {Record<string, string>}
 */
export function after(pieces, sets) {
  const result = { ...pieces };
  for (const [square, piece] of Object.entries(sets)) {
    if (piece) result[square] = piece;
    else delete result[square];
  }
  return result;
}

/**
 * A small picture of a position, not interactive.
 * @param {Sheet} game @param {Record<string, string>} pieces
 * @param {{stacked?: boolean, flipped?: boolean, marked?: string[]}} [how] one board above the other;
 *   squares of the last move
 */
export function miniature(game, pieces, { stacked = game.boards > 1, flipped = false, marked = [] } = {}) {
  const geometry = Object.assign(new Geometry(), { game, stacked, flipped });
  const { files, ranks } = game, svg = draw('svg', { class: 'miniature', viewBox: geometry.extent().join(' '),
    'aria-hidden': 'true' });
  /** @type {Record<string, string>} */
  const paths = {};
  for (let rank = 1; rank <= ranks; ++rank) {
    for (let file = 0; file < files; ++file) {
      const square = String.fromCharCode(97 + file) + rank, { shade, board } = geometry.ground(square),
        kind = `square ${shade} board-${board}`;
      paths[kind] = (paths[kind] || '') + `M${geometry.outline(square).replaceAll(' ', 'L')}Z`;
    }
  }
  for (const [kind, d] of Object.entries(paths)) svg.append(draw('path', { class: kind, d }));
  for (const zone of game.zones.filter(each => each.colour)) {
    const path = draw('path', { d: zone.squares.map(square => `M${geometry.outline(square).replaceAll(' ', 'L')}Z`)
      .join('') });
    path.style.fill = '#' + zone.colour.toString(16).padStart(6, '0');
    svg.append(draw('g', { class: `zone kind-${zone.kind}` }, path));
  }
  svg.append(draw('path', { class: 'last', d: marked.map(square => `M${geometry.outline(square).replaceAll(' ', 'L')}Z`)
    .join('') }));
  for (const [square, piece] of Object.entries(pieces)) {
    if (!/^[a-p]\d{1,2}$/.test(square) || typeof piece !== 'string' || !/^\+?[A-Za-z]$/.test(piece)) continue;
    const [x, y] = geometry.centre(square), element = drawPiece(game, piece, PIECE);
    element.setAttribute('transform', `translate(${x} ${y})`);
    svg.append(element);
  }
  return svg;
}
