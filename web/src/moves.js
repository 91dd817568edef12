// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** The list of turns with side lines, and the graph of a game. */
import { depthOf, lineOf, endOf, signsOf } from './tree.js';
import { draw, make } from './util.js';
import { expected } from './thinker.js';

/** @typedef {import('./tree.js').Node} Node */

/**
 * @param {any} game @param {HTMLElement} list @param {number} first the number of the first turn @param {string} start the side that begins
 */
export function drawMoves(game, list, first, start) {
  const here = game.node;
  const button = (/** @type {Node} */ node) => {
    const classes = ['turn', node === here ? 'here' : '', node.mark ? 'mistake' : ''].join(' ');
    return make('button', { class: classes, type: 'button', 'aria-current': node === here ? 'true' : null, title: node.scoreText || null,
      onclick: () => game.go(node), text: node.turn + signsOf(node) });
  };
  const number = (/** @type {Node} */ node, /** @type {boolean} */ opens) => {
    const ply = depthOf(node) - 1 + (start === 'b' ? 1 : 0), turn = first + Math.floor(ply / 2);
    // Black's turns are numbered only where a line begins.
    return ply % 2 === 0 ? turn + '. ' : opens ? turn + '… ' : '';
  };
  /** A line from a node on, side lines in brackets behind the turn they replace. */
  const write = (/** @type {Node} */ node, /** @type {HTMLElement} */ into) => {
    let opens = true;
    for (let n = node; n; n = n.children[0]) {
      const label = number(n, opens);
      if (label) into.append(make('span', { class: 'number', text: label }));
      into.append(button(n), ' ');
      opens = Boolean(n.comment);
      if (n.comment) into.append(make('span', { class: 'comment', text: n.comment }), ' ');
      const siblings = n.parent && n.parent.children[0] === n ? n.parent.children.slice(1) : [];
      for (const sibling of siblings) {
        const side = make('span', { class: 'side-line' });
        write(sibling, side);
        into.append(side);
        opens = true;
      }
    }
  };
  list.replaceChildren();
  if (game.root.comment) list.append(make('span', { class: 'comment', text: game.root.comment }), ' ');
  if (game.root.children.length) write(game.root.children[0], list);
  else list.append(make('span', { class: 'faint', text: 'No turns yet' }));
  const current = list.querySelector('.here');
  if (current instanceof HTMLElement) {
    const top = current.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 30) list.scrollTop = top - list.clientHeight / 2;
  }
}

/** The scores of the line through the current node. @param {any} game @param {SVGSVGElement} svg */
export function drawGraph(game, svg) {
  const line = lineOf(endOf(game.node)), known = line.filter(n => n.score !== undefined);
  svg.replaceChildren();
  if (svg.parentElement) svg.parentElement.hidden = known.length < 2;
  if (known.length < 2) return;
  const x = i => (i / Math.max(1, line.length - 1)) * 300, y = score => 80 - expected(score) * 80;
  const points = line.map((n, i) => (n.score === undefined ? '' : `${x(i).toFixed(1)},${y(n.score).toFixed(1)}`)).filter(Boolean);
  svg.append(draw('rect', { width: 300, height: 80, class: 'ground' }), draw('line', { x1: 0, x2: 300, y1: 40, y2: 40, class: 'middle' }),
    draw('polyline', { points: points.join(' '), class: 'curve' }));
  line.forEach((n, i) => {
    if (n.mark && n.score !== undefined) svg.append(draw('circle', { cx: x(i), cy: y(n.score), r: 3.5, class: 'mistake' }));
  });
  const at = line.indexOf(game.node);
  svg.append(draw('line', { x1: x(at), x2: x(at), y1: 0, y2: 80, class: 'here' }));
  svg.onclick = event => {
    const box = svg.getBoundingClientRect();
    game.go(line[Math.round((event.clientX - box.left) / box.width * (line.length - 1))]);
  };
}
