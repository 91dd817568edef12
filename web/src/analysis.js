// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** Analysis of the position on the board: lines, arrows, the evaluation bar; a review of the game. */
import { expected, scoreOf } from './thinker.js';
import { $, make } from './util.js';

const REVIEW_TIME = 400;

export class Analysis {
  /** @param {any} game @param {any} thinker @param {any} view @param {(text: string) => void} say @param {() => void} redraw */
  constructor(game, thinker, view, say, redraw) {
    this.game = game;
    this.thinker = thinker;
    this.view = view;
    this.say = say;
    this.redraw = redraw;
    this.on = false;
    this.reviewing = false;
    /** @type {any[]} */
    this.lines = [];
    game.on('change', () => { if (this.on) this.begin(); });
  }

  /** @param {boolean} on */
  toggle(on) {
    this.on = on;
    $('eval-bar').hidden = !on;
    $('lines').hidden = !on;
    document.body.classList.toggle('analysing', on);
    if (on) this.begin();
    else {
      if (this.thinker.thinking === 'analysis') this.thinker.halt();
      this.lines = [];
      this.view.setArrows([]);
    }
  }

  async begin() {
    const { node, look } = this.game;
    this.lines = [];
    if (this.reviewing) return;
    if (!look || look.result !== '*') {
      if (this.thinker.thinking === 'analysis') await this.thinker.halt();
      $('lines').replaceChildren(make('li', { class: 'faint', text: 'The game is over.' }));
      return;
    }
    // The opponent's turn comes first; analysis goes on behind it.
    if (this.thinker.thinking && this.thinker.thinking !== 'analysis') return;
    if (this.game.legs.length) return;
    const limits = { lines: Number($('line-count').value) };
    await this.thinker.search('analysis', node, limits, info => this.report(info, node, look));
  }

  /** @param {any} info @param {any} node @param {any} look */
  report(info, node, look) {
    if (!this.on || info.bound || this.game.node !== node) return;
    this.lines[info.line - 1] = info;
    if (info.line === 1) {
      const score = scoreOf(info, look.side);
      node.score = score.pawns;
      node.scoreText = score.text;
      this.bar(score);
    }
    if (this.pending) return;
    this.pending = true;
    setTimeout(() => { this.pending = false; this.draw(node, look); }, 80);
  }

  /** @param {{pawns: number, text: string}} score */
  bar(score) {
    const bar = $('eval-bar'), part = Math.round(expected(score.pawns) * 100);
    bar.style.setProperty('--white', part + '%');
    bar.setAttribute('aria-valuenow', String(part));
    bar.setAttribute('aria-valuetext', score.text);
    $('eval-text').textContent = score.text;
    bar.classList.toggle('upside-down', this.view.flipped);
  }

  /** @param {any} node @param {any} look */
  draw(node, look) {
    if (!this.on || this.game.node !== node) return;
    const shown = this.lines.filter(Boolean);
    $('lines').replaceChildren(...shown.map(info => {
      const score = scoreOf(info, look.side);
      return make('li', {}, make('span', { class: 'score', text: score.text }), ' ',
        ...info.turns.slice(0, 8).map((turn, i) => (i === 0
          ? make('button', { class: 'turn', type: 'button', text: turn, onclick: () => this.game.commit(turn) })
          : make('span', { class: 'later', text: ' ' + turn }))));
    }));
    $('depth').textContent = shown.length ? `depth ${shown[0].depth}, ${Math.round(shown[0].nodes / 1000)} thousand positions` : '';
    this.view.setArrows(shown.flatMap((info, i) => legsOf(info.turns[0]).map(leg => ({ ...leg, kind: i === 0 ? 'best' : 'next' }))).reverse());
  }

  /** Looks at the whole game and marks mistakes. */
  async review() {
    if (this.reviewing) {
      this.reviewing = false;
      await this.thinker.halt();
      return;
    }
    const bar = $('review-progress'), button = $('review');
    this.reviewing = true;
    bar.hidden = false;
    button.textContent = 'Stop the review';
    const whole = await this.thinker.review(this.game.node, REVIEW_TIME, (done, all) => {
      bar.max = all;
      bar.value = done;
      this.redraw();
      return this.reviewing;
    }).catch(() => false);
    this.reviewing = false;
    bar.hidden = true;
    button.textContent = 'Review the game';
    this.say(whole ? 'The game is reviewed: ?! ? and ?? mark mistakes.' : 'The review was stopped.');
    this.redraw();
    if (this.on) this.begin();
  }
}

/** From and to of each leg of a turn's text, for arrows. @param {string} turn */
function legsOf(turn) {
  return turn.split(',').flatMap(leg => {
    const m = /^([a-p]\d+)[x>]?([a-p]\d+)/.exec(leg);
    return m ? [{ from: m[1], to: m[2] }] : [];
  });
}
