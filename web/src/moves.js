// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** The list of moves with variations, and the graph of a game. The main line has a column for each side. */
import { figured, moveText } from './pieces.js';
import { endOf, lineOf, partsOf, signsOf } from './tree.js';
import { draw, make } from './util.js';
import { expected } from './thinker.js';

/** @param {ListPart['kind']} kind @param {string} [text] @param {Ply | null} [node] @returns {ListPart} */
function part(kind, text = '', node = null) { return { kind, text, node }; }

/** A browser lays out only the visible blocks of a long game. Plies of the main line in one: */
const BLOCK = 200;

/**
 * All parts of the list.
 * @param {Game} game @param {number} first the number of the first move @param {string} start the side that begins
 */
function listOf(game, first, start) {
  /** @type {ListPart[]} */
  const parts = [part('block'), ...(game.root.comment ? [part('comment', game.root.comment)] : [])];
  let opens = true, level = 0;
  for (const { kind, node, ply } of partsOf(game.root)) {
    if (kind === 'move') {
      const half = ply + (start === 'b' ? 1 : 0), number = first + Math.floor(half / 2);
      if (half && half % BLOCK === 0 && !level) parts.push(part('block'));
      // Black's moves are numbered only where a line begins.
      if (half % 2 === 0 || opens) parts.push(part('number', number + (half % 2 === 0 ? '.' : '…')));
      parts.push({ ...part('move', moveText(node) + signsOf(node), node), move: moveText(node) });
      opens = Boolean(node.comment);
      if (node.comment) parts.push(part('comment', node.comment));
    } else {
      parts.push(part(kind));
      level += kind === 'open' ? 1 : -1;
      opens = true;
    }
  }
  return game.root.children.length ? parts : [...parts, part('nothing', 'No moves yet')];
}

/** @param {Game} game @param {ListPart} each @returns {HTMLElement[]} */
function show(game, { kind, text, node, move = '' }) {
  switch (kind) {
    case 'move': {
      const here = /** @type {Ply} */ (node), { side } = here;
      return [make('button', { class: 'move by-' + side, type: 'button', onclick: () => game.go(here) },
        ...figured(game.sheet, side, move), text.slice(move.length))];
    }
    case 'comment': return [make('span', { class: 'comment', text })];
    case 'block': return [make('div')];
    case 'open': return [make('span', { class: 'variation' })];
    case 'close': return [];
    default: return [make('span', { class: kind === 'number' ? 'number' : 'faint', text })];
  }
}

/** Variations that nest deeper are not indented further: no browser draws thousands of levels. */
const LEVELS_MAX = 64;

/** What lists show. @type {WeakMap<HTMLElement, ListPart[]>} */
const drawn = new WeakMap();

/** Has moves drawn from the beginning: pieces look different now. @param {...HTMLElement} lists */
export function forgetMoves(...lists) {
  for (const list of lists) {
    drawn.delete(list);
    list.replaceChildren();
  }
}

/**
 * Draws the list of moves. An unchanged beginning stays: in a long game one more move is little work.
 * @param {Game} game @param {HTMLElement} list @param {number} first the number of the first move @param {string} start
 *   the side that begins
 */
export function drawMoves(game, list, first, start) {
  const before = drawn.get(list) || [], parts = listOf(game, first, start), open = [list];
  const span = (/** @type {ListPart} */ each) => /** @type {HTMLElement} */ ((each.shown || [])[0]);
  const bracket = (/** @type {ListPart} */ each) => {
    if (each.kind === 'block') open.splice(1, Infinity, span(each));
    else if (each.kind === 'open') open.push(open.length > LEVELS_MAX ? open[open.length - 1] : span(each));
    else if (each.kind === 'close') open.pop();
  };
  let same = 0;
  for (; same < parts.length && same < before.length; ++same) {
    const old = before[same], now = parts[same];
    if (old.kind !== now.kind || old.text !== now.text || old.node !== now.node) break;
    parts[same] = old;
    bracket(old);
  }
  // The space before a move goes with it.
  for (const old of before.slice(same)) {
    const element = span(old);
    if (!element) continue;
    if (element.previousSibling instanceof Text) element.previousSibling.remove();
    element.remove();
  }
  for (const now of parts.slice(same)) {
    now.shown = show(game, now);
    const place = now.kind === 'block' ? list : open[open.length - 1];
    if (now.shown.length) place.append(...(now.kind !== 'block' && place.lastChild ? [' '] : []), ...now.shown);
    bracket(now);
  }
  drawn.set(list, parts);
  for (const each of parts) if (each.node) mark(span(each), each.node, each.node === game.node, list);
}

/**
 * How the move on the board, mistakes and scores are shown.
 * @param {HTMLElement} button @param {Ply} node @param {boolean} here @param {HTMLElement} list
 */
function mark(button, node, here, list) {
  const { classList } = button;
  if (classList.contains('mistake') !== Boolean(node.mark)) classList.toggle('mistake');
  if (button.title !== (node.scoreText || '')) button.title = node.scoreText || '';
  if (classList.contains('here') !== here) {
    classList.toggle('here');
    if (here) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
  if (!here) return;
  const top = button.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 30)
    list.scrollTop = top - list.clientHeight / 2;
}

/**
 * The scores of the line through the current node, once it was reviewed or came with evaluations: a line with gaps
 * where nothing was scored.
 * @param {Game} game @param {SVGSVGElement} svg
 */
export function drawGraph(game, svg) {
  const line = lineOf(endOf(game.node)), wide = 300 / Math.max(1, line.length - 1);
  svg.replaceChildren();
  if (!line.some(({ best, commands = [] }) => best || commands.some(([name]) => name === 'eval'))) return;
  const at = (/** @type {Ply} */ { score = 0 }, /** @type {number} */ i) =>
    `${(i * wide).toFixed(1)},${(80 - expected(score) * 80).toFixed(1)}`;
  const scored = line.map(({ score }) => score !== undefined),
    curve = line.map((n, i) => (scored[i] ? (scored[i - 1] ? 'L' : 'M') + at(n, i) : '')).join('');
  // Strokes of no length are round, however the picture is stretched.
  const dots = line.map((n, i) => (n.mark && scored[i] ? `M${at(n, i)}h0` : '')).join(''),
    here = line.indexOf(game.node) * wide;
  svg.append(draw('rect', { width: 300, height: 80, class: 'ground' }),
    draw('path', { d: 'M0 40H300', class: 'middle' }), draw('path', { d: curve, class: 'curve' }),
    draw('path', { d: dots, class: 'mistakes' }), draw('path', { d: `M${here} 0V80`, class: 'here' }));
  svg.onclick = event => {
    const box = svg.getBoundingClientRect();
    game.go(line[Math.round((event.clientX - box.left) / box.width * (line.length - 1))]);
  };
}
