// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Rules that are not a game's own, as the engine writes them: "push=off,counter=60", '' for the own ones. What can be
 * changed, and what it means, is in the engine's data sheets (docs/rules.md).
 */

/** Longer values, as of a start position, are cut where there is little room. */
const VALUE_MAX = 20;

/** The settings of a text. @param {string} text @returns {[string, string][]} */
export function settingsOf(text) {
  return text.split(',').filter(Boolean).map(part => {
    const at = part.indexOf('=');
    return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
  });
}

/** The reverse, without what is as the game has it. @param {any} sheet @param {Record<string, string>} values */
export function rulesText(sheet, values) {
  const usual = Object.fromEntries(sheet.rule_options.map(option => [option.name, option.default]));
  return Object.entries(values).filter(([name, value]) => value !== usual[name]).map(([name, value]) => `${name}=${value}`).join(',');
}

/** For a line of few words. @param {string} text */
export function shortRules(text) { return settingsOf(text).map(([name, value]) => `${name}=${value.length > VALUE_MAX ? value.slice(0, VALUE_MAX) + '…' : value}`).join(', '); }

/** Each setting with what the engine says of it. @param {any} sheet @param {string} text */
export function changesOf(sheet, text) {
  return settingsOf(text).map(([name, value]) => ({ name, value, words: (sheet.rule_options.find(option => option.name === name) || { words: '' }).words }));
}

/** Takes the rules off the end of a FEN; null if it names none. @param {string} text @returns {{fen: string, rules: string | null}} */
export function partsOfFen(text) {
  const found = /^([^]*?)\s*\{([^{}]*)\}\s*$/.exec(text);
  return found ? { fen: found[1].trim(), rules: found[2].trim() } : { fen: text.trim(), rules: null };
}

/** Rules, of data from anywhere. @param {any} data */
export function readRules(data) { return typeof data === 'string' ? data : ''; }
