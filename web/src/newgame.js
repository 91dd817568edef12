// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** The dialog for a new game: the game, the opponent, the side, Quincunx's level, the rules. */
import { Refusal } from './client.js';
import { controlOf } from './clock.js';
import { rulesInWords, rulesText, settingsOf, versionOf } from './rules.js';
import { $, chip, make, other, Part, texts } from './util.js';

/** The opponents, as in Game.players; and the sides, one of them random. */
const OPPONENTS = [{ value: 'engine', text: 'Quincunx' }, { value: 'person', text: 'Same device' },
  { value: 'friend', text: 'A friend, by text' }];
const SIDES = [{ value: 'w', text: 'White' }, { value: 'lot', text: 'Random' }, { value: 'b', text: 'Black' }];
/** Minutes and seconds a move; the last: by its numbers. */
const CLOCKS = ['0+0', '1+0', '3+2', '5+5', '10+5', '30+10', 'custom'];
const RULE = 'rule-';

export class NewGame extends Part {
  constructor(page) {
    super(page);
    const { messages } = this;
    this.opponent = 'engine';
    this.side = 'w';
    this.name = '';
    this.clock = CLOCKS[0];
    /** Levels that were chosen here, by game; they count when a game begins. @type {Record<string, number>} */
    this.strength = {};
    /** Rules that were chosen here, by game. @type {Record<string, Record<string, string>>} */
    this.rules = {};
    $('new-form').onchange = event => this.chosen(event.target);
    $('new-form').onsubmit = event => {
      // The dialog goes when the engine has taken the rules.
      event.preventDefault();
      this.submit().catch(error => messages.fail(error.message));
    };
    $('new-rules-own').onclick = () => {
      this.rules[this.name] = {};
      this.drawRules();
      this.drawLevels();
    };
  }

  /**
   * @param {string} name of the game that is offered first @param {string} rules that it is offered with
   * @param {Control | null} control of the last game
   */
  open(name, rules, control) {
    const { players } = this.game.own || this.game, version = versionOf(this.game.games, name);
    // A version of a game is one of its rules.
    this.name = version ? version.base : name;
    this.strength = {};
    this.rules = { [this.name]: Object.fromEntries([...(version ? [[version.option, version.value]] : []),
      ...settingsOf(rules)]) };
    $('new-rules').open = false;
    if (players.w !== players.b) {
      this.side = players.b === 'person' ? 'b' : 'w';
      this.opponent = players[other(this.side)];
    } else if (players.w === 'person') this.opponent = 'person';
    const { base, increment } = control || { base: 0, increment: 0 }, clock = `${base / 60000}+${increment / 1000}`;
    this.clock = CLOCKS.includes(clock) ? clock : 'custom';
    if (control) {
      $('minutes').value = base / 60000;
      $('seconds').value = increment / 1000;
    }
    this.draw();
    $('new-game').showModal();
    $('new-play').focus();
  }

  /** A choice was made. @param {HTMLInputElement} input */
  chosen({ name, value }) {
    if (name.startsWith(RULE)) {
      this.rules[this.name] = { ...this.rules[this.name], [name.slice(RULE.length)]: value.trim() };
      this.sumUp();
    } else if (name === 'new-games') {
      this.name = value;
      this.drawRules();
    } else if (name === 'new-opponents') this.opponent = value;
    else if (name === 'new-sides') this.side = value;
    else if (name === 'new-levels') this.strength[this.name] = Number(value);
    else if (name === 'new-clocks') {
      this.clock = value;
      this.drawClock();
    }
    else return;
    this.drawLevels();
  }

  sheet() { return /** @type {Sheet} */ (this.game.games.find(g => g.name === this.name)); }

  /** The rules that were chosen and are not the game's own. */
  rulesText() { return rulesText(this.sheet(), this.rules[this.name] || {}); }

  /** Begins the game, or says why these rules are not possible. */
  async submit() {
    const { name } = this, rules = this.rulesText();
    let sheet;
    try {
      // The rules can mean another game, whose level it is.
      ({ sheet } = await this.game.under(name, rules));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.complain(error.message);
      return;
    }
    if (!$('new-game').open) return;
    $('new-game').close();
    this.page.levels.choose(sheet.name, this.level());
    await this.page.startGame(name, this.players(), rules);
  }

  /** @param {string} why the rules do not do, '': they may */
  complain(why) {
    $('new-problem').textContent = why ? texts.notPossible(why) : '';
    if (why) $('new-rules').open = true;
  }

  /** The game that these rules mean, which can be a version of this one; and does it have its own rules? */
  meant() {
    const sheet = this.sheet(), values = settingsOf(this.rulesText());
    const version = sheet.rule_options.find(({ name, choices = [], other }) => other
      && values.some(([option, value]) => option === name && value === choices[choices.length - 1]));
    const other = version && this.game.games.find(({ name }) => name === version.other);
    return { sheet: other || sheet, usual: values.length === (other ? 1 : 0) };
  }

  level() { return this.strength[this.name] ?? this.page.levels.level(this.meant().sheet.name); }

  /** Who plays which side. @returns {Record<string, string>} */
  players() {
    const side = this.side === 'lot' ? 'wb'[Math.floor(Math.random() * 2)] : this.side;
    return { [side]: 'person', [other(side)]: this.opponent };
  }

  /** The clock that is chosen: one of the list, or by its numbers. */
  control() {
    const [minutes, seconds] = this.clock === 'custom' ? [$('minutes').value, $('seconds').value]
      : this.clock.split('+');
    return controlOf(minutes, seconds);
  }

  drawClock() {
    chips('new-clocks', CLOCKS.map((value, i) => ({ value, text: { 0: 'none', 6: 'other …' }[i]
      || value })), this.clock);
    $('custom-clock').hidden = this.clock !== 'custom';
  }

  draw() {
    const { games } = this.game;
    chips('new-games', games.filter(({ name }) => !versionOf(games, name))
      .map(sheet => ({ value: sheet.name, text: sheet.title })), this.name);
    chips('new-opponents', OPPONENTS, this.opponent);
    chips('new-sides', SIDES, this.side);
    this.drawClock();
    this.drawRules();
    this.drawLevels();
  }

  /** Levels are those of the chosen game, and only for Quincunx. */
  drawLevels() {
    const level = this.level(), { sheet, usual } = this.meant();
    $('new-strength').hidden = this.opponent !== 'engine';
    $('new-side').hidden = this.opponent === 'person';
    chips('new-levels', this.page.levels.names().map(each => ({ value: each.level, text: each.name })), level);
    $('new-level').textContent = this.page.levels.words(sheet, level, usual);
  }

  drawRules() {
    const values = this.rules[this.name] || {}, { rule_options: options } = this.sheet();
    $('new-rules').hidden = !options.length;
    $('new-rules-list').replaceChildren(...options.map(option => this.rule(option, values[option.name]
      ?? option.default)));
    this.sumUp();
  }

  /** @param {RuleOption} option of the data sheet @param {string} value */
  rule({ name, words, choices, min, max, default: usual }, value) {
    const id = RULE + name, label = make(choices ? 'span' : 'label', { id: id + '-name', for: choices ? null : id,
      class: 'rule-name', text: name });
    const control = choices ? make('div', { class: 'chips', role: 'radiogroup', 'aria-labelledby': id + '-name',
      'aria-describedby': id + '-words' }, ...choices.map(each => chip(id, each, each, each === value)))
      : make('input', { type: 'number', id, name: id, min, max, value, 'aria-describedby': id + '-words' });
    return make('div', { class: 'rule', 'data-rule': name }, label, control,
      make('p', { id: id + '-words', class: 'faint', text: `${words} Usual: ${usual}.` }));
  }

  sumUp() {
    const text = this.rulesText(), changed = settingsOf(text);
    $('new-rules-words').textContent = changed.length ? rulesInWords(this.sheet(), text) : texts.rulesOwn;
    $('new-rules-own').disabled = !changed.length;
    for (const rule of /** @type {HTMLElement[]} */ ([...$('new-rules-list').children]))
      rule.classList.toggle('changed', changed.some(([name]) => name === rule.dataset.rule));
    this.complain('');
  }
}

/**
 * Radio buttons that look like chips.
 * @param {string} id of their place, and their name @param {{value: string | number, text: string}[]} options
 * @param {string | number} chosen
 */
function chips(id, options, chosen) {
  const place = $(id), focused = place.contains(document.activeElement);
  place.replaceChildren(...options.map(({ value, text }) => chip(id, value, text, value === chosen)));
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(':checked'))?.focus();
}
