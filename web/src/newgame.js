// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** The dialog that begins a game: which one, against whom, with which side, how strong Quincunx is. */
import { texts } from './texts.js';
import { $, make, other } from './util.js';

/** Who can be the opponent, as Game.players has it; and the sides, one of which is drawn by lot. */
const OPPONENTS = ['engine', 'person', 'friend'], SIDES = ['w', 'lot', 'b'];

export class NewGame {
  /** @param {any} game @param {any} levels @param {{start: (name: string, players: Record<string, string>) => any}} page */
  constructor(game, levels, page) {
    this.game = game;
    this.levels = levels;
    this.page = page;
    this.opponent = 'engine';
    this.side = 'w';
    this.name = '';
    /** Levels that were chosen here, by game; they count when a game begins. @type {Record<string, number>} */
    this.strength = {};
    $('new-form').onchange = event => this.chosen(event.target);
    $('new-form').onsubmit = () => {
      levels.choose(this.name, this.level());
      page.start(this.name, this.players());
    };
  }

  /** @param {string} name of the game that is offered first */
  open(name) {
    const { players } = this.game.own || this.game;
    this.name = name;
    this.strength = {};
    if (players.w !== players.b) {
      this.side = players.b === 'person' ? 'b' : 'w';
      this.opponent = players[other(this.side)];
    } else if (players.w === 'person') this.opponent = 'person';
    this.draw();
    $('new-game').showModal();
    $('new-play').focus();
  }

  /** A choice was made. @param {HTMLInputElement} input */
  chosen({ name, value }) {
    if (name === 'new-games') this.name = value;
    else if (name === 'new-opponents') this.opponent = value;
    else if (name === 'new-sides') this.side = value;
    else if (name === 'new-levels') this.strength[this.name] = Number(value);
    else return;
    this.drawLevels();
  }

  level() { return this.strength[this.name] ?? this.levels.level(this.name); }

  /** Who plays which side. @returns {Record<string, string>} */
  players() {
    const side = this.side === 'lot' ? SIDES[2 * Math.floor(Math.random() * 2)] : this.side;
    return { [side]: 'person', [other(side)]: this.opponent };
  }

  draw() {
    const { games } = this.game;
    chips('new-games', games.map(sheet => ({ value: sheet.name, text: sheet.title })), this.name);
    chips('new-opponents', OPPONENTS.map((value, i) => ({ value, text: texts.opponents[i] })), this.opponent);
    chips('new-sides', SIDES.map((value, i) => ({ value, text: texts.sides[i] })), this.side);
    this.drawLevels();
  }

  /** Levels are those of the game that is chosen, and Quincunx has them alone. */
  drawLevels() {
    const level = this.level(), { levels } = this.game.games.find(g => g.name === this.name);
    $('new-strength').hidden = this.opponent !== 'engine';
    $('new-side').hidden = this.opponent === 'person';
    chips('new-levels', this.levels.names(level).map(each => ({ value: each.level, text: each.name })), level);
    $('new-level').textContent = texts.levelWords(level, levels[level]);
  }
}

/**
 * Radio buttons that look like chips.
 * @param {string} id of their place, and their name @param {{value: any, text: string}[]} options @param {any} chosen
 */
function chips(id, options, chosen) {
  const place = $(id), focused = place.contains(document.activeElement);
  place.replaceChildren(...options.map(({ value, text }) => make('label', { class: 'chip' },
    make('input', { type: 'radio', name: id, value, checked: value === chosen }), make('span', { text }))));
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(':checked'))?.focus();
}
