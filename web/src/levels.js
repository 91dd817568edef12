// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** How strong the opponent is: a level for each game, from a beginner to the engine itself. */
import { texts } from './texts.js';
import { $, make } from './util.js';

/** The highest level of each name. */
const LAST = [1, 4, 7, 11, 14, 17, 19, 20];
const NAMES = /** @type {[number, string][]} */ (texts.levels.map((name, i) => [LAST[i], name]));
const FULL = 20, FIRST = 3;
/** The level that each name stands for where no other is asked for. */
const TYPICAL = [0, 3, 6, 9, 13, 16, 18, FULL];

/** @param {number} level */
function nameOf(level) {
  const found = NAMES.find(([last]) => level <= last);
  return found ? found[1] : '';
}

export class Levels {
  /** @param {any} game @param {() => void} changed */
  constructor(game, changed) {
    this.game = game;
    /** What was chosen, by game. @type {Record<string, number>} */
    this.chosen = {};
    game.on('game', () => this.draw());
    $('level').onchange = () => {
      this.choose(game.sheet.name, Number($('level').value));
      this.draw();
      changed();
    };
  }

  /** @param {string} name of a game @param {number} level */
  choose(name, level) { this.chosen[name] = level; }

  /** The level in the game that is played, or in another. @param {string} [name] */
  level(name = this.game.sheet.name) { return this.chosen[name] ?? FIRST; }

  /** The names of levels, each with the level it stands for; that which is chosen keeps its own. @param {number} level */
  names(level) { return texts.levels.map((name, i) => ({ name, level: nameOf(level) === name ? level : TYPICAL[i] })); }

  /** Does the engine play as well as it can, for as long as it may think? */
  full() { return this.level() === FULL; }

  /** The opponent's name. */
  title() { return this.full() ? 'Quincunx' : `Quincunx, ${nameOf(this.level())} (${texts.level(this.level())})`; }

  draw() {
    const { sheet, options } = this.game;
    // Elo was measured under the game's own rules.
    $('level').replaceChildren(...sheet.levels.map((elo, level) => make('option', { value: level, text: `${nameOf(level)} · ${texts.level(level)}${elo > 0 && !options ? ` · Elo ${elo}` : ''}` })));
    $('level').value = this.level();
    $('level-words').textContent = sheet.elo_scale;
    this.game.opponent = this.title();
    $('strength-row').hidden = !this.full();
  }

  /** What was chosen earlier, of any content. @param {any} data */
  use(data) {
    if (!data || typeof data !== 'object') return;
    for (const { name, levels } of this.game.games) if (Number.isInteger(data[name]) && levels[data[name]] !== undefined) this.chosen[name] = data[name];
  }
}
