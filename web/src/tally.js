// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** What the library's games played in a position. No part of it needs a page. */

/**
 * The next move of a kept game behind some moves, '' if it did not come there or ended there.
 * @param {{fen: string, moves: string[]} | null} played @param {string} fen @param {string[]} moves
 */
export function nextMove(played, fen, moves) {
  return played && played.fen === fen && moves.every((move, i) => move === played.moves[i])
    ? played.moves[moves.length] || '' : '';
}

/**
 * How often each move was played next.
 * @param {{result: string, played: {fen: string, moves: string[]} | null}[]} games @param {string} fen
 * @param {string[]} moves
 * @returns {Record<string, {games: number, white: number, draws: number, black: number}>}
 */
export function tally(games, fen, moves) {
  /** @type {Record<string, Count>} */
  const found = {};
  for (const { result, played } of games) {
    const move = nextMove(played, fen, moves);
    if (!move) continue;
    const count = found[move] = found[move] || { games: 0, white: 0, draws: 0, black: 0 };
    ++count.games;
    const kind = { '1-0': 'white', '1/2-1/2': 'draws', '0-1': 'black' }[result];
    if (kind) ++count[kind];
  }
  return found;
}
