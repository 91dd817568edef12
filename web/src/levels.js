// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** The opponent's strength: a level for each game, from a beginner to the engine itself. */
import { $, make, Part } from './util.js';

const NAMES = ['Newcomer', 'Beginner', 'Casual', 'Club player', 'Strong', 'Expert', 'Master', 'Full strength'];
/** The level that each name stands for. */
const LEVELS = [0, 3, 6, 9, 13, 16, 18, 20], FULL = 20, FIRST = 3;

/** The nearest of these. @param {number} level */
function nearest(level) {
  return LEVELS.reduce((best, each) => (Math.abs(each - level) < Math.abs(best - level) ? each : best));
}

/** @param {number} level */
function nameOf(level) { return NAMES[LEVELS.indexOf(level)]; }

export class Levels extends Part {
  constructor(page) {
    super(page);
    const { game } = this;
    /** The chosen levels, by game. @type {Record<string, number>} */
    this.chosen = {};
    game.on('game', () => this.draw());
    $('level').onchange = () => {
      this.choose(game.sheet.name, Number($('level').value));
      this.draw();
      this.page.keepSettings();
      game.tell('state');
    };
  }

  /** @param {string} name of a game @param {number} level */
  choose(name, level) { this.chosen[name] = level; }

  /** The level in the game that is played, or in another. @param {string} [name] */
  level(name = this.game.sheet.name) { return this.chosen[name] ?? FIRST; }

  names() { return LEVELS.map(level => ({ level, name: nameOf(level) })); }

  /**
   * A level in words: Elo was measured under the game's own rules, and full strength has no end.
   * @param {Sheet} sheet @param {number} level @param {boolean} usual
   */
  words({ levels }, level, usual) {
    return `level ${level} of 20${usual && level < FULL && levels[level] > 0 ? `, Elo ${levels[level]}` : ''}`;
  }

  /** Does the engine play as well as it can, for as long as it may think? */
  full() { return this.level() === FULL; }

  title() { return this.full() ? 'Quincunx' : `Quincunx, ${nameOf(this.level())}`; }

  draw() {
    const { sheet, options } = this.game;
    $('level').replaceChildren(...this.names().map(({ level, name }) => make('option',
      { value: level, text: `${name} · ${this.words(sheet, level, !options)}` })));
    $('level').value = this.level();
    $('level-words').textContent = sheet.elo_scale;
    this.game.opponent = this.title();
  }

  /** Earlier choices, of any content. @param {any} data */
  use(data) {
    if (!data || typeof data !== 'object') return;
    for (const { name, levels } of this.game.games)
      if (Number.isInteger(data[name]) && levels[data[name]] !== undefined) this.chosen[name] = nearest(data[name]);
  }
}
