// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Sounds of moves, made on the spot: no file, nothing to load. Browsers let a page sound from the first click or key on
 * it.
 */

/** @typedef {'move' | 'take' | 'danger' | 'end'} Kind */

/**
 * A short knock, as of wood: noise through a filter, and a low tone.
 * @param {BaseAudioContext} context @param {number} at seconds @param {number} pitch in Hz @param {number} loud 0 to 1
 */
function knock(context, at, pitch, loud) {
  const length = Math.round(context.sampleRate * 0.05), buffer = context.createBuffer(1, length, context.sampleRate),
    samples = buffer.getChannelData(0);
  for (let i = 0, state = 1; i < length; ++i) {
    state = state * 16807 % 2147483647;
    samples[i] = (state / 1073741823.5 - 1) * Math.exp(-9 * i / length);
  }
  const noise = new AudioBufferSourceNode(context, { buffer }), filter = new BiquadFilterNode(context,
    { type: 'bandpass', frequency: pitch * 6, Q: 1.2 });
  noise.connect(filter).connect(new GainNode(context, { gain: loud })).connect(context.destination);
  noise.start(at);
  tone(context, at, pitch, 0.09, loud * 0.7);
}

/**
 * @param {BaseAudioContext} context
 * @param {number} at @param {number} pitch @param {number} length in seconds @param {number} loud
 */
function tone(context, at, pitch, length, loud) {
  const source = new OscillatorNode(context, { frequency: pitch, type: 'sine' }),
    gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0004, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length + 0.02);
}

/** Lets a context sound. @param {BaseAudioContext} context @param {Kind} kind @param {number} at seconds */
export function sound(context, kind, at) {
  if (kind === 'move') knock(context, at, 190, 0.5);
  if (kind === 'take') {
    knock(context, at, 150, 0.6);
    knock(context, at + 0.07, 120, 0.5);
  }
  if (kind === 'danger') {
    knock(context, at, 190, 0.4);
    tone(context, at + 0.05, 660, 0.22, 0.22);
  }
  if (kind === 'end') [392, 494, 587].forEach((pitch, i) => tone(context, at + 0.12 * i, pitch, 0.5, 0.2));
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

  /** @param {boolean} on */
  toggle(on) { this.on = on; }

  /** A sound alone, in a context of any kind. @param {BaseAudioContext} context @param {Kind} kind */
  render(context, kind) { sound(context, kind, 0); }

  /** @param {Kind} kind */
  play(kind) {
    if (!this.on || typeof AudioContext !== 'function' || (navigator.userActivation
      && !navigator.userActivation.hasBeenActive))
      return;
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
