// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** What several parts of the page say. */

/** @param {number} n @param {string} one @param {string} [many] */
export function count(n, one, many = one + 's') { return `${n} ${n === 1 ? one : many}`; }

export const texts = {
  friend: 'a friend',
  hint: move => `Hint: ${move}`,
  illegal: why => `Illegal move: ${why}`,
  inHand: (n, side, name) => `${n} ${side} ${name} in hand`,
  movesCount: plies => count(Math.ceil(plies / 2), 'move'),
  noMatch: 'No game matches.',
  notPossible: why => `Not possible: ${why}`,
  over: (result, reason) =>
    `${reason ? texts.reason(reason) + ' ' : ''}${{ '1-0': 'White wins.', '0-1': 'Black wins.' }[result] || 'Draw.'}`,
  playGame: title => `Play ${title}`,
  reason: why => (why ? `${why.charAt(0).toUpperCase()}${why.slice(1)}.` : ''),
  rulesLine: what => `Rules: ${what}`,
  rulesOwn: 'the game’s own',
  setUp: 'The position is set up.',
  toMove: side => `${side} to move`,
  unfinished: 'not finished',
};
