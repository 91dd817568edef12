// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Converts what the page shows to a fragment of its address, and back. Links have the same form. */

/** Longer addresses are not used: browsers cut or refuse them. A game of 20,000 plies has room. */
export const ADDRESS_MAX = 1000000;
/** The origin of a game is kept with it, in a list of all games, unless it is longer. */
const ORIGIN_MAX = 2000;

/** @type {[string, keyof Place][]} */
const NAMES = [['home', 'home'], ['id', 'id'], ['g', 'game'], ['rules', 'rules'],
  ['lesson', 'lesson'], ['puzzle', 'puzzle'], ['stage', 'stage'],
  ['f', 'fen'], ['t', 'moves'], ['l', 'legs'], ['r', 'result'], ['why', 'reason'], ['mail', 'mail'],
  ['p', 'players'], ['at', 'screen']];

/** Brackets are escaped, too: programs that find links in texts end them there. @param {string} text */
function encode(text) { return encodeURIComponent(text).replace(/[()]/g, c => '%' + c.charCodeAt(0).toString(16)); }

/** @param {Place} place */
export function addressOf(place) {
  return '#' + NAMES.filter(([, name]) => place[name]).map(([short, name]) => `${short}=${encode(place[name] || '')}`)
    .join('&');
}

/** The reverse; null if it names nothing. @param {string} hash @returns {Place | null} */
export function placeOf(hash) {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  /** @type {Place} */
  const place = {};
  for (const [short, name] of NAMES) if (values.get(short)) place[name] = values.get(short) || '';
  return place.home || place.id || place.game ? place : null;
}

/** What identifies the link of a place, '' if that is too long. @param {Place} place */
export function originOf(place) {
  const address = addressOf(place);
  return address.length <= ORIGIN_MAX ? address : '';
}

/** Do two places show the same board? @param {Place} one @param {Place} two */
export function sameBoard(one, two) { return addressOf({ ...one, screen: '' }) === addressOf({ ...two, screen: '' }); }

/** The fragment of a link anywhere in a text; '' if there is none. @param {string} text */
export function linkIn(text) { return (/#g=[^\s<>"]+/.exec(text) || [''])[0].replace(/[.,;:!?)\]]+$/, ''); }
