// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Pictures of positions, with the pieces in hand, as SVG and as pixels. */
import { Board } from './board.js';
import { CELL } from './geometry.js';
import { drawPiece } from './pieces.js';
import { draw, other, sideOf } from './util.js';

const HAND = 0.9 * CELL;

/** The styles of a drawing in the page that a file keeps. */
const STYLES = ['color', 'fill', 'stroke', 'stroke-width', 'opacity', 'fill-opacity', 'font-size', 'font-family',
  'font-weight', 'text-anchor', 'dominant-baseline',
  'stroke-linejoin', 'stroke-linecap', 'stroke-dasharray', 'display'];

/**
 * A position as the text of an SVG file.
 * @param {Board} like a board that looks the same way @param {Look} look @param {Marks} [marks]
 * @param {Drawing[]} [drawings] @returns {{text: string, width: number, height: number}}
 */
export function pictureOf(like, look, marks = {}, drawings = []) {
  const svg = draw('svg', { class: 'symbols', width: 0, height: 0 }), board = new Board(svg),
    { game, flipped, stacked } = like;
  document.body.append(svg);
  board.setGame(game, flipped, stacked);
  board.setPieces(look.board);
  board.setMarks(marks);
  board.setDrawings(drawings);
  const [x, y, width, deep] = board.extent(), room = game.hand_pieces.length ? HAND : 0, height = deep + 2 * room;
  if (room) {
    const top = flipped ? 'w' : 'b';
    drawHand(board, look.hands, top, x + CELL / 2, y - HAND / 2, width - CELL);
    drawHand(board, look.hands, other(top), x + CELL / 2, y + deep + HAND / 2, width - CELL);
  }
  svg.setAttribute('viewBox', [x, y - room, width, height].join(' '));
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  const text = fileOf(svg);
  svg.remove();
  return { text, width, height };
}

/**
 * A row with a side's hand.
 * @param {Board} board @param {Record<string, number>} hands @param {string} side @param {number} x @param {number} y
 * @param {number} width
 */
function drawHand(board, hands, side, x, y, width) {
  const held = Object.entries(hands).filter(([piece, count]) => count && sideOf(piece) === side),
    step = Math.min(1.3 * CELL, width / Math.max(1, held.length));
  held.forEach(([piece, count], i) => {
    const group = draw('g', { transform: `translate(${x + i * step} ${y})` },
      drawPiece(board.game, piece, Math.min(0.75 * CELL, 0.8 * step)));
    if (count > 1)
      group.append(draw('text', { x: 0.36 * CELL, y: 0.1 * CELL, class: 'hand-number', text: '×' + count }));
    board.svg.append(group);
  });
}

/** A drawing as a file: with the styles that it has here. @param {SVGSVGElement} svg */
function fileOf(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true)), used = new Set(), from = svg.querySelectorAll('*'),
    to = copy.querySelectorAll('*');
  from.forEach((element, i) => {
    const style = getComputedStyle(element), target = to[i], href = target.getAttribute('href');
    for (const name of STYLES)
      if (style.getPropertyValue(name)) target.setAttribute(name, style.getPropertyValue(name));
    for (const name of target.getAttributeNames()) {
      if (/^(aria|data|tabindex|role|class|style)/.test(name)) target.removeAttribute(name);
    }
    if (href) used.add(href.slice(1));
  });
  copy.prepend(draw('defs', {}, ...[...used].flatMap(id => {
    const symbol = document.getElementById(id);
    return symbol ? [symbol.cloneNode(true)] : [];
  })));
  for (const name of ['style', 'class']) copy.removeAttribute(name);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}

/**
 * A picture as pixels, on the page's ground.
 * @param {{text: string, width: number, height: number}} picture @param {number} size of its longer side
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function pixelsOf({ text, width, height }, size) {
  const canvas = document.createElement('canvas'), scale = size / Math.max(width, height), image = new Image(),
    url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  try {
    image.src = url;
    await image.decode();
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}
