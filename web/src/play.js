// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** Playing: the opponent's turns, clocks, hints, offers. */
import { endOf } from './tree.js';
import { $, calm, other, sideName } from './util.js';

const TICK = 100, HINT_TIME = 700;
/** The engine answers no sooner than this, in ms, so that one sees the own turn end. */
const PAUSE = 260;

export class Play {
  /** @param {any} game @param {any} thinker @param {any} view @param {any} levels @param {(text: string, seen?: boolean) => void} say */
  constructor(game, thinker, view, levels, say) {
    this.levels = levels;
    this.game = game;
    this.thinker = thinker;
    this.view = view;
    this.say = say;
    /** How long the engine thinks: {movetime} in ms or {depth} in plies; none with a clock. */
    /** @type {Record<string, number>} */
    this.limits = { movetime: 1000 };
    /** @type {{base: number, increment: number} | null} milliseconds; null: no clock */
    this.control = null;
    this.clock = { w: 0, b: 0 };
    this.running = '';
    this.since = 0;
    /** Self-play pauses between turns, so that people can follow. */
    this.paused = false;
    /** A person offered a draw while the engine thought. */
    this.offered = false;
    game.on('turn', (node, side) => this.turned(node, side));
    game.on('game', () => { this.offered = false; this.resetClock(); });
    game.on('ended', () => this.stopClock());
    game.on('change', () => { $('offer').hidden = true; });
    $('accept').onclick = () => this.accept();
    $('decline').onclick = () => { $('offer').hidden = true; };
    setInterval(() => this.tick(), TICK);
  }

  // ---- Clocks ----

  /** @param {{base: number, increment: number} | null} control */
  setControl(control) {
    this.control = control;
    this.resetClock();
  }

  resetClock() {
    this.stopClock();
    this.clock = { w: this.control ? this.control.base : 0, b: this.control ? this.control.base : 0 };
    this.drawClock();
  }

  stopClock() {
    this.settle();
    this.running = '';
  }

  /** Takes the time since the last look off the running clock. */
  settle() {
    const now = performance.now();
    if (this.running) this.clock[this.running] = Math.max(0, this.clock[this.running] - (now - this.since));
    this.since = now;
  }

  tick() {
    if (!this.running || !this.control) return;
    this.settle();
    this.drawClock();
    if (this.clock[this.running] > 0) return;
    const loser = this.running;
    this.stopClock();
    this.thinker.halt();
    this.game.end(loser === 'w' ? '0-1' : '1-0', sideName(loser) + ' ran out of time');
  }

  drawClock() {
    const bottom = this.view.flipped ? 'b' : 'w';
    for (const [id, side] of [['clock-top', other(bottom)], ['clock-bottom', bottom]]) {
      const clock = $(id), seconds = Math.ceil(this.clock[side] / 1000);
      clock.hidden = !this.control;
      const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle('running', this.running === side);
      clock.classList.toggle('low', this.clock[side] < 20000);
      clock.setAttribute('aria-label', sideName(side) + '’s clock');
    }
  }

  // ---- Turns ----

  /** Is the board at the end of the main line, where the game goes on? */
  live() { return this.game.node === endOf(this.game.root) && !this.game.over(); }

  /** @param {any} _node @param {string} side who has just played */
  turned(_node, side) {
    if (this.control && this.live()) {
      this.settle();
      if (this.running === side) this.clock[side] += this.control.increment;
      this.running = this.game.over() ? '' : other(side);
    }
    if (this.game.over()) this.stopClock();
    this.drawClock();
    this.reply();
  }

  /** Is it the engine's turn, and the game's? */
  engineToMove() { return this.live() && !this.game.legs.length && this.game.players[this.game.look.side] === 'engine'; }

  /** How the engine is to think on its turn. @param {string} side */
  task(side) {
    const task = { plays: true, level: this.levels.level() };
    if (this.control && this.running) {
      this.settle();
      return { ...task, time: Math.round(this.clock[side]), increment: this.control.increment };
    }
    return this.levels.full() ? { ...task, ...this.limits } : task;
  }

  /** The engine plays, if it is its turn. */
  async reply() {
    if (!this.engineToMove() || this.paused || this.thinker.thinking === 'reply') return;
    const { node, look, players } = this.game, self = players.w === 'engine' && players.b === 'engine', begun = performance.now();
    this.game.tell('thinking');
    try {
      const done = await this.thinker.search('reply', node, this.task(look.side));
      if (done && !calm()) await new Promise(resolve => setTimeout(resolve, PAUSE - (performance.now() - begun)));
      if (done && this.game.node !== node) setTimeout(() => this.reply(), 0); // asked for when the turn was made, this search still went on
      if (!done || !done.turns.length || this.game.node !== node || this.game.legs.length || !this.engineToMove()) return;
      if (done.resigns) {
        this.game.resign(look.side);
        return;
      }
      await this.game.commit(done.turns[0]);
      this.say(`${sideName(look.side)}: ${this.game.node.turn}`, true);
      if (!self && !this.game.over()) this.afterReply(done);
    } finally {
      this.game.tell('thinking');
    }
    if (self) setTimeout(() => this.reply(), 0);
  }

  /** The engine's offer, or its answer to one that was made while it thought. @param {any} done */
  afterReply(done) {
    $('offer').hidden = !done.offers;
    if (this.offered) this.offerDraw();
  }

  /** Shows a turn that the engine would play. */
  async hint() {
    if (!this.game.personToMove() || this.game.over()) return;
    const { node } = this.game;
    this.say('Looking for a hint …');
    const done = await this.thinker.search('hint', node, { movetime: HINT_TIME });
    this.game.tell('thinking');
    if (!done || !done.turns.length || this.game.node !== node) return;
    const look = await this.game.rules.ask({ do: 'look', ...this.game.request(node), turns: [...this.game.request(node).turns, done.turns[0]] });
    if (this.game.node !== node) return;
    this.view.setArrows(look.last.steps.filter(step => step.from && step.to).map(step => ({ from: step.from, to: step.to, kind: 'hint' })));
    this.say('Hint: ' + done.turns[0]);
  }

  /** Offers a draw: to the engine, which knows what its last turn was worth, or to the other person. */
  async offerDraw() {
    if (this.game.over()) return;
    const { node, look, players } = this.game;
    if (players[other(look.side)] !== 'engine' && players[look.side] !== 'engine') {
      this.game.end('1/2-1/2', 'draw agreed');
      return;
    }
    this.offered = players[look.side] === 'engine';
    if (this.offered) {
      this.say('Quincunx will answer your offer after its turn.');
      return;
    }
    const answer = await this.thinker.engine.ask({ do: 'draw', ...this.game.request(node), level: this.levels.level() });
    if (this.game.node !== node) return;
    if (answer.takes) this.game.end('1/2-1/2', 'draw agreed');
    else this.say(answer.better ? 'Quincunx declines: it thinks it stands better.' : 'Quincunx declines the draw for now.');
  }

  /** The person takes what the engine offered. */
  accept() { this.game.end('1/2-1/2', 'draw agreed'); }

  resign() {
    if (this.game.over()) return;
    const { look, players } = this.game;
    const side = players[look.side] === 'person' ? look.side : players[other(look.side)] === 'person' ? other(look.side) : look.side;
    this.thinker.halt();
    this.game.resign(side);
  }
}
