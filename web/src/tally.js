// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** What the library's games played in a position. No part of it needs a page. */

/**
 * The next move of a kept game behind some moves, '' if it did not come there or ended there.
 * @param {any} data of the library @param {string} fen @param {string[]} moves
 */
export function nextMove(data, fen, moves) {
  if (!data || data.fen !== fen || !Array.isArray(data.tree)) return '';
  let node = data.tree;
  for (const move of moves) {
    node = node[3];
    if (!Array.isArray(node) || node[0] !== move) return '';
  }
  return Array.isArray(node[3]) && typeof node[3][0] === 'string' ? node[3][0] : '';
}

/**
 * How often each move was played next.
 * @param {{result: string, data: any}[]} games @param {string} fen @param {string[]} moves
 * @returns {Record<string, {games: number, white: number, draws: number, black: number}>}
 */
export function tally(games, fen, moves) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const { result, data } of games) {
    const move = nextMove(data, fen, moves);
    if (!move) continue;
    const count = found[move] = found[move] || { games: 0, white: 0, draws: 0, black: 0 };
    ++count.games;
    const kind = { '1-0': 'white', '1/2-1/2': 'draws', '0-1': 'black' }[result];
    if (kind) ++count[kind];
  }
  return found;
}
