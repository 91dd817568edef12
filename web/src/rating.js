// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** The solver's rating and its storage. */

/** The number of solved puzzles remembered for a game. */
export const SOLVED_MAX = 600;
/** Rating deviation of a new solver, of a puzzle, and the minimum for a solver. */
export const NEW_RATING = 1000;
/** No wider: one puzzle must not decide. */
const NEW_DEVIATION = 100, PUZZLE_DEVIATION = 100, MIN_DEVIATION = 60, MIN_RATING = 100;

/**
 * A solver's rating after one puzzle: Mark Glickman's Glicko system (1995), one game a period.
 * @param {{rating: number, deviation: number}} solver @param {number} puzzle its rating @param {number} result 1
 *   solved, 0 not
 */
export function rated(solver, puzzle, result) {
  const q = Math.LN10 / 400, g = 1 / Math.sqrt(1 + 3 * (q * PUZZLE_DEVIATION / Math.PI) ** 2);
  const expected = 1 / (1 + 10 ** (-g * (solver.rating - puzzle) / 400)),
    information = q * q * g * g * expected * (1 - expected);
  const weight = 1 / (1 / solver.deviation ** 2 + information);
  return {
    rating: Math.max(MIN_RATING, Math.round(solver.rating + q * weight * g * (result - expected))),
    deviation: Math.max(MIN_DEVIATION, Math.round(Math.sqrt(weight))),
  };
}

/** The stored data of a solver; anybody can write to the storage. @param {any} data @returns {Score} */
export function readScore(data) {
  const fine = (value, low, high, otherwise) => (Number.isFinite(value) && value >= low && value <= high ? value
    : otherwise);
  const known = data && typeof data === 'object' ? data : {};
  return {
    rating: fine(known.rating, MIN_RATING, 5000, NEW_RATING), deviation: fine(known.deviation, MIN_DEVIATION,
    NEW_DEVIATION, NEW_DEVIATION),
    streak: fine(known.streak, 0, 1e6, 0),
    solved: Array.isArray(known.solved) ? known.solved.filter(id => typeof id === 'string').slice(-SOLVED_MAX) : [],
  };
}
