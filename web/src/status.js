// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** What stands beside the board of the state of the game: whose move it is, the goal, what to do now, how it ended. */
import { cards } from './cards.js';
import { nameOf } from './pieces.js';
import { texts } from './texts.js';
import { $, other, sideName, sideOf } from './util.js';

/**
 * Pieces of the side to move that every move of another piece would lose.
 * @param {any} look @returns {string[]}
 */
export function doomed(look) {
  const ends = (look.legs || []).filter(leg => leg.status !== 'partial')
    .map(({ from, removed, end_effect: end }) => ({ from, gone: end ? [...removed, ...end.removed] : removed }));
  return Object.keys(look.board).filter(square => sideOf(look.board[square]) === look.side && ends.some(leg => leg.from !== square)
    && ends.every(leg => leg.from === square || leg.gone.includes(square)));
}

export class Status {
  /** @param {any} game @param {any} levels */
  constructor(game, levels) {
    this.game = game;
    this.levels = levels;
  }

  draw() {
    const { game } = this, outcome = game.outcome(), phase = game.phase();
    $('status').textContent = this.line(phase, outcome);
    $('goal').textContent = this.goal();
    $('task').textContent = this.task(phase);
    this.drawEnd(phase, outcome);
  }

  /** @param {string} phase @param {{result: string, reason: string}} outcome */
  line(phase, outcome) {
    const { game } = this, { look } = game, side = sideName(look.side);
    if (phase === 'over') return texts.over(outcome.result, outcome.reason);
    if (phase === 'legs') return `${side}: ${game.legs.join(', ')} …`;
    const plain = { editing: texts.editing, elsewhere: texts.elsewhere, offline: texts.offline, paused: texts.paused(side), reply: texts.thinking(side), friend: texts.friendMoves(side), waits: texts.waits(side) }[phase];
    if (plain) return plain;
    const royals = [...new Set((look.royals || []).map(square => nameOf(game.sheet, look.board[square])))];
    const { players } = game, alone = players[look.side] === 'person' && players[other(look.side)] !== 'person' && game.state.screen !== 'analyse';
    return [alone ? texts.yourMove(side) : texts.toMove(side), look.peril ? (royals.length ? texts.danger(royals.join(', ')) : texts.dangers) : '', look.tablebase ? look.tablebase.text : ''].filter(Boolean).join(' · ');
  }

  /** The goal of the side that a person plays. */
  goal() {
    const { game } = this, card = cards[game.sheet.name], own = game.players.w === 'engine' && game.players.b === 'person' ? 1 : 0;
    return card ? texts.goal(card.goals[own] === card.goals[1 - own] || game.players.w !== game.players.b ? card.goals[own] : card.goal) : '';
  }

  /** What a person is to do now. @param {string} phase */
  task(phase) {
    const { game } = this, { look } = game, legs = look.legs || [];
    // Else the lesson says it.
    if (game.lesson && phase !== 'legs') return '';
    if (phase === 'earlier') return texts.earlier;
    if (phase === 'legs') {
      const played = game.legs.join(', '), lost = look.end_effect ? this.lost(look.end_effect.removed) : '';
      return (look.status === 'extensible' ? texts.moreOrEnd(played) : texts.more(played)) + (lost ? ' ' + lost : '');
    }
    if (phase !== 'person') return '';
    if (legs.length && legs.every(leg => leg.drop)) return texts.drops;
    if (legs.length === 1 && !legs[0].to) return texts.pass;
    const musts = doomed(look).map(square => texts.mustMove(nameOf(game.sheet, look.board[square]), square, this.verb(square))).join(' ');
    return musts || (game.node.parent ? '' : texts.start);
  }

  /** Own pieces that the end of the move would take. @param {string[]} squares */
  lost(squares) {
    const { game } = this, pieces = game.pieces();
    return squares.filter(square => pieces[square] && sideOf(pieces[square]) === game.look.side)
      .map(square => texts.endLoses(nameOf(game.sheet, pieces[square]), square, this.verb(square))).join(' ');
  }

  /** How a piece on a square is lost. @param {string} square */
  verb(square) { return this.game.sheet.zones.some(zone => zone.kind === 'water' && zone.squares.includes(square)) ? texts.drowns : texts.isLost; }

  /** @param {string} phase @param {{result: string, reason: string}} outcome */
  drawEnd(phase, outcome) {
    const over = phase === 'over' && !this.game.lesson && !this.game.state.editing, { w, b } = this.game.players;
    $('end-card').hidden = !over;
    // It says how the game ended; nothing else does.
    $('status').hidden = over;
    if (!over) return;
    const winner = { '1-0': 'w', '0-1': 'b' }[outcome.result];
    const title = !winner ? texts.drawn : w === b ? (winner === 'w' ? texts.whiteWon : texts.blackWon) : this.game.players[winner] === 'person' ? texts.won : texts.lost;
    $('end-title').textContent = title;
    $('rematch').hidden = Boolean(this.game.tags) || [w, b].includes('friend');
    $('end-why').textContent = texts.reason(outcome.reason);
  }
}
