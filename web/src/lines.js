// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Lines of an engine or a book: each move can be clicked, and shows its position on hover. */
import { figured, lineText } from './pieces.js';
import { miniature } from './board.js';
import { movesTo } from './tree.js';
import { $, make, other } from './util.js';

const GAP = 8;
/** Counts hovers, so that a late picture is not shown. */
let serial = 0;

/**
 * "16." before move number i of a line, if White makes it; "15…" before the first if Black does.
 * @param {Look} look the position before the line @param {number} i @param {boolean} [first]
 */
export function numberOf({ side, move_number: number }, i, first) {
  const half = i + (side === 'w' ? 0 : 1), text = number + Math.floor(half / 2) + (half % 2 ? '…' : '.');
  return half % 2 && !first ? [] : [make('span', { class: 'number', text }), ' '];
}

/**
 * The moves of a line after the position on the board, those after the first with their numbers.
 * @param {Game} game @param {{pv: string[], san?: string[]}} line @param {number} most
 */
export function movesOfLine(game, line, most) {
  const { node, sheet, look } = game, { side } = look;
  return line.pv.slice(0, most).flatMap((move, i) => {
    const moves = line.pv.slice(0, i + 1), button = make('button', {
      class: i ? 'move later' : 'move', type: 'button', 'data-move': move,
      onclick: async () => {
        hide();
        for (const each of game.node === node ? moves : []) if (!await game.commit(each)) return;
      },
      onpointerenter: event => { if (event.pointerType !== 'touch') preview(game, moves, button); },
      onfocus: () => { if (button.matches(':focus-visible')) preview(game, moves, button); }, onpointerleave: hide,
        onblur: hide,
    }, ...figured(sheet, i % 2 === 0 ? side : other(side), lineText(line, i)));
    return i ? [' ', ...numberOf(look, i), button] : [button];
  });
}

/**
 * Shows where some moves lead, beside a button.
 * @param {Game} game @param {string[]} moves @param {HTMLElement} button
 */
async function preview(game, moves, button) {
  const mine = ++serial, { node, sheet, flipped } = game;
  const look = await game.rules.ask({ do: 'position', ...game.request(node), moves: [...movesTo(node), ...moves] })
    .catch(() => null);
  if (!look || mine !== serial || !button.isConnected) return;
  const place = $('preview'), last = look.last.legs.flatMap(leg => Object.keys(leg.changes));
  place.replaceChildren(miniature(sheet, look.board, { flipped, marked: last }));
  place.hidden = false;
  const at = button.getBoundingClientRect(), box = place.getBoundingClientRect();
  place.style.left = Math.max(GAP, Math.min(at.left, innerWidth - box.width - GAP)) + 'px';
  place.style.top = (at.bottom + GAP + box.height > innerHeight ? at.top - box.height - GAP : at.bottom + GAP) + 'px';
}

export function hide() {
  ++serial;
  $('preview').hidden = true;
}
