// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** What pieces look like: a picture by the piece's name, or its letter; promoted forms are marked. */
import { draw, make, sideOf } from './util.js';

const PROMOTED = 'promoted ';

/** The page's picture of a piece, by its name; null where there is none. @param {string} name */
function pictureOf(name) {
  const base = name.startsWith(PROMOTED) ? name.slice(PROMOTED.length) : name;
  return document.getElementById('piece-' + base.replaceAll(' ', '-'));
}

/**
 * Has a game pictures of all its pieces? Else it has letters, for the two would not go together.
 * @type {WeakMap<Sheet, boolean>}
 */
const drawn = new WeakMap();

/** @param {Sheet} game */
function hasPictures(game) {
  if (!drawn.has(game)) drawn.set(game, game.pieces.every(sheet => pictureOf(sheet.name)));
  return drawn.get(game);
}

/** How pieces look. set: 'pictures', 'tokens' (pictures on discs) or 'letters' */
export const appearance = { set: 'pictures' };

/**
 * The data sheet of a piece as it is written on a board.
 * @param {Sheet} game @param {string} piece @returns {PieceSheet}
 */
export function sheetOf(game, piece) {
  const sheet = game.pieces.find(p => p.piece === piece.toUpperCase() && p.sides.includes(sideOf(piece)));
  return sheet || { name: piece, description: '', piece: piece.toUpperCase(), sides: 'wb', betza: '', royal: false };
}

/** @param {Sheet} game @param {string} piece */
export function nameOf(game, piece) { return sheetOf(game, piece).name; }

/** A piece around the origin of a group, `size` wide. @param {Sheet} game @param {string} piece @param {number} size */
export function drawPiece(game, piece, size) {
  const group = draw('g', { class: 'piece ' + (sideOf(piece) === 'w' ? 'white' : 'black') });
  const picture = appearance.set !== 'letters' && hasPictures(game) && pictureOf(nameOf(game, piece)),
    onDisc = appearance.set === 'tokens' || !picture;
  if (onDisc) group.append(draw('circle', { r: size * 0.45, class: 'disc' }));
  if (picture) {
    const part = onDisc ? size * 0.7 : size;
    group.append(draw('use', { href: '#' + picture.id, x: -part / 2, y: -part / 2, width: part, height: part,
      class: onDisc ? 'on-disc' : '' }));
  } else group.append(draw('text', { class: 'letter', y: size * 0.18, 'font-size': size * 0.52,
    text: piece.replace('+', '').toUpperCase() }));
  if (piece.startsWith('+')) {
    // A star of five points at the upper right.
    const points = Array.from({ length: 10 }, (_, i) => [Math.sin(i * Math.PI / 5), -Math.cos(i * Math.PI / 5)]
      .map((part, axis) => (axis ? -0.33 : 0.34) * size + part * size * (i % 2 ? 0.07 : 0.16)).join(','));
    group.append(draw('polygon', { points: points.join(' '), class: 'badge' }));
  }
  return group;
}

/** A piece as a picture of its own. @param {Sheet} game @param {string} piece */
export function pieceIcon(game, piece) {
  return draw('svg', { viewBox: '-50 -50 100 100', class: 'icon', 'aria-hidden': 'true' }, drawPiece(game, piece, 92));
}

// ---- Moves as people read them: the engine writes them with the letters of pieces in braces ("{N}f3") ----

/** A short text as plain letters. @param {string} text */
export function plain(text) { return text.replace(/[{}]/g, ''); }

/** A move of the tree, with braces if the engine has named it. @param {Ply} node */
export function moveText(node) { return node.san || node.move; }

/** A move of a line that the engine found. @param {Line} info @param {number} i which move of it @returns {string} */
export function lineText(info, i) { return (info.san && info.san[i]) || info.pv[i] || ''; }

/**
 * A short text as parts of a line: figurines, or letters in games with standard notation. Those who do not see
 * figurines hear letters.
 * @param {Sheet} sheet of the game @param {string} side who moves @param {string} text
 * @returns {(HTMLElement | string)[]}
 */
export function figured(sheet, side, text) {
  if (sheet.standard_notation || appearance.set === 'letters') return [plain(text)];
  return text.split(/\{(\+?[A-Za-z])\}/).map((part, i) => (i % 2 === 0 ? part
    : make('span', { class: 'figurine' }, pieceIcon(sheet, side === 'w' ? part.toUpperCase() : part.toLowerCase()),
      make('span', { class: 'hidden', text: part })))).filter(Boolean);
}
