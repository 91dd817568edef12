// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The goal of the game on the board, in the engine's words, which highlight squares, ranks, zones and the enemy's
 * pieces.
 */
import { nameOf } from './pieces.js';
import { make, sideOf } from './util.js';

/** The side whose goal is shown: White's, unless the person plays only Black. @param {Game} game */
function sideOfPerson({ players: { w, b } }) { return w === 'engine' && b === 'person' ? 'b' : 'w'; }

/** @param {Game} game */
function textOf(game) {
  const { sheet: { goals, brief }, options, players: { w, b } } = game, [first] = brief.split('\n'),
    side = sideOfPerson(game);
  const goal = goals.w !== goals.b && w === b ? first : goals[side] || first;
  // Other rules may change it.
  return goal && `${options ? 'Usual goal' : 'Goal'}: ${goal}`;
}

/** The squares that a word is about. @param {Game} game @param {string} word */
function squaresOf(game, word) {
  const { sheet, players: { w, b } } = game, low = word.toLowerCase(), [, rank = ''] = /^rank (\d+)$/.exec(low) || [],
    is = name => [name, name + 's'].includes(low) || name.replace(/y$/, 'ies') === low;
  const all = Array.from({ length: sheet.files * sheet.ranks }, (_, i) => String.fromCharCode(97 + i % sheet.files)
    + (1 + Math.floor(i / sheet.files)));
  const zone = sheet.zones.find(({ name }) => is(name.toLowerCase())), pieces = game.pieces(),
    side = sideOfPerson(game);
  return zone ? zone.squares : all.filter(square => square === low || (rank && square.slice(1) === rank)
    || (pieces[square] && (w === b || sideOf(pieces[square]) !== side)
      && is(nameOf(sheet, pieces[square]).toLowerCase())));
}

/** @param {Game} game @returns {(HTMLElement | string)[]} */
export function goalOf(game) {
  const { zones, pieces } = game.sheet,
    names = [...new Set([...zones, ...pieces].map(({ name }) => name))].filter(name => /^[A-Z]\w+$/.test(name));
  const plural = names.map(name => name.replace(/y$/, '(?:y|ie)')).join('|') || '-';
  const words = new RegExp(`\\b(rank \\d+|[a-p]\\d{1,2}|(?:${plural})s?)\\b`, 'i');
  const parts = textOf(game).split(words).map((word, i) => {
    if (i % 2 === 0) return word;
    const button = make('button', { type: 'button', class: 'goal-word', text: word, 'aria-pressed': 'false',
      title: `Show: ${word}` });
    const light = on => {
      button.setAttribute('aria-pressed', String(on));
      game.tell('light', on ? squaresOf(game, word) : []);
    };
    // Hovering is enough.
    button.onclick = event => {
      if (/** @type {PointerEvent} */ (event).pointerType !== 'mouse')
        light(button.getAttribute('aria-pressed') === 'false');
    };
    button.onpointerenter = event => { if (event.pointerType === 'mouse') light(true); };
    button.onpointerleave = event => { if (event.pointerType === 'mouse') light(false); };
    return button;
  });
  return game.look.leg_rule ? [...parts, ' ' + game.look.leg_rule] : parts;
}
