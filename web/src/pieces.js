// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** What pieces look like: a picture by the piece's name, or its letter; promoted forms are marked. */
import { $, draw, sideOf } from './util.js';

const PROMOTED = 'promoted ';

/** The page's pictures by the names of pieces, read when the first one is drawn. @type {Record<string, string> | null} */
let pictures = null;

/** @param {string} name of a piece */
function pictureOf(name) {
  pictures = pictures || JSON.parse($('pictures').textContent);
  return /** @type {Record<string, string>} */ (pictures)[name];
}

/** How pieces and moves look. set: 'pictures', 'tokens' (pictures on discs) or 'letters'; coordinates: moves as "g1f3" */
export const appearance = { set: 'pictures', coordinates: false };

/**
 * The data sheet of a piece as it is written on a board.
 * @param {any} game @param {string} piece
 */
export function sheetOf(game, piece) {
  const sheet = game.pieces.find(p => p.piece === piece.toUpperCase() && p.sides.includes(sideOf(piece)));
  return sheet || { name: piece, description: '', piece: piece.toUpperCase(), sides: 'wb', betza: '' };
}

/** @param {any} game @param {string} piece */
export function nameOf(game, piece) { return sheetOf(game, piece).name; }

/**
 * A piece around the origin of a group, `size` wide.
 * @param {any} game @param {string} piece @param {number} size
 */
export function drawPiece(game, piece, size) {
  const group = draw('g', { class: 'piece ' + (sideOf(piece) === 'w' ? 'white' : 'black') });
  const sheet = sheetOf(game, piece), promoted = piece.startsWith('+');
  const base = sheet.name.startsWith(PROMOTED) ? sheet.name.slice(PROMOTED.length) : sheet.name;
  const picture = pictureOf(sheet.name) || pictureOf(base);
  if (picture && appearance.set !== 'letters') {
    if (appearance.set === 'tokens') group.append(draw('circle', { r: size * 0.48, class: 'token' }));
    const part = appearance.set === 'tokens' ? size * 0.74 : size;
    group.append(draw('use', { href: '#' + sideOf(piece) + '-' + picture, x: -part / 2, y: -part / 2, width: part, height: part }));
  } else {
    group.append(draw('circle', { r: size * 0.43, class: 'disc' }));
    group.append(draw('text', { class: 'letter', y: size * 0.17, 'font-size': size * 0.5, text: piece.replace('+', '').toUpperCase() }));
  }
  if (promoted) {
    // A star of five points at the upper right.
    const points = Array.from({ length: 10 }, (_, i) => [Math.sin(i * Math.PI / 5), -Math.cos(i * Math.PI / 5)].map((part, axis) => (axis ? -0.33 : 0.34) * size + part * size * (i % 2 ? 0.07 : 0.16)).join(','));
    group.append(draw('polygon', { points: points.join(' '), class: 'badge' }));
  }
  return group;
}

/** A piece as a picture of its own. @param {any} game @param {string} piece */
export function pieceIcon(game, piece) {
  return draw('svg', { viewBox: '-50 -50 100 100', class: 'icon', 'aria-hidden': 'true' }, drawPiece(game, piece, 92));
}
