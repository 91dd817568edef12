// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** The clocks of a game, independent of the page: the owner asks for the time left and reports moves. */

const MINUTES_MAX = 600, SECONDS_MAX = 600;

/** A control from a person's input; null for no clock. @param {unknown} minutes @param {unknown} seconds */
export function controlOf(minutes, seconds) {
  const within = (/** @type {unknown} */ value, /** @type {number} */ max) =>
    Math.min(max, Math.max(0, Number(value) || 0));
  const base = Math.round(within(minutes, MINUTES_MAX) * 60000), increment = Math.round(within(seconds,
    SECONDS_MAX) * 1000);
  if (!base && !increment) return null;
  return { base: Math.max(base, 1000), increment };
}

/** @param {any} data of any content @returns {Control | null} */
export function readControl(data) {
  return data && typeof data === 'object' ? controlOf(data.base / 60000, data.increment / 1000) : null;
}

/** @param {number} ms as people read it: tenths in the last ten seconds */
export function timeText(ms) {
  const left = Math.max(0, ms);
  if (left < 10000) return '0:' + (Math.floor(left / 100) / 10).toFixed(1).padStart(4, '0');
  const seconds = Math.ceil(left / 1000), two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
    : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

export class Clock {
  /** @param {() => number} now milliseconds of a clock that never goes back */
  constructor(now) {
    this.now = now;
    /** @type {Control | null} */
    this.control = null;
    /** @type {Times} */
    this.left = { w: 0, b: 0 };
    /** The side whose time runs, '' if none. */
    this.side = '';
    this.paused = false;
    this.since = 0;
  }

  /** Full clocks, stopped. @param {Control | null} control */
  set(control) {
    this.control = control;
    this.side = '';
    this.paused = false;
    this.left = { w: control ? control.base : 0, b: control ? control.base : 0 };
  }

  /** Subtracts the time since the last call from the running clock. */
  settle() {
    const now = this.now();
    if (this.control && this.side && !this.paused)
      this.left[this.side] = Math.max(0, this.left[this.side] - (now - this.since));
    this.since = now;
  }

  /** Runs the clock of a side, or of none. @param {string} side */
  run(side) {
    this.settle();
    this.side = this.control ? side : '';
  }

  /** A side has moved: its clock is pressed, the other's runs. @param {string} side */
  press(side) {
    this.settle();
    const { control } = this;
    if (!control) return;
    // The first move of a game starts the clocks and costs no time.
    if (this.side === side) this.left[side] += control.increment;
    this.side = side === 'w' ? 'b' : 'w';
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.settle();
    this.paused = paused && Boolean(this.control);
  }

  runs() { return Boolean(this.control) && this.side !== '' && !this.paused; }

  fallen() {
    this.settle();
    return this.runs() && this.left[this.side] <= 0 ? this.side : '';
  }

  /** Sets the clocks as they were, and whose runs. @param {Times} left @param {string} side */
  restore(left, side) {
    this.settle();
    this.left = { ...left };
    this.side = this.control ? side : '';
  }

  pack() {
    this.settle();
    return { control: this.control, left: { w: Math.round(this.left.w), b: Math.round(this.left.b) }, side: this.side };
  }

  /** The reverse, of data from anywhere; a running clock waits until somebody continues. @param {any} data */
  unpack(data) {
    this.set(readControl(data && data.control));
    const left = data && data.left;
    if (!this.control || !left) return;
    for (const side of ['w', 'b']) if (Number.isFinite(left[side]) && left[side] >= 0) this.left[side] = left[side];
    this.side = data.side === 'w' || data.side === 'b' ? data.side : '';
    this.since = this.now();
    this.paused = this.side !== '';
  }
}

/**
 * What the clocks showed behind the last move of a line, as its moves tell.
 * @param {{side: string, clock?: number}[]} moves from the first to the last @param {Control} control @returns {Times}
 */
export function timesAfter(moves, control) {
  const times = { w: control.base, b: control.base };
  for (const move of moves)
    if (move.clock !== undefined && (move.side === 'w' || move.side === 'b')) times[move.side] = move.clock;
  return times;
}
