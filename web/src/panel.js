// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The panel beside the board, as pure functions of the state: whose move it is, the goal, what to do now, the result,
 * the players, the clocks, the buttons. render() shows it.
 */
import { timesAfter, timeText } from './clock.js';
import { numberOf } from './lines.js';
import { controlsOf } from './phase.js';
import { figured, nameOf } from './pieces.js';
import { rulesInWords } from './rules.js';
import { lineTo } from './tree.js';
import { make, other, sideName, sideOf, texts } from './util.js';

/** A clock is low below this many ms; a name is shortened above this many letters. */
const LOW = 20000, NAME_MAX = 24;

/** Pieces of the side to move that every move of another piece would lose. @param {Look} look @returns {string[]} */
function doomed(look) {
  const ends = (look.legs || []).filter(leg => leg.status !== 'partial')
    .map(({ from, removed, end_effect: end }) => ({ from, gone: end ? [...removed, ...end.removed] : removed }));
  return Object.keys(look.board).filter(square => sideOf(look.board[square]) === look.side
    && ends.some(leg => leg.from !== square)
    && ends.every(leg => leg.from === square || leg.gone.includes(square)));
}

/** All of it. @param {Game} game @param {Clock} clock @returns {Panel} */
export function panelOf(game, clock) {
  return { ...statusOf(game), ...namesOf(game), ...lastMoveOf(game), ...clocksOf(game, clock),
    ...buttonsOf(game, clock), ...resultOf(game) };
}

/** Whose move it is, and what to do. @param {Game} game @returns {Panel} */
function statusOf(game) {
  const phase = game.phase(), outcome = game.outcome();
  return { status: { text: lineOf(game, phase, outcome), hidden: isOver(game) },
    goal: { children: isOver(game) ? [] : goalOf(game) }, 'rules-line': { hidden: !game.options,
    text: game.options ? texts.rulesLine(rulesInWords(game.sheet, game.options)) : '' },
    task: { text: taskOf(game, phase) } };
}

/** @param {string} name */
function withArticle(name) { return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`; }

/**
 * The ids above and below the board, with the sides that they are of.
 * @param {Game} game @returns {[string, string][]}
 */
function sidesOf({ flipped }) { return flipped ? [['top', 'w'], ['bottom', 'b']] : [['top', 'b'], ['bottom', 'w']]; }

/** A long name, shortened. @param {string} name */
function shortName(name) {
  const [last, given] = name.split(/,\s*/), words = name.split(/\s+/);
  if (name.length <= NAME_MAX) return name;
  return given ? `${last}, ${given[0]}.` : [...words.slice(0, -1).map(word => word[0] + '.'),
    words[words.length - 1]].join(' ');
}

/** Who plays. @param {Game} game @returns {Panel} */
function namesOf(game) {
  const { tags, players, opponent } = game;
  return Object.fromEntries(sidesOf(game).map(([place, side]) => {
    const read = tags && tags[side === 'w' ? 'white' : 'black'], two = players.w === players.b;
    // If two people share the device, neither is "you".
    const name = read && read !== '?' ? read : { engine: opponent, friend: texts.friend }[players[side]]
      || (two ? '' : 'you');
    return ['name-' + place, { text: [sideName(side), shortName(name)].filter(Boolean).join(' · '), title: name,
      classes: { 'to-move': !game.over() && game.look.side === side } }];
  }));
}

/** The last move, beside the name of who made it. @param {Game} game @returns {Panel} */
function lastMoveOf(game) {
  const { look, sheet } = game, { last } = look;
  return Object.fromEntries(sidesOf(game).map(([place, side]) => ['last-' + place, { children: last?.side === side
    ? [...numberOf(look, -1, true), ...figured(sheet, side, last.san)] : [] }]));
}

/**
 * The clocks of the game; of one that was read, what its moves tell.
 * @param {Game} game @param {Clock} clock @returns {Panel}
 */
export function clocksOf(game, clock) {
  const read = timesAfter(clock.control ? [] : lineTo(game.node), { base: NaN, increment: 0 });
  return Object.fromEntries(sidesOf(game).map(([place, side]) => {
    const left = clock.control ? clock.left[side] : read[side], runs = clock.side === side;
    return ['clock-' + place, { text: Number.isNaN(left) ? '' : timeText(left), hidden: Number.isNaN(left),
      label: `${sideName(side)}’s clock`, classes: { running: runs, paused: runs && clock.paused,
      low: left < LOW } }];
  }));
}

/** The buttons, and which of them are enabled. @param {Game} game @param {Clock} clock @returns {Panel} */
function buttonsOf(game, clock) {
  const { look, node, root, players, past } = game, sends = [players.w, players.b].includes('friend')
    && (game.phase() === 'friend' || game.over());
  const { enabled, shown } = controlsOf(game.facts(), {
    moved: Boolean(node.parent), follows: node.children.length > 0, extensible: look.status === 'extensible'
      && game.legs.length > 0,
    pass: (look.legs || []).some(leg => !leg.to), timed: Boolean(clock.control)
      || (players.w === 'engine' && players.b === 'engine'),
  });
  return {
    ...Object.fromEntries(Object.entries(enabled).map(([id, on]) => [id, { disabled: !on }])),
      ...Object.fromEntries(Object.entries(shown).map(([id, on]) => [id, { hidden: !on }])),
    'bring-back': past ? { hidden: false, text: `Bring back ${past.what}` } : { hidden: true },
    comment: { value: node.comment || '' }, 'friend-room': { hidden: !sends },
      'mail-send': { text: root.children.length ? 'Copy my move' : 'Copy an invitation' },
  };
}

/** @param {Game} game @param {string} phase @param {{result: string, reason: string}} outcome */
function lineOf(game, phase, outcome) {
  const { look } = game, side = sideName(look.side);
  if (isOver(game)) return texts.over(outcome.result, outcome.reason);
  if (phase === 'legs') return `${side}: ${game.legs.join(', ')} …`;
  const plain = {
    elsewhere: 'This game is open in another tab.',
    offline: 'Quincunx cannot be reached. The game continues when it is back.',
    paused: `Paused. ${side} to move.`, reply: `${side} is thinking…`, friend: `${side} to move: your friend`,
    waits: `It is Quincunx’s move, as ${side}.`,
  }[phase];
  if (plain) return plain;
  const royals = [...new Set((look.royals || []).map(square => nameOf(game.sheet, look.board[square])))];
  const { players } = game, alone = players[look.side] === 'person' && players[other(look.side)] !== 'person'
    && game.state.screen !== 'analyse';
  return [alone ? `Your move, ${side}` : texts.toMove(side),
    look.peril ? (game.sheet.check ? 'Check' : royals.length ? `${royals.join(', ')} in danger` : 'in danger')
    : '', look.tablebase ? look.tablebase.text : ''].filter(Boolean).join(' · ');
}

/** What the person should do now. @param {Game} game @param {string} phase */
function taskOf(game, phase) {
  const { look } = game, legs = look.legs || [];
  // Else the lesson says it.
  if (game.lesson && phase !== 'legs') return '';
  if (phase === 'earlier') return 'Earlier position. Play a move to start a variation, or step forward.';
  if (phase === 'legs') {
    const played = game.legs.join(', '), lost = look.end_effect ? lossesOf(game, look.end_effect.removed) : '';
    const pieces = game.pieces(), next = [...new Set(legs.flatMap(leg => (leg.from && pieces[leg.from]
      ? [withArticle(nameOf(game.sheet, pieces[leg.from]))] : [])))].join(' or ') || 'a piece';
    return `${played} played. Continue with ${next}, framed green`
      + `${look.status === 'extensible' ? ', or end the move' : ''}.${lost ? ' ' + lost : ''}`;
  }
  if (phase !== 'person') return '';
  if (legs.length && legs.every(leg => leg.drop))
    return 'Choose a piece from your hand and place it on a marked square.';
  if (legs.length === 1 && !legs[0].to) return 'You can only pass.';
  const musts = doomed(look).map(square => `${lossOf(game, square)} unless you move it now.`).join(' ');
  return musts || (game.node.parent ? '' : 'Drag or click a piece. Right-click or long-press for its rules.');
}

/** Own pieces that the end of the move would take. @param {Game} game @param {string[]} squares */
function lossesOf(game, squares) {
  const pieces = game.pieces();
  return squares.filter(square => pieces[square] && sideOf(pieces[square]) === game.look.side)
    .map(square => `${lossOf(game, square)} if you end the move now.`).join(' ');
}

/** That a piece is lost, and how. @param {Game} game @param {string} square */
function lossOf(game, square) {
  const drowns = game.sheet.zones.some(zone => zone.kind === 'water' && zone.squares.includes(square));
  return `Your ${nameOf(game.sheet, game.pieces()[square])} on ${square} ${drowns ? 'drowns' : 'is lost'}`;
}

/** Should a card show the result? @param {Game} game */
function isOver(game) {
  return game.over() && !game.legs.length && !game.lesson && !game.state.editing && !game.state.elsewhere
    && !game.state.offline;
}

/** The result; nothing else shows it. @param {Game} game @returns {Panel} */
function resultOf(game) {
  if (!isOver(game)) return { 'end-card': { hidden: true } };
  const { players, players: { w, b } } = game, outcome = game.outcome();
  const winner = { '1-0': 'w', '0-1': 'b' }[outcome.result];
  const title = !winner ? 'Draw' : w === b ? (winner === 'w' ? 'White won' : 'Black won')
    : players[winner] === 'person' ? 'You won' : 'You lost';
  return {
    'end-card': { hidden: false }, 'end-title': { text: title }, 'end-why': { text: texts.reason(outcome.reason) },
    rematch: { hidden: Boolean(game.tags && game.tags.result) || [w, b].includes('friend') },
  };
}

// ---- The goal, in the engine's words, which highlight squares, ranks, zones and the enemy's pieces ----

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
function goalOf(game) {
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
