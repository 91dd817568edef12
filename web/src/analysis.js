// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Analysis of the position on the board: lines, arrows, the evaluation bar; a review of the game. */
import { hide, movesOfLine, numberOf } from './lines.js';
import { expected, scoreOf } from './thinker.js';
import { $, make, Part } from './util.js';

/** Time for each position, in ms; moves shown of a line. */
const REVIEW_TIME = 400, LINE = 8;

export class Analysis extends Part {
  constructor(page) {
    super(page);
    const { play } = this.page;
    /** @type {Found[]} */
    this.lines = [];
    this.counted = '';
    play.serve('analysis', job => this.search(job), () => $('line-count').value);
    play.serve('review', () => this.look());
  }

  get on() { return this.game.state.screen === 'analyse' && this.game.state.analyses; }
  get reviewing() { return this.game.state.reviews; }

  /** @param {boolean} on */
  toggle(on) {
    this.clear();
    this.game.set({ analyses: on });
  }

  clear() {
    hide();
    this.lines = [];
    $('depth').textContent = '';
    $('lines').replaceChildren();
    this.page.view.setArrows([]);
  }

  /** The reason, if there are no lines; the bar shows what is known of the position. */
  drawState() {
    document.body.classList.toggle('analysing', this.on);
    if (this.game.state.screen !== 'analyse') return;
    const { node } = this.game;
    const analyses = this.game.wanted() === 'analysis';
    $('lines').hidden = this.reviewing;
    if (!analyses || !this.lines.length)
      this.bar(node.score === undefined ? null : { pawns: node.score, text: node.scoreText || '' });
    if (analyses) return;
    this.lines = [];
    $('depth').textContent = '';
    $('lines').replaceChildren(...(this.on && this.game.phase() === 'over' ? [make('li',
      { class: 'faint', text: 'The game is over.' })] : []));
  }

  /** Searches without an end. @param {Job} job */
  async search(job) {
    const { look } = this.game;
    this.lines = [];
    $('lines').replaceChildren();
    await this.page.thinker.search('analysis', job.node, { multipv: Number($('line-count').value), progress: true },
      info => this.report(info, job.node, look));
  }

  /** @param {Found} info @param {Ply} node @param {Look} look */
  report(info, node, look) {
    if (!this.on || this.game.node !== node) return;
    this.counted = `Depth ${info.depth}${info.time > 500 ? ` · ${Math.round(info.nodes / info.time)}k/s` : ''}`;
    if (!info.multipv || info.bound) {
      $('depth').textContent = this.counted;
      return;
    }
    this.lines[info.multipv - 1] = info;
    if (info.multipv === 1) {
      const score = scoreOf(info, look.side);
      // The figures of a review stay as they are.
      if (!node.best) Object.assign(node, { score: score.pawns, scoreText: score.text });
      this.bar(score);
    }
    if (this.pending) return;
    this.pending = true;
    setTimeout(() => { this.pending = false; this.draw(node, look); }, 80);
  }

  /** @param {{pawns: number, text: string} | null} score null: not known yet, the bar stays */
  bar(score) {
    const bar = $('eval-bar');
    $('eval-text').textContent = score ? score.text : '';
    if (score) {
      const part = Math.round(expected(score.pawns) * 100);
      bar.style.setProperty('--white', part + '%');
      bar.setAttribute('aria-valuenow', String(part));
      bar.setAttribute('aria-valuetext', score.text);
    }
    bar.classList.toggle('upside-down', this.page.view.flipped);
  }

  /** @param {Ply} node @param {Look} look */
  draw(node, look) {
    if (!this.on || this.game.node !== node) return;
    const shown = this.lines.filter(Boolean), list = $('lines');
    // The line under the mouse stays, to be clicked.
    if (list.matches(':hover') && list.children.length === shown.length) return;
    list.replaceChildren(...shown.map(info => {
      const score = scoreOf(info, look.side);
      return make('li', {}, make('span', { class: 'score', text: score.text }), ' ',
        ...numberOf(look, 0, true), ...movesOfLine(this.game, info, LINE));
    }));
    $('depth').textContent = shown.length ? this.counted : '';
    this.page.view.setArrows(shown.flatMap((info, i) => legsOf(info.pv[0])
      .map(leg => ({ ...leg, kind: i === 0 ? 'best' : 'next' }))).reverse());
  }

  /** Reviews the whole game and marks mistakes; ends a running review. */
  review() { this.game.set({ reviews: !this.reviewing }); }

  async look() {
    const bar = $('review-progress'), button = $('review');
    bar.hidden = false;
    button.textContent = 'Stop the review';
    try {
      const whole = await this.page.thinker.review(this.game.root, REVIEW_TIME, (done, all) => {
        bar.max = all;
        bar.value = done;
        this.game.tell('state');
        return this.reviewing;
      });
      this.messages.say(whole ? 'Reviewed: ?! ? and ?? mark mistakes.' : 'The review was stopped.');
    } finally {
      this.game.state.reviews = false;
      bar.hidden = true;
      button.textContent = 'Review the game';
      this.game.tell('state');
    }
  }
}

/** From and to of each leg of a move's text, for arrows. @param {string} move */
function legsOf(move) {
  return move.split(',').flatMap(leg => {
    const m = /^([a-p]\d+)[x>]?([a-p]\d+)/.exec(leg);
    return m ? [{ from: m[1], to: m[2] }] : [];
  });
}
