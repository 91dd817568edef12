// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Searches: the opponent's move, a hint, analysis, a review. One search at a time; a later request ends an earlier one,
 * and a late answer is dropped.
 */
import { lineOf, endOf, SCORE_MAX } from './tree.js';

/** The loss of expected result for each mark. */
export const MISTAKES = [{ loss: 0.3, mark: '??' }, { loss: 0.18, mark: '?' }, { loss: 0.09, mark: '?!' }];

/**
 * A score as White sees it, in Pawns and as text.
 * @param {{cp?: number, mate?: number}} info @param {string} side to move
 */
export function scoreOf(info, side) {
  const sign = side === 'w' ? 1 : -1;
  if (info.mate !== undefined) {
    const mate = info.mate * sign;
    return { pawns: mate > 0 ? SCORE_MAX : -SCORE_MAX, text: (mate > 0 ? '#' : '#-') + Math.abs(mate) };
  }
  if (info.cp === undefined) return { pawns: 0, text: '' };
  const pawns = info.cp * sign / 100;
  return { pawns: Math.max(-SCORE_MAX, Math.min(SCORE_MAX, pawns)),
    text: (pawns >= 0 ? '+' : '−') + Math.abs(pawns).toFixed(2) };
}

/** White's expected result from a score, 0 to 1. @param {number} score */
export function expected(score) { return 1 / (1 + 3 ** -score); }

/** A side's expected result at a node, 0 to 1. @param {Ply} node @param {string} side */
export function expectedOf(node, side) {
  return side === 'w' ? expected(node.score || 0) : 1 - expected(node.score || 0);
}

/**
 * A side's accuracy in a line, in percent; null if nothing of it is scored. A move that keeps all of the
 * expected result counts 100, one that throws away a tenth 65, a quarter 34.
 * @param {Ply[]} line from the root @param {string} side
 */
export function accuracyOf(line, side) {
  const kept = [];
  for (let i = 1; i < line.length; ++i) {
    if (line[i].side !== side || line[i].score === undefined || line[i - 1].score === undefined) continue;
    kept.push(100 * Math.exp(-4.35 * Math.max(0, expectedOf(line[i - 1], side) - expectedOf(line[i], side))));
  }
  return kept.length ? kept.reduce((sum, each) => sum + each, 0) / kept.length : null;
}

export class Thinker {
  /** @param {Pool} engine @param {Game} game */
  constructor(engine, game) {
    this.engine = engine;
    this.game = game;
    this.serial = 0;
    this.thinking = '';
  }

  /** Ends what is going on. */
  async halt() {
    ++this.serial;
    if (!this.thinking) return;
    this.thinking = '';
    await this.engine.stop();
  }

  /**
   * A search of a node; null if another wish came in between.
   * @param {string} purpose @param {Ply} node @param {Record<string, number | boolean>} limits
   * @param {(info: Found) => void} [report]
   */
  async search(purpose, node, limits, report) {
    const serial = ++this.serial;
    this.thinking = purpose;
    try {
      const done = await this.engine.ask({ do: 'search', ...this.game.request(node), multipv: 1, ...limits },
        info => { if (report && serial === this.serial) report(info); });
      return serial === this.serial ? done : null;
    } finally {
      if (serial === this.serial) this.thinking = '';
    }
  }

  /**
   * Scores a position, where the game is over by its result; null if another wish came in between.
   * @param {string} purpose @param {Ply} node @param {Look} look there @param {number} movetime milliseconds
   */
  async score(purpose, node, { result, side }, movetime) {
    const pawns = { '1-0': SCORE_MAX, '0-1': -SCORE_MAX }[result] || 0, over = result !== '*',
      done = over ? { pv: [], san: [] } : await this.search(purpose, node, { movetime });
    const score = over ? { pawns, text: result } : done && scoreOf(done, side);
    if (score) Object.assign(node, { score: score.pawns, scoreText: score.text });
    return done;
  }

  /**
   * Scores every position of the line through a node and marks mistakes.
   * @param {Ply} node @param {number} milliseconds for each @param {(done: number, all: number) => boolean} progress
   *   false: stop
   */
  async review(node, milliseconds, progress) {
    const line = lineOf(endOf(node));
    for (let i = 0; i < line.length; ++i) {
      if (!progress(i, line.length)) return false;
      const look = await this.game.rules.ask({ do: 'position', ...this.game.request(line[i]) });
      const done = await this.score('review', line[i], look, milliseconds);
      if (!done) return false;
      if (done.pv.length) line[i].best = { move: done.pv[0], san: done.san[0] };
    }
    for (let i = 1; i < line.length; ++i) {
      const sign = line[i].side === 'w' ? 1 : -1, loss = sign * (expected(line[i - 1].score
        || 0) - expected(line[i].score || 0));
      // A deeper look at the next position may change the score: the best move that was known is none.
      const found = line[i].move === line[i - 1].best?.move ? undefined : MISTAKES.find(m => loss >= m.loss);
      line[i].mark = found ? found.mark : '';
    }
    progress(line.length, line.length);
    return true;
  }
}
