// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Moves as people read them. The engine writes them with the letters of pieces in braces ("{N}f3"). They become
 * figurines, or stay letters in games with standard notation.
 */
import { appearance, pieceIcon } from './pieces.js';
import { make } from './util.js';

/** A short text as plain letters. @param {string} text */
export function plain(text) { return text.replace(/[{}]/g, ''); }

/** A move of the tree, with braces if the engine has named it. @param {Ply} node */
export function moveText(node) { return node.san || node.move; }

/** A move of a line that the engine found. @param {Line} info @param {number} i which move of it @returns {string} */
export function lineText(info, i) { return (info.san && info.san[i]) || info.pv[i] || ''; }

/**
 * A short text as parts of a line. Those who do not see figurines hear letters.
 * @param {Sheet} sheet of the game @param {string} side who moves @param {string} text
 * @returns {(HTMLElement | string)[]}
 */
export function figured(sheet, side, text) {
  if (sheet.standard_notation || appearance.set === 'letters') return [plain(text)];
  return text.split(/\{(\+?[A-Za-z])\}/).map((part, i) => (i % 2 === 0 ? part
    : make('span', { class: 'figurine' }, pieceIcon(sheet, side === 'w' ? part.toUpperCase() : part.toLowerCase()),
      make('span', { class: 'hidden', text: part })))).filter(Boolean);
}
