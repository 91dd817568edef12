// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/**
 * A board as SVG: any size, one or more boards, standing on an edge or a corner. Squares are
 * elements of their own, so what is under a finger needs no arithmetic. The board shows what it
 * is given and reports what is done to it; it knows no rule.
 */
import { drawPiece, nameOf } from './pieces.js';
import { calm, draw, sideName, sideOf } from './util.js';

const CELL = 100, GAP = 60, MARGIN = 44, PIECE = 90;
const STEP_TIME = 190;

/** The parts of a square's name. @param {string} square @returns {[number, number]} */
function place(square) { return [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1]; }

export class Board {
  /**
   * @param {SVGSVGElement} svg
   * @param {{select?: (square: string) => void, drop?: (from: string, to: string) => void, lift?: (square: string) => boolean,
   *          info?: (square: string) => void}} events lift: may the man here be dragged?
   */
  constructor(svg, events = {}) {
    this.svg = svg;
    this.events = events;
    /** @type {any} */
    this.game = null;
    this.flipped = false;
    this.stacked = false;
    /** @type {Record<string, string>} */
    this.men = {};
    /** @type {Map<string, any>} */
    this.squares = new Map();
    /** @type {Map<string, {piece: string, element: SVGGElement}>} */
    this.figures = new Map();
    /** What stands there when all motion has ended. @type {Record<string, string>} */
    this.goal = {};
    this.focused = '';
    /** @type {Record<string, any>} */
    this.layers = {};
    this.motion = 0;
    this.described = true;
    /** @type {Map<string, string>} */
    this.labels = new Map();
    /** @type {any} */
    this.drag = null;
    this.listen();
  }

  // ---- Geometry ----

  /** The middle of a square. @param {string} square @returns {[number, number]} */
  centre(square) {
    const [file, rank] = place(square);
    const { files, ranks, boards, corner } = this.game, per = files / boards, turned = this.flipped && !corner;
    const board = Math.floor(file / per);
    const f = turned ? per - 1 - file % per : file % per, r = turned ? rank : ranks - 1 - rank;
    let x = (f + 0.5) * CELL, y = (r + 0.5) * CELL;
    if (this.stacked) y += board * (ranks * CELL + GAP);
    else x += board * (per * CELL + GAP);
    if (corner) {
      const half = files * CELL / 2, s = this.flipped ? -Math.SQRT1_2 : Math.SQRT1_2, dx = x - half, dy = y - half;
      return [half + s * (dx - dy), half + s * (dx + dy)];
    }
    return [x, y];
  }

  /** A point of a square, by parts of its sides from the middle. @param {string} square @param {number} dx @param {number} dy */
  point(square, dx, dy) {
    const [x, y] = this.centre(square);
    if (!this.game.corner) return [x + dx * CELL, y + dy * CELL];
    const s = Math.SQRT1_2 * CELL;
    return [x + s * (dx - dy), y + s * (dx + dy)];
  }

  /** @param {string} square @param {number} part of the cell */
  outline(square, part = 1) {
    const h = part / 2;
    return [[-h, -h], [h, -h], [h, h], [-h, h]].map(([dx, dy]) => this.point(square, dx, dy).map(n => Math.round(n * 10) / 10).join(',')).join(' ');
  }

  extent() {
    const { files, ranks, boards, corner } = this.game, per = files / boards;
    if (corner) {
      const half = files * CELL / 2, reach = files * CELL * Math.SQRT1_2;
      return [half - reach - 12, half - reach - 12, 2 * reach + 24, 2 * reach + 24 + MARGIN / 2];
    }
    const width = this.stacked ? per * CELL : files * CELL + (boards - 1) * GAP;
    const height = this.stacked ? boards * ranks * CELL + (boards - 1) * GAP : ranks * CELL;
    return [-MARGIN, -8, width + MARGIN + 8, height + MARGIN + 8];
  }

  // ---- Drawing the board ----

  /** @param {any} game @param {boolean} flipped @param {boolean} stacked one board above the other */
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
    for (const layer of ['squares', 'zones', 'labels', 'marks', 'pieces', 'targets', 'arrows', 'drag']) {
      this.layers[layer] = draw('g', { class: layer });
      this.svg.append(this.layers[layer]);
    }
    const { files, ranks, boards } = game, per = files / boards;
    // White's last rank first, so that reading goes from the top.
    for (let rank = ranks; rank >= 1; --rank) {
      for (let file = 0; file < files; ++file) this.addSquare(String.fromCharCode(97 + file) + rank, (file % per + rank) % 2 ? 'light' : 'dark', Math.floor(file / per));
    }
    this.drawZones();
    this.drawLabels();
    const first = 'a' + (flipped ? ranks : 1);
    this.focused = this.squares.has(this.focused) ? this.focused : first;
    this.squares.get(this.focused).setAttribute('tabindex', '0');
  }

  /** @param {string} name @param {string} shade @param {number} board */
  addSquare(name, shade, board) {
    const square = draw('polygon', {
      class: `square ${shade} board-${board}`, points: this.outline(name), 'data-square': name, role: 'button', tabindex: '-1',
      onfocus: () => this.focus(name, false),
    });
    this.squares.set(name, square);
    this.layers.squares.append(square);
  }

  drawZones() {
    for (const zone of this.game.zones) {
      const group = draw('g', { class: `zone kind-${zone.kind}`, 'data-zone': zone.name });
      if (zone.colour) group.style.setProperty('--zone', '#' + zone.colour.toString(16).padStart(6, '0'));
      else group.classList.add('quiet');
      for (const square of zone.squares) group.append(draw('polygon', { points: this.outline(square) }));
      this.layers.zones.append(group);
    }
  }

  /** Makes a zone stand out; '' for none. @param {string} name */
  showZone(name) {
    for (const group of this.layers.zones.children) group.classList.toggle('shown', group.dataset.zone === name);
  }

  drawLabels() {
    const { files, ranks, boards, corner } = this.game, per = files / boards, low = this.flipped ? ranks : 1;
    const add = (square, dx, dy, text) => {
      const [x, y] = this.point(square, dx, dy);
      this.layers.labels.append(draw('text', { x, y, text }));
    };
    for (let file = 0; file < files; ++file) add(String.fromCharCode(97 + file) + low, 0, 0.7, String.fromCharCode(97 + file));
    for (let board = 0; board < (this.stacked ? boards : 1); ++board) {
      // On its corner the board's lower edges are labelled.
      const first = board * per, file = String.fromCharCode(97 + (this.flipped === corner ? first : first + per - 1));
      for (let rank = 1; rank <= ranks; ++rank) add(file + rank, corner ? 0.7 : -0.7, 0, String(rank));
    }
  }

  // ---- Men ----

  /** Shows men at once, ending any motion. @param {Record<string, string>} men */
  setMen(men) {
    ++this.motion;
    this.goal = men;
    this.drawMen(men);
  }

  /** Draws men; those who stand where they stood stay, which spares the browser most of the work. @param {Record<string, string>} men */
  drawMen(men) {
    this.men = men;
    for (const [square, { piece, element }] of this.figures) {
      if (men[square] !== piece) {
        element.remove();
        this.figures.delete(square);
      } else if (element.getAnimations) {
        for (const animation of element.getAnimations()) animation.cancel();
      }
    }
    for (const [square, piece] of Object.entries(men)) if (!this.figures.has(square)) this.addMan(square, piece);
    this.describe();
  }

  /** @param {string} square @param {string} piece */
  addMan(square, piece) {
    const [x, y] = this.centre(square), element = drawPiece(this.game, piece, PIECE);
    element.setAttribute('transform', `translate(${x} ${y})`);
    this.figures.set(square, { piece, element });
    this.layers.pieces.append(element);
  }

  /** The drawing of the man on a square. @param {string} square */
  figure(square) {
    const found = this.figures.get(square);
    return found ? found.element : null;
  }

  /**
   * Shows steps one after the other, each a leg with `moves`, `takes` and `sets`.
   * @param {Record<string, string>} from @param {any[]} steps @param {Record<string, string>} end what stands there at last
   * @param {string} [skip] a square whose man was dragged there already
   */
  async play(from, steps, end, skip = '') {
    if (calm() || document.hidden || steps.length > 12) {
      this.setMen(end);
      return;
    }
    let men = from;
    this.setMen(men);
    this.goal = end;
    const run = this.motion;
    for (const step of steps) {
      const moving = [];
      if (step.by === 'shot') moving.push(this.flash(step.from, step.to));
      for (const [origin, target] of step.moves) {
        const figure = this.figure(origin);
        if (!figure) continue;
        const [x, y] = this.centre(origin), [tx, ty] = this.centre(target);
        this.layers.pieces.append(figure);
        if (target === skip) {
          figure.setAttribute('transform', `translate(${tx} ${ty})`);
          this.figures.set(origin, { piece: '', element: figure });
          continue;
        }
        moving.push(figure.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${tx}px, ${ty}px)` }],
          { duration: STEP_TIME, easing: 'ease-in-out' }).finished);
      }
      for (const square of step.takes) {
        const figure = this.figure(square);
        if (figure) moving.push(figure.animate([{ opacity: 1 }, { opacity: 0 }], { duration: STEP_TIME, fill: 'forwards' }).finished);
      }
      await Promise.allSettled(moving);
      if (run !== this.motion) return;
      men = after(men, step.sets);
      this.drawMen(men);
    }
    this.setMen(end);
  }

  /** @param {string} from @param {string} to */
  flash(from, to) {
    const arrow = this.arrow(from, to, 'shot');
    this.layers.arrows.append(arrow);
    return arrow.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }], { duration: 2 * STEP_TIME }).finished.then(() => arrow.remove(), () => arrow.remove());
  }

  // ---- Marks ----

  /**
   * What is marked: classes by square, dots or rings where a man can go, arrows.
   * @param {{classes?: Record<string, string>, targets?: Record<string, string>, starts?: string[],
   *          arrows?: {from: string, to: string, kind: string}[]}} marks
   */
  setMarks(marks) {
    this.layers.marks.replaceChildren();
    this.layers.targets.replaceChildren();
    this.layers.arrows.replaceChildren();
    for (const [square, kind] of Object.entries(marks.classes || {})) this.layers.marks.append(draw('polygon', { points: this.outline(square), class: kind }));
    for (const square of marks.starts || []) this.layers.marks.append(draw('polygon', { points: this.outline(square, 0.94), class: 'start' }));
    for (const [square, kind] of Object.entries(marks.targets || {})) {
      const [cx, cy] = this.centre(square);
      this.layers.targets.append(draw('circle', { cx, cy, r: !kind.startsWith('go') || kind.includes('take') || this.men[square] ? 42 : 15, class: 'target ' + kind + (this.men[square] ? ' on-man' : '') }));
    }
    for (const { from, to, kind } of marks.arrows || []) if (this.squares.has(from) && this.squares.has(to) && from !== to) this.layers.arrows.append(this.arrow(from, to, kind));
    this.marks = marks;
    this.describe();
  }

  /** Shows which men can be dragged. @param {(square: string) => boolean} can */
  setLifts(can) {
    for (const [name, square] of this.squares) {
      const lift = Boolean(this.men[name]) && can(name);
      if (square.classList.contains('lift') !== lift) square.classList.toggle('lift', lift);
    }
  }

  /** @param {string} from @param {string} to @param {string} kind */
  arrow(from, to, kind) {
    const [x, y] = this.centre(from), [tx, ty] = this.centre(to), length = Math.hypot(tx - x, ty - y), dx = (tx - x) / length, dy = (ty - y) / length;
    const head = 36, wide = 26, ex = tx - dx * 12, ey = ty - dy * 12, bx = ex - dx * head, by = ey - dy * head;
    return draw('g', { class: 'arrow ' + kind },
      draw('line', { x1: x + dx * 20, y1: y + dy * 20, x2: bx, y2: by }),
      draw('polygon', { points: `${ex},${ey} ${bx - dy * wide},${by + dx * wide} ${bx + dy * wide},${by - dx * wide}` }));
  }

  /** Names every square for those who do not see it, once after all that changes together. */
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
    for (const [name, square] of this.squares) {
      const man = this.men[name];
      const label = name + (man ? `, ${sideName(sideOf(man))} ${nameOf(this.game, man)}` : ', empty')
        + (targets[name] ? ', can be played to' : starts.has(name) ? ', can be taken up' : '');
      if (this.labels.get(name) === label) continue;
      this.labels.set(name, label);
      square.setAttribute('aria-label', label);
    }
  }

  // ---- Hands on the board ----

  listen() {
    this.svg.addEventListener('pointerdown', event => this.down(event));
    this.svg.addEventListener('pointermove', event => this.move(event));
    this.svg.addEventListener('pointerup', event => this.up(event));
    this.svg.addEventListener('pointercancel', () => this.endDrag());
    // A finger that holds a man does not scroll the page; "touch-action" can not tell that of parts of an SVG.
    this.svg.addEventListener('touchmove', event => { if (this.drag && this.drag.can && event.cancelable) event.preventDefault(); }, { passive: false });
    this.svg.addEventListener('contextmenu', event => {
      const square = this.at(event);
      if (!square || !this.events.info) return;
      event.preventDefault();
      this.endDrag();
      this.events.info(square);
    });
    this.svg.addEventListener('keydown', event => this.key(event));
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
    if (!square || event.button > 0) return;
    this.drag = { square, x: event.clientX, y: event.clientY, pointer: event.pointerId, moved: false,
      can: Boolean(this.men[square] && this.events.lift && this.events.lift(square)) };
    if (this.drag.can) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const drag = this.drag;
    if (!drag || !drag.can || event.pointerId !== drag.pointer) return;
    if (!drag.moved) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
      drag.moved = true;
      this.svg.setPointerCapture(event.pointerId);
      if (this.events.select && !(this.marks && this.marks.classes && /selected/.test(this.marks.classes[drag.square] || ''))) this.events.select(drag.square);
      drag.ghost = drawPiece(this.game, this.men[drag.square], PIECE * 1.12);
      this.layers.drag.append(drag.ghost);
      const figure = this.figure(drag.square);
      if (figure) figure.classList.add('lifted');
    }
    const [x, y] = this.local(event);
    drag.ghost.setAttribute('transform', `translate(${x} ${y})`);
    const over = this.at(event);
    if (over !== drag.over) {
      if (drag.over) this.squares.get(drag.over).classList.remove('over');
      if (over) this.squares.get(over).classList.add('over');
      drag.over = over;
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const over = this.at(event);
    this.endDrag();
    if (drag.moved) {
      if (over && over !== drag.square && this.events.drop) this.events.drop(drag.square, over);
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
    if (drag.over) this.squares.get(drag.over).classList.remove('over');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }, step = steps[event.key];
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

  /** To the next square in a direction as it is seen. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const [x, y] = this.centre(this.focused);
    let best = '', least = Infinity;
    for (const name of this.squares.keys()) {
      const [tx, ty] = this.centre(name), along = (tx - x) * dx + (ty - y) * dy, aside = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
      if (along <= 1) continue;
      const cost = along + 3 * aside;
      if (cost < least) { least = cost; best = name; }
    }
    if (best && least < 6 * CELL) this.focus(best, true);
  }

  /** @param {string} square @param {boolean} really */
  focus(square, really) {
    const before = this.squares.get(this.focused), now = this.squares.get(square);
    if (before) before.setAttribute('tabindex', '-1');
    now.setAttribute('tabindex', '0');
    this.focused = square;
    if (really) now.focus();
  }
}

/**
 * Men after some squares have changed.
 * @param {Record<string, string>} men @param {Record<string, string>} sets
 * @returns {Record<string, string>}
 */
export function after(men, sets) {
  const result = { ...men };
  for (const [square, piece] of Object.entries(sets)) {
    if (piece) result[square] = piece;
    else delete result[square];
  }
  return result;
}
