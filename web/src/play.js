// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Playing: the opponent's moves, clocks, hints, offers. phase.js says what the engine should search; whenever anything
 * changes, this module compares that with the running search, and starts or ends it.
 */
import { lineText, plain } from './pieces.js';
import { Broken } from './client.js';
import { Clock, timesAfter } from './clock.js';
import { clocksOf } from './panel.js';
import { endOf, lineTo } from './tree.js';
import { $, other, Part, render, sideName, sleep, texts } from './util.js';

const TICK = 100, HINT_TIME = 700, SAVE_TIME = 5000;
/**
 * The minimum delay of the engine's answer, in ms, so that the person's move is seen to end; weak players take a
 * second.
 */
const PAUSE = 260, HUMAN = 700, HUMAN_MORE = 700;
const TRIES = 3;
const DRAW_AGREED = 'draw agreed', PLAY_ON = 'Play on';

export class Play extends Part {
  constructor(page) {
    super(page);
    const { game } = this;
    /** The limit of full strength without a clock. @type {Record<string, number>} */
    this.limits = { movetime: 1000 };
    this.clock = new Clock(() => performance.now());
    /** The clocks that the next new game gets. @type {Control | null} */
    this.control = null;
    /** Where the clocks run: behind the move that was made last. @type {Ply} */
    this.live = game.root;
    /** The running job. @type {Job | null} */
    this.job = null;
    /** How each purpose is served. @type {Record<string, {work: (job: Job) => Promise<unknown>, key: () => string}>} */
    this.jobs = {};
    this.tries = 0;
    /** Answers at once, whatever the level: for tests. */
    this.hurried = false;
    /** A person offered a draw while the engine thought. */
    this.offered = false;
    this.saved = 0;
    this.serve('reply', job => this.reply(job));
    this.serve('hint', job => this.showHint(job));
    game.on('made', (node, parent, fresh) => this.made(node, parent, fresh));
    game.on('back', () => this.restoreClock());
    game.on('game', how => this.begin(how));
    game.on('ended', () => this.clock.run(''));
    game.on('change', () => { $('offer').hidden = true; this.game.state.hint = false; this.tries = 0; this.settle(); });
    game.on('state', () => { this.checkLive(); this.holdClock(); this.settle(); });
    $('accept').onclick = () => this.game.end('1/2-1/2', DRAW_AGREED);
    $('decline').onclick = () => { $('offer').hidden = true; };
    setInterval(() => this.tick(), TICK);
  }

  // ---- The engine's jobs ----

  /**
   * @param {string} purpose @param {(job: Job) => Promise<unknown>} work @param {() => string} [key] another key begins
   *   it anew
   */
  serve(purpose, work, key = () => '') { this.jobs[purpose] = { work, key }; }

  /** Starts and ends searches, as phase.js wants. */
  settle() {
    const { game, job } = this, purpose = game.wanted(), server = this.jobs[purpose], key = server ? server.key() : '';
    if (job && job.purpose === purpose && job.key === key && (purpose === 'review' || job.node === game.node)) return;
    if (!job && !server) return;
    this.job = null;
    if (server) this.begun({ purpose, node: game.node, key, done: false }, server.work);
    else if (job && !job.done) this.page.thinker.halt().catch(() => {});
    game.tell('state');
  }

  /** @param {Job} job @param {(job: Job) => Promise<unknown>} work */
  async begun(job, work) {
    this.job = job;
    try {
      await work(job);
    } catch (error) {
      if (this.job === job && !(error instanceof Broken)) this.messages.fail(error.message);
    }
    job.done = true;
    if (this.job === job) this.ended(job);
    this.game.tell('state');
  }

  /** A job that is still wanted has come to its end. @param {Job} job */
  ended(job) {
    if (job.purpose === 'hint') this.game.state.hint = false;
    if (job.purpose === 'review') this.game.state.reviews = false;
    if (job.purpose === 'reply' && this.game.wanted() === 'reply' && this.game.node === job.node) {
      // No move came of it.
      this.job = null;
      if (++this.tries > TRIES) {
        this.messages.fail('Quincunx found no move. Press “Let Quincunx move” to try again.');
        this.game.state.waits = true;
      }
    }
    this.settle();
  }

  /** Is a job's outcome still wanted? @param {Job} job */
  stands(job) { return this.job === job && this.game.node === job.node; }

  /** Has what is on begun anew, as when its search was ended from outside. */
  again() {
    this.job = null;
    this.settle();
  }

  // ---- Clocks ----

  /** A game has come on the board. @param {Arrival} how */
  begin(how) {
    this.offered = false;
    this.job = null;
    if (!how.same) this.clock.set(how.lesson ? null : this.control);
    this.live = endOf(this.game.root);
    if (how.clock) this.clock.unpack(how.clock);
    if (this.clock.paused) this.game.state.paused = true;
    this.drawClock();
  }

  /** @param {Ply} node @param {Ply} parent @param {boolean} fresh is it a new move? */
  made(node, parent, fresh) {
    if (!fresh || this.game.state.screen === 'analyse') return;
    if (parent !== this.live) this.restoreClock(parent);
    this.live = node;
    const { clock } = this;
    if (!clock.control) return;
    clock.press(node.side);
    node.clock = Math.round(clock.left[node.side]);
    if (this.game.over()) clock.run('');
    this.drawClock();
  }

  /** The clocks as they were behind a node. @param {Ply} [node] */
  restoreClock(node = this.game.node) {
    const { clock, game } = this, moves = lineTo(node);
    this.live = node;
    if (!clock.control) return;
    const side = moves.length ? other(moves[moves.length - 1].side) : '';
    clock.restore(timesAfter(moves, clock.control), game.over() && node === game.node ? '' : side);
    this.drawClock();
  }

  /** The move where the clocks ran may have been deleted. */
  checkLive() {
    let top = this.live;
    while (top.parent && top.parent.children.includes(top)) top = top.parent;
    if (top !== this.game.root) this.restoreClock();
  }

  /** Time runs during a game, not during analysis. */
  holdClock() {
    const { clock, game: { state } } = this, paused = state.paused || state.offline || state.screen === 'analyse';
    if (clock.paused !== (paused && Boolean(clock.control))) clock.pause(paused);
  }

  tick() {
    const { clock, game } = this;
    if (!clock.runs() || game.state.elsewhere) return;
    const loser = clock.fallen();
    this.drawClock();
    if (loser) {
      clock.run('');
      game.end(loser === 'w' ? '0-1' : '1-0', `${sideName(loser)} ran out of time`, this.live);
    } else if (performance.now() - this.saved > SAVE_TIME) {
      this.saved = performance.now();
      game.tell('state');
    }
  }

  drawClock() { if (this.game.look) render(clocksOf(this.game, this.clock)); }

  // ---- The engine's moves ----

  /** The search limits of the engine's move. @param {string} side */
  task(side) {
    const task = { own_move: true, level: this.page.levels.level() }, { clock } = this;
    if (clock.runs() && this.game.node === this.live) {
      clock.settle();
      const { increment } = /** @type {Control} */ (clock.control);
      return { ...task, time: Math.round(clock.left[side]), increment };
    }
    return this.page.levels.full() ? { ...task, ...this.limits } : task;
  }

  /** The delay of the engine's answer for people to follow, in ms. */
  wait() {
    if (this.hurried) return 0;
    const { w, b } = this.game.players;
    if (this.page.levels.full() || w === b) return PAUSE;
    return HUMAN + Math.random() * HUMAN_MORE;
  }

  /** The engine plays. @param {Job} job */
  async reply(job) {
    const { game, page: { thinker } } = this, { look } = game, begun = performance.now(), wait = this.wait();
    const done = await thinker.search('reply', job.node, this.task(look.side));
    if (!done || !done.pv.length) return;
    await sleep(Math.max(0, Math.min(wait, this.clock.runs() ? 1000 : wait) - (performance.now() - begun)));
    if (!this.stands(job) || game.busy) return;
    if (done.resigns) return game.resign(look.side);
    if (!await game.commit(done.pv[0]) || game.over() || game.players.w === game.players.b) return;
    this.afterReply(done);
  }

  /** The engine's offer, or its answer to one that was made while it thought. @param {Found} done */
  afterReply(done) {
    $('offer').hidden = !done.offers_draw;
    if (this.offered) this.offerDraw();
  }

  /** Ends the engine's search; it plays the best move that it has found. */
  async moveNow() { if (this.page.thinker.thinking === 'reply') await this.page.thinker.engine.stop(); }

  // ---- Hints and offers ----

  hint() {
    if (!this.game.personToMove()) return;
    this.messages.say('Looking for a hint…');
    this.game.set({ hint: true });
  }

  /** Shows a move that the engine would play. @param {Job} job */
  async showHint(job) {
    const { game } = this, done = await this.page.thinker.search('hint', job.node, { movetime: HINT_TIME });
    if (!done || !done.pv.length || !this.stands(job)) return;
    const look = await game.rules.ask({ do: 'position', ...game.request(job.node),
      moves: [...game.request(job.node).moves, done.pv[0]] });
    if (!this.stands(job)) return;
    this.page.view.setArrows(look.last.legs.filter(leg => leg.from && leg.to)
      .map(leg => ({ from: leg.from, to: leg.to, kind: 'hint' })));
    this.messages.say(texts.hint(plain(lineText(done, 0))));
  }

  /** Offers a draw: to the engine, which decides by the score of its last move, or to the other person. */
  async offerDraw() {
    const { game } = this, { node, look, players } = game;
    if (game.over()) return;
    if (players[other(look.side)] !== 'engine' && players[look.side] !== 'engine') {
      if (await this.messages.ask('Do both sides agree to a draw?', 'Draw', PLAY_ON) && game.node === node)
        game.end('1/2-1/2', DRAW_AGREED);
      return;
    }
    this.offered = players[look.side] === 'engine';
    if (this.offered) return this.messages.say('Quincunx will answer your offer after its move.');
    const answer = await this.page.thinker.engine.ask({ do: 'offer_draw', ...game.request(node),
      level: this.page.levels.level() });
    // The request ended an analysis.
    this.again();
    if (game.node !== node) return;
    if (answer.accepts) game.end('1/2-1/2', DRAW_AGREED);
    else this.messages.say(`Quincunx declines${answer.better ? ': it thinks it stands better' : ' the draw for now'}.`);
  }

  resigning() {
    const { look, players } = this.game;
    return players[look.side] === 'person' || players[other(look.side)] !== 'person' ? look.side : other(look.side);
  }

  async resign() {
    if (this.game.over()) return;
    const { node, players } = this.game, side = this.resigning();
    if (!await this.messages.ask(players.w === players.b ? `${sideName(side)} resigns?` : 'Resign?', 'Resign',
      PLAY_ON)) return;
    if (this.game.node === node || this.game.node.parent === node) this.game.resign(side);
  }
}
