// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Lessons: tasks on the page's own board. The engine has them, plays them and reports their state (docs/lessons.md);
 * this module shows them and remembers the solved ones.
 */
import { movesTo, readTreeText } from './tree.js';
import { $, count, listen, make, other, Part, texts } from './util.js';

const FAILED = {
  rule: 'That does not solve it.', out_of_moves: 'Not solved, and no move is left. Try again.',
  game_over: 'The game is over, but the task is not solved. Try again.',
  check: 'That attacks the enemy’s royal piece, which would have to answer. Here the other side waits: find another '
    + 'way.',
};

/** Numbers of lessons, by game, of data from anywhere. @param {any} data @returns {Record<string, number[]>} */
function readProgress(data) {
  if (!data || typeof data !== 'object' || Array.isArray(data)) return {};
  return Object.fromEntries(Object.entries(data).filter(([, list]) => Array.isArray(list))
    .map(([name, list]) => [name, [...new Set(list.filter(n => Number.isInteger(n) && n > 0 && n < 100))]]));
}

export class Lessons extends Part {
  constructor(page) {
    super(page);
    const { game, messages } = this;
    /** @type {Record<string, Lesson[]>} */
    this.known = {};
    this.hinted = false;
    /** The game before the lessons. */
    this.from = '';
    game.on('game', how => {
      this.hinted = false;
      this.changed();
      if (!how.lesson) this.drawOpener();
    });
    game.on('change', () => this.changed());
    listen(messages, {
      'lesson-next': () => this.next(),
      'lesson-again': () => this.open(this.game.sheet.name, this.game.lesson, false),
      'lesson-back': () => game.takeBack(),
      'lesson-hint': () => this.hint(),
      'lesson-close': () => this.close(),
      'lessons-open': () => this.begin(game.sheet.name),
    });
  }

  // ---- Which were solved ----

  /** @param {string} name of a game @returns {number[]} */
  solved(name) { return readProgress(this.store.settings().lessons)[name] || []; }

  /** @param {string} name @param {number} number */
  keep(name, number) {
    const done = this.solved(name);
    if (!done.includes(number)) this.store.chooseFor('lessons', name, [...done, number]);
  }

  /** The lessons of a game, none if it has none. @param {string} name @returns {Promise<Lesson[]>} */
  async list(name) {
    if (!this.known[name]) this.known[name] = (await this.game.rules.ask({ do: 'lessons', game: name })).lessons;
    return this.known[name];
  }

  /** The progress in words; '' if the game has no lessons. @param {string} name */
  async words(name) {
    const list = await this.list(name), done = this.solved(name).filter(n => n <= list.length).length;
    return list.length ? `Lessons: ${done < list.length ? `${done} of` : 'all'} ${list.length} solved` : '';
  }

  async drawOpener() {
    const { name } = this.game.sheet, words = await this.words(name);
    if (this.game.sheet.name !== name) return;
    $('lessons-open').hidden = !words;
    $('lessons-open').textContent = words;
  }

  async drawCards() {
    for (const button of document.querySelectorAll('[data-learn]')) {
      const name = /** @type {HTMLElement} */ (button).dataset.learn || '',
        words = this.solved(name).length ? await this.words(name) : '';
      if (!words) continue;
      button.textContent = words;
      button.setAttribute('aria-label', `${words}: ${this.game.games.find(g => g.name === name)?.title}`);
    }
  }

  // ---- Opening and leaving ----

  /** Opens the first lesson that was not solved; false if there are none. @param {string} name */
  async begin(name) {
    const list = await this.list(name), done = this.solved(name), next = list.find(lesson =>
      !done.includes(lesson.number)) || list[0];
    return next ? this.open(name, next.number) : false;
  }

  /**
   * @param {string} name @param {number} number @param {boolean} [push] may one go back to what was before?
   * @param {Place} [place] what was played in it
   */
  async open(name, number, push = true, place = {}) {
    const { asked } = this.game, list = await this.list(name), lesson = list[number - 1];
    if (!lesson) throw new Error(`there is no lesson ${number}.`);
    // Another game was chosen meanwhile.
    if (this.game.asked !== asked) return true;
    if (!this.game.lesson) this.from = this.page.keeper.entry?.id || '';
    await this.game.start(name, lesson.fen, readTreeText(place.moves || '', lesson.side, lesson.opponent_passes),
      undefined,
      { lesson: number, push, legs: (place.legs || '').split(',').filter(Boolean),
      players: { [lesson.side]: 'person', [other(lesson.side)]: 'engine' }, flipped: lesson.side === 'b' });
    this.page.arrived();
    return true;
  }

  /** Back to the game that was left, or a new one. */
  async close() {
    const { from, page: { keeper } } = this;
    if (!from || !await keeper.open(from, false, true)) await this.page.newGame(this.game.sheet.name);
  }

  async next() {
    const { name } = this.game.sheet, list = await this.list(name), { lesson } = this.game;
    if (lesson < list.length) await this.open(name, lesson + 1);
    else await this.page.newGame(name);
  }

  // ---- Beside the board ----

  standing() {
    const { lesson, look, sheet } = this.game, state = lesson && look ? look.lesson : null,
      known = state && this.known[sheet.name];
    return known ? { state, list: known, lesson: known[state.number - 1] } : null;
  }

  changed() {
    const standing = this.standing(), { name } = this.game.sheet;
    if (!standing) return;
    const { state, list } = standing;
    if (state.state === 'solved') this.keep(name, state.number);
    this.say(this.remark(state), state.state);
    this.drawList(list, state.number);
  }

  /** The lesson beside the board. @returns {Panel} */
  shown() {
    const standing = this.standing(), { game } = this;
    if (!standing) return { lesson: { hidden: true }, page: { classes: { 'in-lesson': false } } };
    const { state, list, lesson } = standing, solved = state.state === 'solved', failed = state.state === 'failed',
      begun = Boolean(game.node.parent || game.legs.length);
    return {
      page: { classes: { 'in-lesson': true } }, lesson: { hidden: false },
      'lesson-number': { text: `Lesson ${state.number} of ${list.length}` },
          'lesson-title': { text: lesson.title }, 'lesson-task': { text: lesson.task },
      'lesson-next': { hidden: !solved, text: state.number < list.length ? 'Next lesson'
        : texts.playGame(game.sheet.title) },
      'lesson-back': { disabled: !begun }, 'lesson-again': { disabled: !begun, classes: { main: failed } },
      'lesson-hint': { hidden: solved || failed },
    };
  }

  /** @param {string} text @param {string} kind */
  say(text, kind) {
    const remark = $('lesson-remark');
    if (remark.textContent !== text) remark.textContent = text;
    remark.className = kind;
  }

  /** The remark on the last move. @param {LessonState} state */
  remark(state) {
    if (state.state === 'solved') return ['Solved!', state.remark].filter(Boolean).join(' ');
    if (state.state === 'failed')
      return state.remark || FAILED[state.failure] || FAILED.out_of_moves;
    return state.remark || (state.moves_left !== undefined && state.move_count > 0
      ? `${count(state.moves_left, 'move')} left.` : '');
  }

  /** @param {Lesson[]} list @param {number} here */
  drawList(list, here) {
    const { name } = this.game.sheet, done = this.solved(name);
    $('lesson-list').replaceChildren(...list.map(({ number, title }) => make('li', {}, make('button', {
      type: 'button', class: 'lesson-dot' + (done.includes(number) ? ' done' : '') + (number === here ? ' here' : ''),
      title, text: String(number),
      'aria-label': `Lesson ${number}: ${title}${done.includes(number) ? ', solved' : ''}`,
      'aria-current': number === here ? 'true' : null,
      onclick: () => this.open(name, number).catch(error => this.messages.fail(error.message)),
    }))));
  }

  // ---- Help ----

  /** The lesson on the board. @returns {Lesson} */
  lesson() { return this.known[this.game.sheet.name][this.game.lesson - 1]; }

  /** The move of the solution that comes next; '' if the game has left it. */
  nextOfSolution() {
    const { solution } = this.lesson(), moves = movesTo(this.game.node);
    return moves.every((move, i) => move === solution[i]) ? solution[moves.length] || '' : '';
  }

  /** First in words; then the move is shown on the board. */
  hint() {
    const { game } = this, lesson = this.lesson();
    if (this.hinted) this.point(lesson);
    else this.say(lesson.hint, 'hint');
    this.hinted = !this.hinted || game.over();
  }

  /** @param {Lesson} lesson */
  point(lesson) {
    const { game } = this, legs = this.nextOfSolution().split(','),
      leg = (game.look.legs || []).find(each => each.text === legs[game.legs.length]);
    if (leg && leg.from && leg.to) this.page.view.setArrows([{ from: leg.from, to: leg.to, kind: 'hint' }]);
    else if (leg) this.say(texts.hint(leg.text), 'hint');
    else if (!lesson.opponent_passes) this.page.play.hint();
    else this.say(lesson.hint, 'hint');
  }
}
