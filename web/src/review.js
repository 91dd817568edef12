// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The results of a review: each side's accuracy, mistakes and better moves. A person goes through the mistakes of a
 * side, each from the position before it; the engine says whether a move is better.
 */
import { figured, lineText, moveText, plain } from './pieces.js';
import { accuracyOf, expectedOf, MISTAKES } from './thinker.js';
import { endOf, lineOf, removeNode } from './tree.js';
import { count, listen, make, other, Part, sideName, sleep } from './util.js';

const TRY_TIME = 600, WELL_FOUND = 'Good move.';
/** @type {Record<string, [string, string]>} */
const MARKS = { '??': ['blunder', 'blunders'], '?': ['mistake', 'mistakes'], '?!': ['inaccuracy', 'inaccuracies'] };

export class Review extends Part {
  constructor(page) {
    super(page);
    const { game, messages } = this;
    /** The side whose mistakes are shown, and the present one. */
    this.side = 'w';
    /** @type {Ply | null} */
    this.at = null;
    /**
     * '': none is on; a better move is to be found, was found or was shown; all have been gone through.
     * @type {'' | 'find' | 'found' | 'shown' | 'end'}
     */
    this.stage = '';
    /** Those that were gone through: was a better move found? @type {Map<Ply, boolean>} */
    this.done = new Map();
    this.page.play.serve('retry', job => this.evaluate(job.node));
    game.on('change', () => this.follow());
    game.on('game', () => {
      this.done.clear();
      this.stage = '';
      game.state.retries = false;
    });
    listen(messages, {
      'mistake-start': () => this.begin(this.own()), 'mistake-other': () => this.begin(other(this.side)),
      'mistake-next': () => this.next(), 'mistake-end': () => this.end(), 'better-show': () => this.show(),
    });
  }

  /** The game, whatever variation is on the board. */
  line() { return lineOf(endOf(this.game.root)); }

  /** @param {string} side */
  mistakes(side) { return this.line().filter(node => node.side === side && node.mark && node.parent?.best); }

  /** The side whose mistakes a person likes to see: the own one, or that below. */
  own() {
    const { node, flipped, players: { w, b } } = this.game, mine = w === b ? (flipped ? 'b' : 'w') : w === 'person'
      ? 'w' : 'b';
    return node.mark ? node.side : this.mistakes(mine).length ? mine : other(mine);
  }

  /** What the review found, and the mistake that is talked of. @returns {Panel} */
  shown() {
    const line = this.line();
    if (!line.some(node => node.best)) return { 'review-result': { hidden: true }, accuracy: { hidden: true } };
    const children = ['w', 'b'].map(side => {
      const percent = accuracyOf(line, side), name = sideName(side);
      return make('li', { text: percent === null ? `${name}: no moves`
        : `${name}: accuracy ${Math.round(percent)}% · ${this.counted(side)}` });
    });
    return { 'review-result': { hidden: false }, accuracy: { hidden: false, children }, ...this.card() };
  }

  /** How many mistakes of each kind a side made, in words. @param {string} side */
  counted(side) {
    const found = this.mistakes(side);
    return Object.entries(MARKS).map(([mark, [one, many]]) =>
      ({ n: found.filter(node => node.mark === mark).length, one, many }))
      .filter(({ n }) => n).map(({ n, one, many }) => count(n, one, many)).join(', ') || 'no mistakes';
  }

  /** @returns {Panel} */
  card() {
    const { stage, side, at, done, game: { node } } = this, all = this.mistakes(side),
      solved = all.filter(each => done.get(each)).length;
    const on = stage === 'find' || stage === 'found' || stage === 'shown',
      bad = on ? at : !stage && node.mark ? node : null;
    return {
      'mistake-count': { text: on && at ? `Mistake ${all.indexOf(at) + 1} of ${all.length} · ${solved} solved` : stage
        ? `${sideName(side)}: ${solved} of ${count(all.length, 'mistake')} solved.` : '' },
      better: { children: bad ? this.words(bad) : [] },
      'mistake-start': { hidden: Boolean(stage) || !this.mistakes(this.own()).length },
      'better-show': { hidden: !bad || stage === 'found' || stage === 'shown' },
      'mistake-next': { hidden: !on, text: stage === 'find' ? 'Skip' : 'Next',
      classes: { main: stage !== 'find' } },
      'mistake-other': { hidden: stage !== 'end' || !this.mistakes(other(side)).length,
      text: `${sideName(other(side))}’s mistakes` },
      'mistake-end': { hidden: !stage },
    };
  }

  /** The text about a mistake; the better move only when it may be shown. @param {Ply} bad */
  words(bad) {
    const { sheet } = this.game, { side, parent, scoreText: to = '' } = bad,
      { best, scoreText: from = '' } = /** @type {Ply} */ (parent);
    const change = from && to ? `: ${from} became ${to}` : '';
    const played = figured(sheet, side, moveText(bad)), name = sideName(side);
    if (this.stage === 'find') return surround(`${name} played %${bad.mark} Find a better move.`, played);
    const better = best ? surround('Better was %.', figured(sheet, side,
      lineText({ pv: [best.move], san: [best.san] }, 0))) : [];
    return [...(this.stage === 'found' ? [WELL_FOUND, ' '] : []), ...surround(`${name} played %${change}.`, played),
      ' ', ...better];
  }

  // ---- Going through them ----

  /** From the mistake on the board, or the first that was not gone through. @param {string} side */
  async begin(side) {
    const all = this.mistakes(side), { node } = this.game;
    this.side = side;
    if (all.every(each => this.done.has(each))) for (const each of all) this.done.delete(each);
    await this.open(all.includes(node) ? node : all.find(each => !this.done.has(each)));
  }

  /** Goes to the position before a mistake; without one all have been gone through. @param {Ply | undefined} bad */
  async open(bad) {
    this.stop();
    if (bad && (!bad.parent || !await this.game.go(bad.parent))) return;
    this.at = bad || null;
    this.stage = bad ? 'find' : 'end';
    this.game.set({ retries: Boolean(bad) });
  }

  /** The next one that was not gone through, behind this one or from the first. */
  async next() {
    const { at, done } = this, all = this.mistakes(this.side), from = at ? all.indexOf(at) + 1 : 0;
    if (at && !done.has(at)) done.set(at, false);
    await this.open([...all.slice(from), ...all.slice(0, from)].find(each => !done.has(each)));
  }

  async show() {
    const { stage } = this, bad = stage ? this.at : this.game.node, best = bad?.parent?.best;
    if (!bad || !bad.parent || !best) return;
    this.stop();
    if (stage) {
      this.done.set(bad, false);
      this.stage = 'shown';
    }
    if (await this.game.go(bad.parent) && await this.game.commit(best.move))
      this.messages.say(`Better was ${best.san ? plain(best.san) : best.move}.`);
  }

  stop() {
    if (!this.stage) return;
    this.stage = '';
    this.game.set({ retries: false });
  }

  async end() {
    const { at, stage } = this;
    this.stop();
    if (at && stage !== 'end') await this.game.go(at);
  }

  /** Leaving the position ends the search for a better move. */
  follow() {
    const { node } = this.game, from = this.at && this.at.parent;
    if (this.stage === 'find' && node !== from && node.parent !== from) this.stop();
  }

  // ---- A move that was tried ----

  /** Is it better than the mistake was? @param {Ply} node */
  async evaluate(node) {
    // Nothing thinks on what a person is to find; and what the page says of every move comes first.
    await this.page.thinker.halt();
    await sleep(0);
    const { at, game } = this, from = at && at.parent;
    if (!at || !from || node.parent !== from) return;
    if (node === at) return this.again(node, 'That is the move of the game. Try another one.');
    if (node.move !== from.best?.move) {
      await this.page.thinker.score('retry', node, game.look, TRY_TIME);
      if (this.at !== at || this.stage !== 'find' || game.node !== node || node.score === undefined) return;
      if (expectedOf(from, at.side) - expectedOf(node, at.side) >= MISTAKES[MISTAKES.length - 1].loss)
        return this.again(node, 'That is not good enough. Try another move.');
    }
    this.done.set(at, true);
    this.stage = 'found';
    game.set({ retries: false });
    this.messages.say(WELL_FOUND);
  }

  /** Back to the position, for another try. @param {Ply} node @param {string} why */
  async again(node, why) {
    const from = /** @type {Ply} */ (node.parent);
    if (node !== this.at && !node.children.length) removeNode(node);
    await this.game.go(from);
    this.messages.say(why);
  }
}

/** A sentence with parts in the place of "%". @param {string} sentence @param {(HTMLElement | string)[]} parts */
function surround(sentence, parts) {
  const [before, after = ''] = sentence.split('%');
  return [before, ...parts, after];
}
