// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** What each side has captured, and who is ahead in material, as the engine counts it. */
import { nameOf, pieceIcon } from './pieces.js';
import { $, make, other, sideOf } from './util.js';

/** The last drawing, so that nothing is drawn twice. @type {Record<string, string>} */
const drawn = {};

/** @param {Game} game @param {boolean} flipped */
export function drawMaterial(game, flipped) {
  const { material } = game.look, bottom = flipped ? 'b' : 'w';
  for (const [id, side] of [['taken-top', other(bottom)], ['taken-bottom', bottom]]) {
    const ahead = Math.round((side === 'w' ? 1 : -1) * material.balance / 100);
    const taken = Object.entries(material.captured).filter(([piece]) => sideOf(piece) !== side),
      key = JSON.stringify([game.sheet.name, taken, ahead, side]);
    if (drawn[id] === key) continue;
    drawn[id] = key;
    const icons = taken.flatMap(([piece, count]) => Array.from({ length: /** @type {number} */ (count) }, (_, i) => {
      const icon = pieceIcon(game.sheet, piece);
      icon.classList.toggle('again', i > 0);
      return icon;
    }));
    const words = taken.map(([piece, count]) => (count === 1 ? '' : `${count} × `) + nameOf(game.sheet, piece))
      .join(', ');
    $(id).replaceChildren(make('span', { class: 'hidden', text: words && `Captured: ${words}` }),
      make('span', { class: 'taken-pieces' }, ...icons), make('span',
        { class: 'ahead', text: ahead > 0 ? '+' + ahead : '', title: 'Ahead in material, in pawns' }));
    $(id).title = words && `Captured: ${words}`;
  }
}

export function forgetMaterial() { for (const id of Object.keys(drawn)) delete drawn[id]; }
