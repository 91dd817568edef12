// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * What the start page says of each game: the goal in one sentence, how to begin, and the moves that lead to
 * its picture. For a game that is not here the card shows the engine's data sheet.
 */

import { texts } from './texts.js';

/** @type {Record<string, {length: number, goal: string, goals: [string, string], moves: string}>}
 * length: half of the games of the engine against itself are over after as many (docs/inventors.md); goals: beside the board, for White and for Black */
export const cards = {
  borderlands: {
    length: 85,
    ...texts.goals.borderlands,
    moves: 'e2e3 c10e8 f3f5 d8d6 g1f3 f8f6 a3a5 i8g6 e3f4 g10f9 c1e3 f6f5 g4f5 g6f6',
  },
  'borderlands-2025-10': {
    length: 87,
    ...texts.goals['borderlands-2025-10'],
    moves: 'f3f4 d8d7 e4e5 c7c6 i1f1 i10f10 d3d5 c6d5 c4d5 f8f6 d2d4 h8h6 e2b5 e8g10',
  },
  battleofideologies: {
    length: 144,
    ...texts.goals.battleofideologies,
    moves: 'd2d4 S@f6 g2g4 S@a6 b2b3 S@d6 c1a3 S@c7 f1g3 a6a5j d1e3 S@e7 g3e4 b8b7',
  },
  horizons: {
    length: 111,
    ...texts.goals.horizons,
    moves: 'h2j4 h11j9 i1d6 e11c9 e2f3 e12f1 e1f12 f1a7 h1h3 d12h8 h3h4 a7e6',
  },
  bordahbee: {
    length: 31,
    ...texts.goals.bordahbee,
    moves: 'b1c3,m2m4 e7e5,o8n6 g1f3,m4m5 d7d5,n6l5 e2e4,j1k3 c8g4,m7m6',
  },
  diamond: {
    length: 25,
    ...texts.goals.diamond,
    moves: 'H@a7 K@g1 K@a8 H@h2 S@b7 S@g2 R@b8 R@h1 b8d6 h2h8 a8b8 h8d8 O@a8,d6c6',
  },
  chess: {
    length: 63,
    ...texts.goals.chess,
    moves: 'd2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1f4 f8e7 e2e3 e8g8',
  },
};
