// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Sounds of moves, made on the spot: no file, nothing to load. Browsers let a page sound from the first click or key on
 * it.
 */

/**
 * The tones of each sound: when each begins, its pitch in Hz, its length in seconds, its loudness from 0 to 1.
 * @type {Record<Kind, number[][]>}
 */
const SOUNDS = {
  move: [[0, 190, 0.09, 0.5]],
  take: [[0, 150, 0.09, 0.6], [0.07, 120, 0.09, 0.5]],
  danger: [[0, 190, 0.09, 0.4], [0.05, 660, 0.22, 0.22]],
  end: [[0, 392, 0.5, 0.2], [0.12, 494, 0.5, 0.2], [0.24, 587, 0.5, 0.2]],
};

/** Lets a context sound. @param {BaseAudioContext} context @param {Kind} kind @param {number} at seconds */
function sound(context, kind, at) {
  for (const [begin, frequency, length, loud] of SOUNDS[kind]) {
    const source = new OscillatorNode(context, { frequency, type: 'sine' }), gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, at + begin);
    gain.gain.linearRampToValueAtTime(loud, at + begin + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0004, at + begin + length);
    source.connect(gain).connect(context.destination);
    source.start(at + begin);
    source.stop(at + begin + length + 0.02);
  }
}

export class Sounds {
  /** @param {Game} game */
  constructor(game) {
    this.on = false;
    /** @type {AudioContext | null} */
    this.context = null;
    game.on('move', () => this.play(kindOf(game.look, game.over())));
    game.on('leg', leg => this.play(leg.removed.length ? 'take' : 'move'));
    game.on('ended', () => this.play('end'));
  }

  /** A sound alone, in a context of any kind. @param {BaseAudioContext} context @param {Kind} kind */
  render(context, kind) { sound(context, kind, 0); }

  /** @param {Kind} kind */
  play(kind) {
    if (!this.on || typeof AudioContext !== 'function' || !(navigator.userActivation?.hasBeenActive ?? true)) return;
    try {
      this.context = this.context || new AudioContext();
      if (this.context.state === 'suspended') this.context.resume().catch(() => {});
      sound(this.context, kind, this.context.currentTime + 0.005);
    } catch { /* no sound device */ }
  }
}

/** What a move sounds like. @param {Look} look behind the move @param {boolean} over @returns {Kind} */
function kindOf(look, over) {
  if (over) return 'end';
  if (look.peril) return 'danger';
  return look.last && look.last.legs.some(leg => leg.removed.length) ? 'take' : 'move';
}
