// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * What a review of the game found: how accurately each side played, which moves were mistakes and what was better.
 * A person may try again to find a better move; the engine says whether it is one.
 */
import { figured, lineText, moveText, plain } from './notation.js';
import { count, texts } from './texts.js';
import { accuracyOf, expectedOf, MISTAKES, scoreOf } from './thinker.js';
import { endOf, isMain, lineOf, removeNode, SCORE_MAX } from './tree.js';
import { $, make, sideName } from './util.js';

/** @typedef {import('./tree.js').Node} Node */

const TRY_TIME = 600;

export class Review {
  /** @param {any} game @param {any} thinker @param {any} play @param {any} messages */
  constructor(game, thinker, play, messages) {
    this.game = game;
    this.thinker = thinker;
    this.messages = messages;
    /** A mistake that a person tries to do better. @type {Node | null} */
    this.retried = null;
    play.serve('retry', job => this.evaluate(job));
    game.on('change', () => this.follow());
    game.on('game', () => { this.retried = null; game.state.retries = false; });
    $('better-show').onclick = () => this.show();
    $('better-try').onclick = () => this.retry();
    $('better-end').onclick = () => this.end();
    $('mistake-next').onclick = () => this.next();
  }

  /** The mistake that is talked of: that on the board, or the one that is tried again. */
  mistake() {
    const { node } = this.game;
    if (this.retried) return this.retried;
    return node.mark && node.parent && node.parent.best ? node : null;
  }

  /** The game, whatever variation is on the board. */
  line() { return lineOf(endOf(this.game.root)); }

  /** What the review found, and the mistake on the board. @returns {import('./panel.js').Panel} */
  shown() {
    const line = this.line(), reviewed = line.some(node => node.best);
    if (!reviewed) return { 'review-result': { hidden: true }, accuracy: { hidden: true } };
    const figures = ['w', 'b'].map(side => ({ side, percent: accuracyOf(line, side) }));
    return {
      'review-result': { hidden: false }, 'mistake-next': { hidden: !line.some(node => node.mark) },
      accuracy: { hidden: false, children: figures.map(({ side, percent }) => make('li', { text: percent === null ? texts.accuracyNone(sideName(side)) : texts.accuracy(sideName(side), Math.round(percent), this.mistakes(line, side)) })) },
      ...this.mistakeShown(),
    };
  }

  /** @param {Node[]} line @param {string} side */
  mistakes(line, side) {
    const kinds = /** @type {[string, string, string][]} */ ([['??', texts.blunder, texts.blunders], ['?', texts.mistake, texts.mistakes], ['?!', texts.inaccuracy, texts.inaccuracies]]);
    const found = kinds.map(([mark, one, many]) => ({ n: line.filter(node => node.side === side && node.mark === mark).length, one, many })).filter(({ n }) => n);
    return found.map(({ n, one, many }) => count(n, one, many)).join(', ') || texts.noMistakes;
  }

  /** @returns {import('./panel.js').Panel} */
  mistakeShown() {
    const bad = this.mistake(), { sheet } = this.game;
    if (!bad || !bad.parent) return { better: { hidden: true }, 'better-buttons': { hidden: true } };
    const { best, scoreText: from = '' } = bad.parent, { side, scoreText: to = '' } = bad, played = figured(sheet, side, moveText(bad));
    const [before, after] = texts.worse(sideName(side), from, to), retries = Boolean(this.retried);
    const children = retries ? surround(texts.tryAgain(sideName(side)), played)
      : [before, ...played, after, ' ', ...surround(texts.better, figured(sheet, side, lineText({ pv: [best.move], san: [best.san] }, 0)))];
    return { better: { hidden: false, children }, 'better-buttons': { hidden: false }, 'better-try': { hidden: retries }, 'better-end': { hidden: !retries } };
  }

  /** Goes to the next mistake behind the board's position, from the end to the first. */
  async next() {
    this.stop();
    const line = this.line(), at = line.indexOf(lineOf(this.game.node).filter(isMain).pop() || line[0]), marked = line.filter(node => node.mark);
    const found = marked.find(node => line.indexOf(node) > at) || marked[0];
    if (found) await this.game.go(found);
  }

  /** Shows the better move: plays it on the board. */
  async show() {
    const bad = this.mistake();
    if (!bad || !bad.parent || !bad.parent.best) return;
    const { move, san } = bad.parent.best;
    this.stop();
    if (await this.game.go(bad.parent) && await this.game.commit(move)) this.messages.say(texts.betterWas(san ? plain(san) : move));
  }

  // ---- Trying again ----

  async retry() {
    const bad = this.mistake();
    if (!bad || !bad.parent) return;
    this.retried = bad;
    this.game.set({ retries: true });
    await this.game.go(bad.parent);
    this.messages.say(texts.tryAsk(sideName(bad.side)));
  }

  stop() {
    if (!this.retried) return;
    this.retried = null;
    this.game.set({ retries: false });
  }

  /** Gives up: back to the game. */
  async end() {
    const bad = this.retried;
    this.stop();
    if (bad) await this.game.go(bad);
  }

  /** Leaving the position ends the try. */
  follow() {
    const { node } = this.game, from = this.retried && this.retried.parent;
    if (from && node !== from && node.parent !== from) this.stop();
  }

  /** A move was tried: is it better than the mistake was? @param {any} job */
  async evaluate(job) {
    // What the page says of every move comes first.
    await new Promise(resolve => setTimeout(resolve, 0));
    const { game, retried } = this, { node } = job;
    if (!retried || !retried.parent || node.parent !== retried.parent) return;
    const from = retried.parent, { side } = retried;
    if (node === retried) {
      await this.again(node, texts.sameMove);
      return;
    }
    if (node.move !== from.best?.move) {
      await this.score(node);
      if (this.retried !== retried || game.node !== node || node.score === undefined) return;
      if (expectedOf(from, side) - expectedOf(node, side) >= MISTAKES[MISTAKES.length - 1].loss) {
        await this.again(node, texts.notBetter);
        return;
      }
    }
    this.stop();
    this.messages.say(texts.wellFound);
  }

  /** Scores a move that was tried. @param {Node} node */
  async score(node) {
    const { look } = this.game;
    if (look.result !== '*') {
      node.score = look.result === '1-0' ? SCORE_MAX : look.result === '0-1' ? -SCORE_MAX : 0;
      node.scoreText = look.result;
      return;
    }
    const done = await this.thinker.search('retry', node, { movetime: TRY_TIME });
    if (!done) return;
    const score = scoreOf(done, look.side);
    Object.assign(node, { score: score.pawns, scoreText: score.text });
  }

  /** Back to the position, for another try. @param {Node} node @param {string} why */
  async again(node, why) {
    const from = /** @type {Node} */ (node.parent);
    if (node !== this.retried && !node.children.length) removeNode(node);
    await this.game.go(from);
    this.messages.say(why);
  }
}

/** A sentence with parts in the place of "%". @param {string} sentence @param {(HTMLElement | string)[]} parts */
function surround(sentence, parts) {
  const [before, after = ''] = sentence.split('%');
  return [before, ...parts, after];
}
