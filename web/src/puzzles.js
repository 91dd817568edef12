// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Puzzles of each game, about as hard as the solver is strong. The engine has them, checks moves and answers them. This
 * module keeps the solved ones and the solver's rating.
 */
import { figured } from './pieces.js';
import { addMove, endOf, removeNode, movesTo, readTreeText } from './tree.js';
import { $, listen, other, Part, sideName, sleep, texts } from './util.js';

/** The stage of a puzzle, as in addresses. */
const STAGES = ['', 'tried', 'done', 'shown'];
const NEXT = 'Next puzzle', RIGHT = 'Correct. Continue.';
/** @type {Record<string, string>} */
const THEMES = {
  capture: 'a capture', gain: 'captures something better', afar: 'captures from afar',
  'both-boards': 'captures on both boards', peril: 'attacks the goal of the game', quiet: 'a quiet move',
  'double-attack': 'double attack', sacrifice: 'sacrifice', promotion: 'promotion', drop: 'a drop',
  defence: 'out of danger', royal: 'a royal piece moves', long: 'long',
};
const REPLY = 450, BACK = 700;
const NEAR = 120;

// ---- The solver's rating ----

/** The number of solved puzzles remembered for a game. */
const SOLVED_MAX = 600;
/** Rating deviation of a new solver, of a puzzle, and the minimum for a solver. */
const NEW_RATING = 1000;
/** No wider: one puzzle must not decide. */
const NEW_DEVIATION = 100, PUZZLE_DEVIATION = 100, MIN_DEVIATION = 60, MIN_RATING = 100;

/**
 * A solver's rating after one puzzle: Mark Glickman's Glicko system (1995), one game a period.
 * @param {{rating: number, deviation: number}} solver @param {number} puzzle its rating @param {number} result 1
 *   solved, 0 not
 */
export function rated(solver, puzzle, result) {
  const q = Math.LN10 / 400, g = 1 / Math.sqrt(1 + 3 * (q * PUZZLE_DEVIATION / Math.PI) ** 2);
  const expected = 1 / (1 + 10 ** (-g * (solver.rating - puzzle) / 400)),
    information = q * q * g * g * expected * (1 - expected);
  const weight = 1 / (1 / solver.deviation ** 2 + information);
  return {
    rating: Math.max(MIN_RATING, Math.round(solver.rating + q * weight * g * (result - expected))),
    deviation: Math.max(MIN_DEVIATION, Math.round(Math.sqrt(weight))),
  };
}

/** The stored data of a solver; anybody can write to the storage. @param {any} data @returns {Score} */
export function readScore(data) {
  const fine = (value, low, high, otherwise) => (Number.isFinite(value) && value >= low && value <= high ? value
    : otherwise);
  const known = data && typeof data === 'object' ? data : {};
  return {
    rating: fine(known.rating, MIN_RATING, 5000, NEW_RATING), deviation: fine(known.deviation, MIN_DEVIATION,
    NEW_DEVIATION, NEW_DEVIATION),
    streak: fine(known.streak, 0, 1e6, 0),
    solved: Array.isArray(known.solved) ? known.solved.filter(id => typeof id === 'string').slice(-SOLVED_MAX) : [],
  };
}

export class Puzzles extends Part {
  constructor(page) {
    super(page);
    const { game, messages } = this;
    /** The puzzle on the board. @type {any} */
    this.now = null;
    /** @type {Record<string, Promise<PuzzleEntry[]>>} */
    this.lists = {};
    game.on('leaving', () => { this.now = null; });
    game.on('move', (node, side) => this.made(node, side).catch(error => messages.fail(error.message)));
    listen(messages, {
      'puzzle-next': () => this.next(game.sheet.name),
      'puzzle-hint': () => this.hint(),
      'puzzle-solution': () => this.solution(),
    });
  }

  // ---- Storage ----

  /** @param {string} name of a game */
  score(name) { return readScore((this.store.settings().puzzles || {})[name]); }

  /** @param {string} name @param {Score} score */
  keep(name, score) { this.store.chooseFor('puzzles', name, score); }

  /** @param {string} name @returns {Promise<PuzzleEntry[]>} weakest first */
  list(name) {
    if (!this.lists[name])
      this.lists[name] = this.game.rules.ask({ do: 'puzzles', game: name }).then(answer => answer.puzzles, error => {
        delete this.lists[name];
        throw error;
      });
    return this.lists[name];
  }

  // ---- A puzzle ----

  /** Puzzles about as hard as the solver is strong, unsolved ones if there are any. @param {string} name */
  async near(name) {
    const list = await this.list(name), score = this.score(name), last = this.now?.game === name ? this.now.number : 0;
    const far = (/** @type {number} */ rating) => Math.abs(rating - score.rating);
    const others = list.map(({ id, rating }, i) => ({ id, number: i + 1, distance: far(rating) }))
      .filter(each => each.number !== last), open = others.filter(each => !score.solved.includes(each.id));
    const sorted = (open.length ? open : others).sort((a, b) => a.distance - b.distance);
    return sorted.filter(each => each.distance <= Math.max(NEAR, sorted[0].distance));
  }

  /** Another puzzle. @param {string} name */
  async next(name) {
    const near = await this.near(name);
    if (near.length) await this.open(name, near[Math.floor(Math.random() * near.length)].number);
  }

  /**
   * @param {string} name @param {number} number
   * @param {Place} [place] how far it was solved @param {boolean} [push] may one go back to what was before?
   */
  async open(name, number, place = {}, push = true) {
    const { game } = this, { asked } = game, { puzzle } = await game.rules.ask({ do: 'puzzle', game: name, number }),
      stage = STAGES.indexOf(place.stage || '');
    const root = readTreeText(stage === 3 ? '' : place.moves || '', puzzle.side), skipped = this.now
      && !this.now.counted;
    // Moves that are not of the solution are no puzzle's.
    const moves = movesTo(endOf(root)), own = moves.slice(0, moves.length - (moves.length % 2 === 0 ? 1 : 0));
    if (own.length) await game.rules.ask({ do: 'puzzle_try', game: name, number, moves: own });
    // Another game was chosen meanwhile.
    if (game.asked !== asked) return;
    const arrive = () => {
      this.now = { game: name, number, puzzle, counted: stage > 0, done: stage > 1,
        hints: 0, wrong: '' };
      game.state.puzzle = true;
      game.tags = { [puzzle.side === 'w' ? 'black' : 'white']: 'puzzle' };
    };
    const players = { [puzzle.side]: 'person', [other(puzzle.side)]: 'engine' };
    await game.start(name, puzzle.fen, root, undefined, { push, arrive, legs: (place.legs || '').split(',')
      .filter(Boolean), players, flipped: puzzle.side === 'b' });
    this.page.arrived();
    this.say(skipped ? 'The last puzzle was skipped; it does not count.' : '', '');
    this.game.tell('state');
    if (stage === 3) await this.solution();
    else if (stage < 2 && game.node.parent) await this.made(game.node, game.node.side);
  }

  /** Opens what an address names. @param {Place} place @param {boolean} push */
  async follow(place, push) {
    const name = place.game || '', number = (await this.list(name)).findIndex(entry => entry.id === place.puzzle) + 1;
    if (!number) throw new Error('there is no such puzzle.');
    await this.open(name, number, place, push);
  }

  /** The puzzle in the page's address. @returns {Place} */
  place() {
    const { now } = this;
    if (!now) return {};
    return { puzzle: now.puzzle.id, stage: STAGES[now.shown ? 3 : now.done ? 2 : now.counted ? 1 : 0] };
  }

  /** The puzzle beside the board. @returns {Panel} */
  shown() {
    const { now } = this;
    if (!now)
      return { 'puzzle-card': { hidden: true }, page: { classes: { 'in-puzzle': false, 'puzzle-shown': false } } };
    const { puzzle } = now, score = this.score(now.game);
    return {
      page: { classes: { 'in-puzzle': !now.shown, 'puzzle-shown': Boolean(now.shown) } },
      'puzzle-card': { hidden: false },
      'puzzle-task': { text: now.done || now.hints ? puzzle.task
        : `${sideName(puzzle.side)} to move: find the best move.` },
      'puzzle-score': { text: `Rating ${score.rating}${score.streak > 1 ? ` · ${score.streak} in a row` : ''}` },
      // Its themes, its rating and its goal would be hints.
      'puzzle-facts': { text: now.done ? [`Puzzle rating ${puzzle.rating}`,
        ...puzzle.themes.map(theme => THEMES[theme] || theme)].join(' · ') : '' },
      'puzzle-next': { text: now.counted ? NEXT : 'Skip', classes: { main: now.done } },
      'puzzle-hint': { hidden: now.done },
      'puzzle-solution': { hidden: Boolean(now.shown) },
    };
  }

  /**
   * @param {string} text with "%" where moves stand @param {string} kind '', 'right' or 'wrong'
   * @param {...(HTMLElement | string)[]} moves
   */
  say(text, kind, ...moves) {
    $('puzzle-word').replaceChildren(...text.split('%').flatMap((part, i) => [part, ...(moves[i] || [])]));
    $('puzzle-word').className = kind;
  }

  /**
   * Moves as people read them. @param {string[]} moves @param {string[]} before what leads there from the puzzle
   * @returns {Promise<(HTMLElement | string)[]>}
   */
  async written(moves, before) {
    const { puzzle, game: name } = this.now, all = [...before, ...moves], { game } = this;
    const { san } = await game.rules.ask({ do: 'san', game: name, fen: puzzle.fen,
      tree: all.map((move, parent) => ({ move, parent })) });
    const side = ply => (ply % 2 === 0 ? puzzle.side : other(puzzle.side));
    return moves.flatMap((move, i) => [...(i ? [' '] : []), ...figured(game.sheet, side(before.length + i),
      san[before.length + i] || move)]);
  }

  /** Counts the puzzle, once: solved alone, or not. @param {number} result */
  count(result) {
    const { now } = this, score = this.score(now.game), before = score.rating;
    if (now.counted) return 0;
    now.counted = true;
    Object.assign(score, rated(score, now.puzzle.rating, result), { streak: result ? score.streak + 1 : 0 });
    this.keep(now.game, score);
    return score.rating - before;
  }

  /** A move was made on the board. @param {Ply} node @param {string} side */
  async made(node, side) {
    const { game, now } = this;
    if (!now || now.shown || now.done || side !== now.puzzle.side) return;
    const moves = movesTo(node), answer = await game.rules.ask({ do: 'puzzle_try', game: now.game, number: now.number,
      moves });
    if (this.now !== now) return;
    if (!answer.correct) await this.missed(node);
    else if (answer.solved) this.solved();
    else await this.answered(node, answer.reply, answer.move);
  }

  /** @param {Ply} node */
  async missed(node) {
    const { game, now } = this;
    const moves = now.wrong = movesTo(node);
    this.count(0);
    const move = await this.written(moves.slice(-1), moves.slice(0, -1));
    this.say('% is wrong. Try again.', 'wrong', move);
    this.game.tell('state');
    this.why(moves).catch(() => {});
    await sleep(BACK);
    if (this.now !== now || !node.parent || !node.parent.children.includes(node)) return;
    await game.show(removeNode(node), [], {});
  }

  /**
   * The solution goes on after its own move, if another half of the solver's does not matter.
   * @param {Ply} node @param {string} reply @param {string} [move]
   */
  async answered(node, reply, move) {
    const { game, now } = this;
    now.wrong = '';
    now.hints = 0;
    this.say(RIGHT, 'right');
    this.game.tell('state');
    await sleep(REPLY);
    if (this.now !== now || game.node !== node) return;
    if (move) {
      await game.show(removeNode(node), [], {});
      await game.commit(move);
    } else await game.commit(reply);
  }

  solved() {
    const { now } = this, { id } = now.puzzle, helped = now.counted, change = this.count(1),
      score = this.score(now.game);
    now.done = true;
    if (!score.solved.includes(id)) this.keep(now.game, { ...score, solved: [...score.solved, id].slice(-SOLVED_MAX) });
    const outcome = this.game.outcome(), end = outcome.result !== '*' ? ' ' + texts.reason(outcome.reason) : '';
    const signed = change ? ` (${change > 0 ? '+' : '−'}${Math.abs(change)})` : '';
    this.say((helped ? 'Solved, with help.' : `Solved! Your rating: ${score.rating}${signed}.`) + end, 'right');
    this.game.tell('state');
    $('puzzle-next').focus({ preventScroll: true });
  }

  // ---- Help ----

  /** First the goal and where the move begins, then the move. */
  async hint() {
    const { game, now } = this;
    if (!now || now.done || game.look.side !== now.puzzle.side) return;
    const moves = movesTo(game.node), { puzzle: { next } } = await game.rules.ask({ do: 'puzzle', game: now.game,
      number: now.number, moves });
    const look = await game.rules.ask({ do: 'position', game: now.game, fen: now.puzzle.fen, moves: [...moves, next] });
    if (this.now !== now) return;
    this.count(0);
    const { legs } = look.last, [first] = legs;
    if (++now.hints === 1) {
      if (first && first.from) this.page.view.extra = { [first.from]: 'hinted' };
      this.page.view.mark();
      this.say(first && first.from ? `Look at ${first.from}.` : 'Look at your hand.', '');
    } else {
      this.page.view.setArrows(legs.filter(leg => leg.from && leg.to)
        .map(leg => ({ from: leg.from, to: leg.to, kind: 'hint' })));
      this.say('The move is %.', '', await this.written([next], moves));
    }
    this.game.tell('state');
  }

  /** Shows the reply to a wrong move. @param {string[]} moves that last of which is wrong */
  async why(moves) {
    const { now } = this, { variations } = await this.page.engine.ask({ do: 'puzzle_solution', game: now.game,
      number: now.number, moves });
    if (this.now !== now || now.wrong !== moves || !variations.length) return;
    const [{ moves: [move, ...line], wins }] = variations, before = moves.slice(0, -1);
    if (!line.length) return;
    const texted = [await this.written([move], before), await this.written(line, [...before, move])];
    if (this.now === now && now.wrong === moves)
      this.say(wins ? '% wins, too, but takes longer: %. Find the quickest way.'
        : '% is wrong: it is answered by %. Try again.', 'wrong', ...texted);
  }

  /** Puts the solution with its variations on the board; any move may be tried from there. */
  async solution() {
    const { game, now } = this;
    if (!now) return;
    this.count(0);
    this.say('Looking…', '');
    const { moves, variations } = await game.rules.ask({ do: 'puzzle_solution', game: now.game, number: now.number });
    if (this.now !== now) return;
    now.done = now.shown = true;
    await game.show(game.root, [], {});
    game.root.children = [];
    this.write(game.root, moves);
    for (const variation of variations) {
      let node = game.root;
      for (let i = 0; i < variation.ply; ++i) node = node.children[0];
      this.write(node, variation.moves);
    }
    for (const side of ['w', 'b']) game.players[side] = 'person';
    this.game.tell('state');
    this.messages.say('', true);
    this.say('Solution: %. It is on the board, with other defences as variations. Step through it, or try your own '
      + 'moves.', '', await this.written(moves, []));
    game.tell('change', {});
    game.set({ shown: true });
    game.nameMoves();
  }

  /** @param {Ply} node @param {string[]} moves that follow it */
  write(node, moves) {
    let side = node.parent ? other(node.side) : this.now.puzzle.side;
    for (const move of moves) {
      node = addMove(node, move, side);
      side = other(side);
    }
  }
}
