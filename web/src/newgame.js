// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The dialog for a new game: the game, the opponent, the side, Quincunx's level, the clock, the rules. Its form holds
 * what is chosen.
 */
import { Refusal } from './client.js';
import { controlOf } from './clock.js';
import { rulesInWords, rulesText, settingsOf, versionOf } from './rules.js';
import { $, chip, make, other, Part, texts } from './util.js';

const RULE = 'rule-';

/** What is chosen among radio buttons. @param {string} id of their place @returns {string} */
function chosenIn(id) { return $(id).querySelector(':checked').value; }

/** Chooses one of them; false if there is none of this value. @param {string} id @param {string | number} value */
function choose(id, value) {
  const input = $(id).querySelector(`[value="${value}"]`);
  if (input) input.checked = true;
  return Boolean(input);
}

/** @param {string} id @param {{value: string | number, text: string}[]} options */
function chips(id, options) {
  $(id).replaceChildren(...options.map(({ value, text }) => chip(id, value, text, false)));
}

export class NewGame extends Part {
  constructor(page) {
    super(page);
    const { messages } = this;
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
      this.draw();
    };
  }

  get name() { return chosenIn('new-games'); }

  /**
   * @param {string} name of the game that is offered first @param {string} rules that it is offered with
   * @param {Control | null} control of the last game
   */
  open(name, rules, control) {
    const { games } = this.game, { players } = this.game.own || this.game, version = versionOf(games, name);
    chips('new-games', games.filter(game => !versionOf(games, game.name))
      .map(sheet => ({ value: sheet.name, text: sheet.title })));
    chips('new-levels', this.page.levels.names().map(each => ({ value: each.level, text: each.name })));
    // A version of a game is one of its rules.
    choose('new-games', version ? version.base : name);
    this.strength = {};
    this.rules = { [this.name]: Object.fromEntries([...(version ? [[version.option, version.value]] : []),
      ...settingsOf(rules)]) };
    $('new-rules').open = false;
    if (players.w !== players.b) {
      const side = players.b === 'person' ? 'b' : 'w';
      choose('new-sides', side);
      choose('new-opponents', players[other(side)]);
    } else if (players.w === 'person') choose('new-opponents', 'person');
    const { base, increment } = control || { base: 0, increment: 0 };
    if (!choose('new-clocks', `${base / 60000}+${increment / 1000}`)) choose('new-clocks', 'custom');
    if (control) {
      $('minutes').value = base / 60000;
      $('seconds').value = increment / 1000;
    }
    this.drawRules();
    this.draw();
    $('new-game').showModal();
    $('new-play').focus();
  }

  /** A choice was made. @param {HTMLInputElement} input */
  chosen({ name, value }) {
    if (name.startsWith(RULE)) {
      this.rules[this.name] = { ...this.rules[this.name], [name.slice(RULE.length)]: value.trim() };
      this.sumUp();
    } else if (name === 'new-games') this.drawRules();
    else if (name === 'new-levels') this.strength[this.name] = Number(value);
    this.draw();
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
    const chosen = chosenIn('new-sides'), side = chosen === 'lot' ? 'wb'[Math.floor(Math.random() * 2)] : chosen;
    return { [side]: 'person', [other(side)]: chosenIn('new-opponents') };
  }

  /** The clock that is chosen: one of the list, or by its numbers. */
  control() {
    const clock = chosenIn('new-clocks'), [minutes, seconds] = clock === 'custom' ? [$('minutes').value,
      $('seconds').value] : clock.split('+');
    return controlOf(minutes, seconds);
  }

  /** What the choices bring with them: levels are those of the chosen game, and only for Quincunx. */
  draw() {
    const level = this.level(), { sheet, usual } = this.meant(), opponent = chosenIn('new-opponents');
    $('new-strength').hidden = opponent !== 'engine';
    $('new-side').hidden = opponent === 'person';
    $('custom-clock').hidden = chosenIn('new-clocks') !== 'custom';
    choose('new-levels', level);
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
