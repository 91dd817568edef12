// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Play as a state machine. The state is a function of facts, so no order of clicks leads to a dead end: whenever a fact
 * changes, the page asks again who is to move, who thinks and what is shown.
 */

/**
 * editing: a position is set up; elsewhere: another page plays; offline: the engine is out of reach; over; legs: a
 * person has begun a move; paused; person: a person is to move, as for both sides where one analyses; friend: somebody
 * elsewhere is, whose move will be pasted; reply: the engine is to move, and thinks; waits: the engine is to move, and
 * waits to be asked; answer: the solution of a puzzle answers; earlier: the engine is to move, but the game went on
 * from here.
 * @param {Facts} facts @returns {Phase}
 */
export function phaseOf(facts) {
  if (facts.editing) return 'editing';
  if (facts.elsewhere) return 'elsewhere';
  if (facts.offline) return 'offline';
  if (facts.result !== '*') return 'over';
  if (facts.legs > 0) return 'legs';
  if (facts.puzzle && !facts.shown) return facts.players[facts.side] === 'person' ? 'person' : 'answer';
  if (facts.screen === 'analyse') return 'person';
  if (facts.players[facts.side] === 'person') return facts.paused ? 'paused' : 'person';
  if (!facts.leaf) return 'earlier';
  if (facts.players[facts.side] === 'friend') return 'friend';
  if (facts.paused) return 'paused';
  return facts.waits ? 'waits' : 'reply';
}

/** May a person play a leg for the side to move? @param {Phase} phase */
export function mayPlay(phase) { return phase === 'person' || phase === 'legs' || phase === 'earlier'; }

/**
 * What the engine should search now, '' for nothing. Its own move comes first.
 * @param {Facts} facts @returns {'' | 'reply' | 'review' | 'retry' | 'hint' | 'analysis'}
 */
export function searchOf(facts) {
  const phase = phaseOf(facts);
  if (phase === 'editing' || phase === 'elsewhere' || phase === 'offline' || (facts.puzzle && !facts.shown)) return '';
  if (phase === 'reply') return 'reply';
  if (facts.reviews) return 'review';
  if (facts.retries) return 'retry';
  if (phase === 'over' || phase === 'paused') return '';
  if (facts.hint && phase !== 'waits') return 'hint';
  return facts.screen === 'analyse' && facts.analyses ? 'analysis' : '';
}

/**
 * The enabled buttons, by id. Those of `shown` are there only if they can be pressed.
 * @param {Facts} facts
 * @param {{moved: boolean, follows: boolean, extensible: boolean, pass: boolean, timed: boolean}} look is there a move
 *   to be taken back, does one follow, can the move end, can only be passed, does anybody wait for a clock or two
 *   engines? @returns {{enabled: Record<string, boolean>, shown: Record<string, boolean>}}
 */
export function controlsOf(facts, look) {
  const phase = phaseOf(facts), here = phase !== 'editing' && phase !== 'elsewhere' && phase !== 'offline',
    goes = here && phase !== 'over';
  return {
    enabled: {
      'take-back': here && (look.moved || facts.legs > 0 || phase === 'over'), hint: mayPlay(phase), resign: goes,
      draw: goes,
      first: look.moved, previous: look.moved || facts.legs > 0, next: look.follows, last: look.follows,
    },
    shown: {
      'move-now': phase === 'reply', 'engine-move': phase === 'waits', 'go-on': phase === 'paused',
      pause: goes && look.timed && !facts.paused && phase !== 'waits',
      'end-move': look.extensible, 'undo-leg': facts.legs > 0, pass: look.pass && mayPlay(phase),
      'leg-buttons': look.extensible || facts.legs > 0 || (look.pass && mayPlay(phase)),
    },
  };
}
