// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Rules that are not a game's own, as the engine writes them: "push=off,counter=60", '' for the own ones. The engine's
 * data sheets list and explain the options (docs/rules.md).
 */


/** The settings of a text. @param {string} text @returns {[string, string][]} */
export function settingsOf(text) {
  return text.split(',').filter(Boolean).map(part => {
    const at = part.indexOf('=');
    return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
  });
}

/** The reverse, without the game's defaults. @param {Sheet} sheet @param {Record<string, string>} values */
export function rulesText(sheet, values) {
  const usual = Object.fromEntries(sheet.rule_options.map(option => [option.name, option.default]));
  return Object.entries(values).filter(([name, value]) => value !== usual[name])
    .map(([name, value]) => `${name}=${value}`).join(',');
}

/**
 * A setting in words, as the engine's sheet has them.
 * @param {{rule_options: RuleOption[]}} sheet @param {string} name @param {string} value
 */
function sayRule(sheet, name, value) {
  const option = sheet.rule_options.find(each => each.name === name), words = option ? option.words : '';
  if (name === 'start') return 'Another start position';
  if (option && option.said)
    return (option.choices ? option.said[option.choices.indexOf(value)] : option.said[Number(value) ? 0 : 1]
      || option.said[0]).replace('%d', value);
  return words.startsWith(value + ': ') ? (words.charAt(value.length + 2).toUpperCase() + words.slice(value.length + 3))
    .replace(/\.$/, '') : `${name}: ${value}`;
}

/** Rules that are not the game's own, in words. @param {{rule_options: RuleOption[]}} sheet @param {string} text */
export function rulesInWords(sheet, text) {
  return settingsOf(text).map(([name, value]) => sayRule(sheet, name, value)).join(' · ');
}

/**
 * The game of which this one is a version, and the setting that chooses it; null if it is none.
 * @param {{name: string, rule_options: RuleOption[]}[]} games @param {string} name
 */
export function versionOf(games, name) {
  for (const base of games) {
    const option = base.rule_options.find(each => each.other === name);
    if (option && option.choices)
      return { base: base.name, option: option.name, value: option.choices[option.choices.length - 1] };
  }
  return null;
}

/**
 * The version of a game that was chosen on the start page.
 * @template {{name: string, rule_options: RuleOption[]}} Sheet @param {Sheet[]} games @param {Sheet} base
 * @param {{versions?: Record<string, string>}} settings of any content
 */
export function chosenVersion(games, base, { versions = {} }) {
  const name = versions && versions[base.name];
  return games.find(each => each.name === name && versionOf(games, name)?.base === base.name) || base;
}

/**
 * Takes the rules off the end of a FEN; null if it names none.
 * @param {string} text @returns {{fen: string, rules: string | null}}
 */
export function partsOfFen(text) {
  const found = /^([^]*?)\s*\{([^{}]*)\}\s*$/.exec(text);
  return found ? { fen: found[1].trim(), rules: found[2].trim() } : { fen: text.trim(), rules: null };
}

/** Rules, of data from anywhere. @param {any} data */
export function readRules(data) { return typeof data === 'string' ? data : ''; }
