// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

// The page's modules that need no page: node --test tests/web/units.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS_MAX, addressOf, linkIn, originOf, placeOf, sameBoard } from '../../web/src/address.js';
import { Broken, Client, Pool, Refusal } from '../../web/src/client.js';
import { Clock, controlOf, readControl, timesAfter, timeText } from '../../web/src/clock.js';
import { clocksOf, panelOf } from '../../web/src/panel.js';
import { controlsOf, mayPlay, phaseOf, searchOf } from '../../web/src/phase.js';
import { rated, readScore } from '../../web/src/puzzles.js';
import { chosenVersion, partsOfFen, readRules, rulesInWords, rulesText, settingsOf, versionOf } from '../../web/src/rules.js';
import { newId, ServerPlace, SmallPlace, Store } from '../../web/src/store.js';
import { accuracyOf } from '../../web/src/thinker.js';
import { addMove, drawingsOf, endOf, listOfTree, movesTo, newTree, packTree, readTreeText, splitComment, toggleDrawing, treeText, treeOfList, unpackTree } from '../../web/src/tree.js';

// ---- Play by states ----

const FACTS = {
  editing: false, elsewhere: false, result: '*', side: 'w', players: { w: 'person', b: 'engine' }, legs: 0, leaf: true, waits: false, paused: false,
  hint: false, screen: 'play', analyses: true, reviews: false,
};
const LOOK = { moved: true, follows: false, extensible: false, pass: false, timed: false };

/** All combinations of the facts. */
function* all() {
  const flags = ['editing', 'elsewhere', 'offline', 'leaf', 'waits', 'paused', 'hint', 'analyses', 'reviews', 'looks'];
  for (let bits = 0; bits < 1 << flags.length; ++bits)
    for (const result of ['*', '1-0']) for (const side of ['w', 'b']) for (const legs of [0, 1])
      for (const players of [{ w: 'person', b: 'engine' }, { w: 'person', b: 'person' }, { w: 'engine', b: 'engine' }])
        yield { ...Object.fromEntries(flags.map((flag, i) => [flag, Boolean(bits >> i & 1)])), screen: bits >> flags.indexOf('looks') & 1 ? 'analyse' : 'play', result, side, legs, players };
}

test('no state is a dead end', () => {
  for (const facts of all()) {
    const phase = phaseOf(facts), search = searchOf(facts), can = controlsOf(facts, LOOK);
    // While a game goes on somebody can act: the engine thinks, a person may play, or a button leads on.
    if (facts.editing || facts.elsewhere || facts.offline || facts.result !== '*') continue;
    assert.ok(search === 'reply' || mayPlay(phase) || can.shown['engine-move'] || can.shown['go-on'], JSON.stringify(facts));
  }
});

test('the engine thinks about its move exactly where it is to move', () => {
  for (const facts of all()) {
    const open = !facts.editing && !facts.elsewhere && !facts.offline && facts.result === '*' && facts.legs === 0 && !facts.paused && facts.screen === 'play';
    const expected = open && facts.players[facts.side] === 'engine' && facts.leaf && !facts.waits;
    assert.equal(searchOf(facts) === 'reply', expected, JSON.stringify(facts));
    assert.equal(phaseOf(facts) === 'reply', expected);
  }
});

test('each state', () => {
  const phase = change => phaseOf({ ...FACTS, ...change });
  assert.equal(phase({}), 'person');
  assert.equal(phase({ legs: 1 }), 'legs');
  assert.equal(phase({ side: 'b' }), 'reply');
  assert.equal(phase({ side: 'b', waits: true }), 'waits');
  assert.equal(phase({ side: 'b', leaf: false }), 'earlier');
  assert.equal(phase({ side: 'b', leaf: false, paused: true }), 'earlier');
  assert.equal(phase({ side: 'b', paused: true }), 'paused');
  assert.equal(phase({ paused: true }), 'paused');
  assert.equal(phase({ offline: true, side: 'b' }), 'offline');
  assert.equal(phase({ players: { w: 'friend', b: 'person' } }), 'friend');
  assert.equal(phase({ players: { w: 'friend', b: 'person' }, leaf: false }), 'earlier');
  assert.equal(phase({ result: '1-0', side: 'b' }), 'over');
  assert.equal(phase({ elsewhere: true }), 'elsewhere');
  assert.equal(phase({ editing: true, result: '1-0' }), 'editing');
});

test('what is searched for besides', () => {
  const search = change => searchOf({ ...FACTS, ...change });
  assert.equal(search({}), '');
  const screen = 'analyse';
  assert.equal(search({ screen }), 'analysis');
  assert.equal(search({ screen, analyses: false }), '');
  assert.equal(search({ screen, side: 'b' }), 'analysis', 'nobody answers where one analyses');
  assert.equal(search({ screen, legs: 1 }), 'analysis');
  assert.equal(search({ screen, hint: true }), 'hint');
  assert.equal(search({ screen, hint: true, reviews: true }), 'review');
  assert.equal(search({ hint: true, reviews: true, side: 'b' }), 'reply');
  assert.equal(search({ screen, result: '1-0' }), '');
  assert.equal(search({ reviews: true, result: '1-0' }), 'review');
  assert.equal(search({ paused: true, hint: true }), '');
});

test('what can be pressed', () => {
  const controls = (change, look = {}) => controlsOf({ ...FACTS, ...change }, { ...LOOK, ...look });
  const shown = (...of) => Object.entries(controls(...of).shown).filter(([, on]) => on).map(([id]) => id);
  assert.deepEqual(shown({}), []);
  assert.deepEqual(shown({ side: 'b' }), ['move-now']);
  assert.deepEqual(shown({}, { timed: true }), ['pause']);
  assert.deepEqual(shown({ paused: true }, { timed: true }), ['go-on']);
  assert.deepEqual(shown({ legs: 1 }), ['undo-leg', 'leg-buttons']);
  assert.deepEqual(shown({ legs: 1 }, { extensible: true }), ['end-move', 'undo-leg', 'leg-buttons']);
  assert.deepEqual(shown({}, { pass: true }), ['pass', 'leg-buttons']);
  assert.deepEqual(shown({ side: 'b' }, { pass: true }), ['move-now'], 'the engine passes by itself');
  const { enabled } = controls({ result: '1-0' });
  assert.ok(enabled['take-back'] && !enabled.resign && !enabled.draw && !enabled.hint);
  assert.ok(!controls({ offline: true }).enabled.resign);
});

// ---- What stands beside the board ----

/** A game as panel.js sees it. */
function gameOf({ look = {}, result = '*', reason = '', ...change } = {}) {
  const facts = { ...FACTS, result, ...change };
  return {
    sheet: { name: 'chess', brief: '', goals: {}, zones: [], pieces: [{ piece: 'K', name: 'King', sides: 'wb' }] }, look: { side: facts.side, board: {}, legs: [{ from: 'e2', to: 'e4', removed: [], status: 'complete' }], fen: 'x', ...look },
    node: { children: [] }, root: { children: [] }, legs: change.legs ? ['a1a2'] : [], players: facts.players, tags: change.tags || null, opponent: 'Quincunx', flipped: Boolean(change.flipped), lesson: 0, past: null,
    state: facts, facts: () => facts, phase: () => phaseOf(facts), outcome: () => ({ result, reason }), over: () => result !== '*', pieces: () => ({}),
  };
}

const CLOCK = { control: null, left: { w: 0, b: 0 }, side: '', paused: false };

test('whose move it is, in human terms', () => {
  const says = change => panelOf(gameOf(change), CLOCK).status.text;
  assert.equal(says(), 'Your move, White');
  assert.equal(says({ players: { w: 'person', b: 'person' } }), 'White to move');
  assert.equal(says({ screen: 'analyse' }), 'White to move');
  assert.equal(says({ side: 'b' }), 'Black is thinking…');
  assert.equal(says({ side: 'b', waits: true }), 'It is Quincunx’s move, as Black.');
  assert.equal(says({ look: { peril: true, royals: ['e1'], board: { e1: 'K' } } }), 'Your move, White · King in danger');
});

test('an end is told once, and by those whom it concerns', () => {
  const shown = change => panelOf(gameOf({ result: '0-1', reason: 'checkmate', ...change }), CLOCK);
  const panel = shown();
  assert.deepEqual([panel.status.hidden, panel['end-card'].hidden, panel['end-title'].text, panel['end-why'].text], [true, false, 'You lost', 'Checkmate.']);
  assert.equal(shown({ players: { w: 'engine', b: 'person' } })['end-title'].text, 'You won');
  const read = shown({ players: { w: 'person', b: 'person' }, tags: { white: 'alice', black: 'bob', result: '0-1' } });
  assert.deepEqual([read['end-title'].text, read.rematch.hidden, read['name-top'].text], ['Black won', true, 'Black · bob']);
  assert.equal(panelOf(gameOf(), CLOCK)['end-card'].hidden, true);
  // Names that were written by hand hide no rematch.
  assert.equal(shown({ tags: { white: 'alice' } }).rematch.hidden, false);
});

test('players and clocks stand on their sides', () => {
  const node = { side: 'b', clock: 5000, children: [], parent: { side: 'w', clock: 70000, children: [], parent: { children: [] } } };
  const panel = clocksOf({ ...gameOf({ flipped: true }), node }, CLOCK);
  assert.deepEqual([panel['clock-top'].text, panel['clock-bottom'].text, panel['clock-bottom'].classes.low], ['1:10', '0:05.0', true]);
  const none = clocksOf(gameOf(), CLOCK);
  assert.deepEqual([none['clock-top'].hidden, none['clock-top'].text], [true, '']);
  const runs = clocksOf(gameOf(), { control: {}, left: { w: 60000, b: 30000 }, side: 'w', paused: true });
  assert.deepEqual([runs['clock-bottom'].text, runs['clock-bottom'].classes, runs['clock-top'].classes.running], ['1:00', { running: true, paused: true, low: false }, false]);
});

// ---- Clocks ----

test('clocks run, are pressed, pause and fall', () => {
  let now = 0;
  const clock = new Clock(() => now);
  clock.set(controlOf(1, 2));
  clock.press('w'); // the first move costs nothing and starts Black's clock
  assert.deepEqual(clock.left, { w: 60000, b: 60000 });
  now += 10000;
  clock.press('b');
  assert.deepEqual(clock.left, { w: 60000, b: 52000 });
  now += 5000;
  clock.pause(true);
  now += 100000;
  assert.equal(clock.fallen(), '');
  clock.pause(false);
  assert.equal(Math.round(clock.left.w), 55000);
  now += 54999;
  assert.equal(clock.fallen(), '');
  now += 1;
  assert.equal(clock.fallen(), 'w');
});

test('a kept clock comes back as it was, and waits', () => {
  let now = 0;
  const clock = new Clock(() => now), again = new Clock(() => now);
  clock.set(controlOf(3, 2));
  clock.press('w');
  now += 20000;
  again.unpack(JSON.parse(JSON.stringify(clock.pack())));
  assert.deepEqual([again.left, again.side, again.paused, again.control], [{ w: 180000, b: 160000 }, 'b', true, { base: 180000, increment: 2000 }]);
  now += 500000;
  assert.equal(again.fallen(), '');
  for (const data of [null, 5, {}, { control: 7 }, { control: { base: 'x' } }, { control: { base: 1e99, increment: -4 }, left: { w: 'x', b: -1 } }]) again.unpack(data);
  assert.deepEqual(again.left, { w: 36000000, b: 36000000 });
});

test('controls and times in words', () => {
  assert.equal(controlOf('', ''), null);
  assert.equal(controlOf('x', 'y'), null);
  assert.deepEqual(controlOf('0', '5'), { base: 1000, increment: 5000 });
  assert.deepEqual(readControl({ base: 90000, increment: 0 }), { base: 90000, increment: 0 });
  assert.deepEqual([0, 9999, 10000, 60000, 3599001, 3600000].map(timeText), ['0:00.0', '0:09.9', '0:10', '1:00', '1:00:00', '1:00:00']);
  assert.deepEqual(timesAfter([{ side: 'w', clock: 5 }, { side: 'b' }, { side: 'w', clock: 4 }], controlOf(1, 0)), { w: 4, b: 60000 });
});

// ---- The library ----

/** The small storage, with room for so many characters. */
function storage() {
  const map = new Map();
  return {
    room: Infinity,
    get length() { return map.size; },
    key: i => [...map.keys()][i] ?? null,
    getItem: key => map.get(key) ?? null,
    removeItem: key => { map.delete(key); },
    setItem(key, value) {
      const used = [...map].reduce((sum, [k, v]) => sum + (k === key ? 0 : k.length + v.length), 0);
      if (used + key.length + value.length > this.room) throw new Error('QuotaExceededError');
      map.set(key, value);
    },
  };
}

/** A place of the tests that can be told to fail. */
class Place {
  entries = new Map();
  async list() { return { heads: [...this.entries.values()].map(each => each.head), damaged: 0 }; }
  async read(id) { return this.entries.get(id) || null; }
  async write(each, base) {
    const there = this.entries.get(each.head.id);
    if (this.fails) throw new Error('no room');
    if (there && there.head.rev > base) return there.head.rev;
    this.entries.set(each.head.id, each);
    return 0;
  }
  async erase(id, rev) { if (this.entries.has(id) && this.entries.get(id).head.rev <= rev) this.entries.delete(id); }
}

const entry = (id, rev, text = 'x') => ({ head: { id, rev, game: 'chess', created: 1, changed: rev, plies: 0, result: '*', reason: '', white: '', black: '', pieces: {}, origin: '' }, data: { text } });

function shelf() {
  const best = new Place(), raw = storage(), small = new SmallPlace(() => raw);
  return { best, raw, small, store: new Store([best, small], small) };
}

test('a game is kept, listed, found and taken out', async () => {
  const { store } = shelf();
  assert.deepEqual(await store.put(entry('a', 1), 0), { conflict: false, kept: true });
  await store.put(entry('b', 5), 0);
  assert.deepEqual((await store.list()).map(head => head.id), ['b', 'a']);
  assert.equal((await store.get('a')).data.text, 'x');
  const gone = await store.remove('a');
  assert.equal(await store.get('a'), null);
  await store.put(gone, 0);
  assert.equal((await store.get('a')).data.text, 'x');
});

test('nobody overwrites what another page wrote', async () => {
  const { store } = shelf();
  await store.put(entry('a', 1, 'first'), 0);
  await store.put(entry('a', 2, 'ours'), 1);
  assert.equal((await store.put(entry('a', 2, 'theirs'), 1)).conflict, true);
  assert.equal((await store.get('a')).data.text, 'ours');
});

test('where one place fails the next keeps the game, and the newest is read', async () => {
  const { store, best, raw } = shelf();
  await store.put(entry('a', 1, 'one'), 0);
  best.fails = true;
  assert.ok((await store.put(entry('a', 2, 'two'), 1)).kept);
  assert.equal((await store.get('a')).data.text, 'two');
  raw.room = 0;
  assert.deepEqual(await store.put(entry('a', 3, 'three'), 2), { conflict: false, kept: false });
  assert.equal((await store.get('a')).data.text, 'two');
  assert.equal((await store.list()).length, 1);
});

test('what a closed page left goes to the database', async () => {
  const { store, best, small } = shelf();
  await store.put(entry('a', 1, 'one'), 0);
  assert.ok(store.putNow(entry('a', 2, 'last'), 1));
  assert.equal((await store.get('a')).data.text, 'last');
  await store.drain();
  assert.equal(small.readNow('a'), null);
  assert.equal((await best.read('a')).data.text, 'last');
});

test('a storage that is forbidden, or holds nonsense, harms nothing', async () => {
  const none = new SmallPlace(() => { throw new Error('SecurityError'); }), forbidden = new Store([none], none);
  assert.deepEqual(await forbidden.list(), []);
  assert.equal((await forbidden.put(entry('a', 1), 0)).kept, false);
  assert.equal(forbidden.putNow(entry('a', 2), 1), false);
  assert.deepEqual(forbidden.settings(), {});
  forbidden.keepSettings({ theme: 'dark' });
  const raw = storage(), small = new SmallPlace(() => raw), store = new Store([small], small);
  for (const [i, text] of ['nonsense', '{}', 'null', '[]', '{"id":"x","rev":"y"}'].entries()) raw.setItem('quincunx/game/' + i, text);
  raw.setItem('quincunx/settings', '[1]');
  raw.setItem('quincunx/game/ok', JSON.stringify(entry('ok', 1)));
  assert.deepEqual((await store.list()).map(head => head.id), ['ok']);
  assert.equal(store.damaged, 5);
  await assert.rejects(store.get('0'), /damaged/);
  assert.deepEqual(store.settings(), {});
  assert.notEqual(newId(), newId());
});

// ---- Trees and PGN ----

test('clocks and evaluations of a PGN are no comments, and go out as they came in', () => {
  assert.deepEqual(splitComment('[%eval 0.17] [%clk 0:09:58] good'), { comment: 'good', commands: [['eval', '0.17'], ['clk', '0:09:58']] });
  assert.deepEqual(splitComment('two  spaces'), { comment: 'two  spaces', commands: [] });
  const root = treeOfList({ fen: 'x w', moves: ['e2e4'], tree: [
    { move: 'e2e4', parent: 0, comment: '[%eval 0.17] [%clk 0:09:58.4]' }, { move: 'e7e5', parent: 1, comment: '[%eval #-3] hm [%csl Ga4]' }] });
  const [first] = root.children, [second] = first.children;
  assert.deepEqual([first.comment, first.clock, first.score, first.scoreText], [undefined, 598400, 0.17, '+0.17']);
  assert.deepEqual([second.comment, second.clock, second.score, second.scoreText], ['hm', undefined, -12, '#-3']);
  assert.deepEqual(listOfTree(root).map(each => each.comment), ['[%eval 0.17] [%clk 0:09:58.4]', '[%eval #-3] [%csl Ga4] hm']);
});

test('a move of our own writes its clock', () => {
  const root = newTree(), node = addMove(root, 'e2e4', 'w');
  node.clock = 3661500;
  assert.equal(listOfTree(root)[0].comment, '[%clk 1:01:01.5]');
});

test('a tree comes back whole, and hostile data is left out', () => {
  const root = newTree(), node = addMove(root, 'e2e4', 'w');
  Object.assign(node, { comment: 'c', clock: 5, commands: [['eval', '1']], ended: { result: '1-0', reason: 'time' } });
  const again = endOf(unpackTree(JSON.parse(JSON.stringify(packTree(root)))));
  assert.deepEqual([again.move, again.comment, again.clock, again.commands, again.ended], ['e2e4', 'c', 5, [['eval', '1']], { result: '1-0', reason: 'time' }]);
  const bad = endOf(unpackTree([[-1, '', 'w', {}], [0, 'e2e4', 'w', { clock: -1, commands: [5, ['a']], ended: { result: 'x' }, mark: 'evil' }]]));
  assert.deepEqual([bad.clock, bad.commands, bad.ended, bad.mark], [undefined, [], undefined, undefined]);
  // Of a list that is no tree nothing is opened: the rest would be lost.
  for (const odd of [undefined, 5, [], [[]], ['', 'w', {}], [[-1, ''], [1, 'e2e4']], [[-1, ''], [-1, 'e2e4']], [[-1, ''], [0, 7]], [[-1, ''], 'x'], [[-1, ''], ['__proto__', 'e2e4']]])
    assert.throws(() => unpackTree(odd), /damaged/, JSON.stringify(odd));
});

test('a long game, and one of variations in variations, goes out and comes back', () => {
  const PLIES = 20000, long = newTree(), deep = newTree();
  let node = long, side = 'w';
  for (let i = 0; i < PLIES; ++i, side = side === 'w' ? 'b' : 'w') node = addMove(node, i % 4 < 2 ? 'b1c3' : 'c3b1', side);
  node = deep;
  for (let i = 0; i < PLIES; ++i) {
    addMove(node, 'a2a3', 'w');
    node = addMove(addMove(node, 'b2b3', 'w'), 'a7a6', 'b');
  }
  for (const root of [long, deep]) {
    const text = treeText(root), nodes = [], packed = JSON.stringify(packTree(root, nodes)), list = listOfTree(root), back = [];
    assert.equal(treeText(readTreeText(text, 'w')), text);
    assert.equal(treeText(unpackTree(JSON.parse(packed), back)), text);
    assert.deepEqual([nodes.length, nodes[nodes.length - 1].move], [back.length, back[back.length - 1].move]);
    assert.equal(treeText(treeOfList({ fen: 'x w', tree: list })), text);
  }
  assert.equal(movesTo(endOf(long)).length, PLIES);
  const address = addressOf({ game: 'chess', moves: treeText(long) });
  assert.ok(address.length < ADDRESS_MAX && originOf({ game: 'chess', moves: treeText(long) }) === '');
});

// ---- Puzzles ----

test('the rating follows the solver', () => {
  const solver = { rating: 1000, deviation: 200 };
  const up = rated(solver, 1000, 1), down = rated(solver, 1000, 0);
  assert.ok(up.rating > 1000 && down.rating < 1000 && up.deviation < 200);
  assert.equal(up.rating - 1000, 1000 - down.rating);
  assert.ok(rated(solver, 1600, 1).rating > up.rating, 'a harder puzzle is worth more');
  assert.ok(1000 - rated(solver, 1600, 0).rating < 1000 - down.rating, 'to miss it costs less');
  let known = solver;
  for (let i = 0; i < 200; ++i) known = { ...known, ...rated(known, known.rating, i % 2) };
  assert.ok(known.deviation >= 60 && known.deviation < 100, 'what is known settles');
  assert.equal(rated({ rating: 101, deviation: 200 }, 100, 0).rating, 100);
});

test('a score of any content is read', () => {
  for (const data of [null, 7, 'x', [], { rating: 'x', deviation: -1, streak: NaN, solved: [1, {}, 'ab'] }, { rating: 1e9 }]) {
    const score = readScore(data);
    assert.ok(score.rating >= 100 && score.rating <= 5000 && score.deviation > 0 && score.streak >= 0);
    assert.ok(score.solved.every(id => typeof id === 'string'));
  }
  assert.equal(readScore({ rating: 1200 }).rating, 1200);
});

test('a puzzle is answered by its solution, not by a search', () => {
  for (const facts of all()) {
    const puzzle = { ...facts, puzzle: true, shown: false };
    assert.ok(phaseOf(puzzle) !== 'reply' && searchOf(puzzle) === '');
    if (phaseOf(puzzle) === 'answer') assert.ok(!mayPlay('answer'));
    assert.equal(phaseOf({ ...puzzle, shown: true }), phaseOf(facts));
  }
});

test('drawings are toggled, and leave what a PGN had beside them', () => {
  const node = { ...newTree(), commands: [['eval', '0.2'], ['cal', 'Gd2d4,nonsense'], ['csl', 'Ra10']] };
  assert.deepEqual(drawingsOf(node), [{ colour: 'G', from: 'd2', to: 'd4' }, { colour: 'R', from: 'a10', to: '' }]);
  toggleDrawing(node, { colour: 'G', from: 'e2', to: 'e4' });
  assert.deepEqual(node.commands, [['eval', '0.2'], ['cal', 'Gd2d4,Ge2e4'], ['csl', 'Ra10']]);
  for (const [from, to] of [['d2', 'd4'], ['e2', 'e4'], ['a10', '']]) toggleDrawing(node, { colour: 'G', from, to });
  assert.deepEqual(node.commands, [['eval', '0.2']]);
});

test('accuracy: all kept is 100, a thrown win costs, the other side pays nothing for it', () => {
  const line = scores => scores.map((score, i) => ({ ...newTree(), side: i === 0 ? '' : i % 2 ? 'w' : 'b', score }));
  assert.equal(accuracyOf(line([0, 0, 0, 0, 0]), 'w'), 100);
  const thrown = line([3, -6, -6, -6, -6]);
  assert.ok(/** @type {number} */ (accuracyOf(thrown, 'w')) < 60);
  assert.equal(accuracyOf(thrown, 'b'), 100);
  assert.equal(accuracyOf(line([0]), 'w'), null);
});

test('a review is kept with its game', () => {
  const root = newTree(), first = addMove(root, 'e2e4', 'w');
  root.best = { move: 'd2d4', san: 'd4' };
  first.san = 'e4';
  const back = unpackTree(JSON.parse(JSON.stringify(packTree(root))));
  assert.deepEqual(back.best, root.best);
  assert.equal(back.children[0].san, undefined);
  assert.equal(unpackTree([[-1, '', '', { best: 5 }]]).best, undefined);
});

test('whoever tries a move again is answered by nobody', () => {
  for (const facts of all()) {
    const retries = { ...facts, retries: true, screen: 'analyse' };
    if (facts.editing || facts.elsewhere || facts.offline || facts.result !== '*' || facts.legs) continue;
    assert.equal(phaseOf(retries), 'person');
    assert.equal(searchOf(retries), facts.reviews ? 'review' : 'retry', JSON.stringify(facts));
  }
});

// ---- Addresses ----

test('an address names what it was made of', () => {
  for (const place of [{ id: 'x1' }, { home: '1' }, { id: 'k', screen: 'set-up' }, { game: 'chess', lesson: '3', moves: 'e2e4', legs: 'a,b' },
    { game: 'horizons', rules: 'push=off,first=black', moves: 'f11f9' }, { game: 'diamond', puzzle: 'ab12', stage: 'tried' }, { game: 'chess', fen: '8/8 w - - 0 1', moves: 'e7e8+ (e7e8)', result: '1-0', reason: 'Black "resigned" & left', mail: '1' }]) {
    assert.deepEqual(placeOf(addressOf(place)), place);
    assert.match(addressOf(place), /^#[\w.,~%&=*'!-]*$/);
    assert.equal(linkIn(`Look: <https://example.org/q.html${addressOf(place)}>.`), place.game ? addressOf(place) : '');
  }
  for (const hash of ['', '#', '#board', '#%%%', '#t=e2e4', '#lesson=1']) assert.equal(placeOf(hash), null);
  assert.ok(sameBoard({ id: 'a', screen: 'set-up' }, { id: 'a' }));
  assert.ok(!sameBoard({ id: 'a' }, { id: 'b' }));
  assert.equal(linkIn('no link at all'), '');
});

test('rules are read and written', () => {
  const sheet = { rule_options: [{ name: 'push', words: 'off: none.', default: 'on', choices: ['on', 'off'] }, { name: 'counter', words: 'So many.', default: '150', min: 0, max: 999 }] };
  assert.equal(rulesText(sheet, { push: 'off', counter: '150', start: '8/8_w_-_-_0_1' }), 'push=off,start=8/8_w_-_-_0_1');
  assert.deepEqual(settingsOf('push=off,odd,start=a=b'), [['push', 'off'], ['odd', ''], ['start', 'a=b']]);
  assert.deepEqual(settingsOf(''), []);
  const counter = { ...sheet.rule_options[1], said: ['%d plies draw', 'Nothing draws'] }, first = { name: 'first', words: 'Who.', choices: ['own', 'white'], said: ['', 'White is first'] };
  const told = { rule_options: [sheet.rule_options[0], counter, first] };
  assert.equal(rulesInWords(told, 'push=off,counter=60,first=white,start=8/8'), 'None · 60 plies draw · White is first · Another start position');
  assert.equal(rulesInWords(told, 'counter=0'), 'Nothing draws');
  assert.equal(rulesInWords(told, 'push=on,odd=1'), 'push: on · odd: 1', 'what nobody explains');
  const base = { name: 'a', rule_options: [{ name: 'version', choices: ['1', '2'], other: 'b' }] }, other = { name: 'b', rule_options: [] };
  assert.deepEqual(versionOf([base, other], 'b'), { base: 'a', option: 'version', value: '2' });
  assert.equal(versionOf([base, other], 'a'), null);
  for (const [settings, name] of [[{}, 'a'], [{ versions: { a: 'b' } }, 'b'], [{ versions: { a: 'a' } }, 'a'], [{ versions: { a: 'x' } }, 'a'], [{ versions: 7 }, 'a'], [{ versions: null }, 'a']])
    assert.equal(chosenVersion([base, other], base, settings).name, name);
  assert.deepEqual(partsOfFen(' 8/8 w - - 0 1 {push=off} '), { fen: '8/8 w - - 0 1', rules: 'push=off' });
  assert.deepEqual(partsOfFen('8/8 w - - 0 1'), { fen: '8/8 w - - 0 1', rules: null });
  for (const odd of [null, 5, {}, ['push=off']]) assert.equal(readRules(odd), '');
});

test('a request of a game names its rules', () => {
  const { client, wires } = wired({});
  client.ask({ do: 'position', game: 'chess' });
  client.ask({ do: 'position', game: 'chess', rules: undefined });
  client.ask({ do: 'position', game: 'chess', rules: 'castling=off' });
  client.ask({ do: 'stop' });
  assert.deepEqual(wires[0].sent.map(request => request.rules), ['', '', 'castling=off', undefined]);
});

test('the moves of a link have their variations', () => {
  const text = 'e2e4 (d2d4 d7d5 (g8f6 c2c4) c2c4) (c2c4) e7e5 (c7c5) g1f3', root = readTreeText(text, 'w');
  assert.equal(treeText(root), text);
  assert.deepEqual(root.children.map(node => [node.move, node.side, node.children.length]), [['e2e4', 'w', 2], ['d2d4', 'w', 2], ['c2c4', 'w', 0]]);
  assert.equal(root.children[1].children[1].children[0].side, 'w');
  // Of what people write by hand something is understood.
  for (const [odd, read] of [['', ''], ['((', ''], [') a ) (b', 'a (b)'], ['a ((b) c)', 'a (b) c'], ['a (a b)', 'a b']]) assert.equal(treeText(readTreeText(odd, 'w')), read, odd);
  // In some lessons one side makes all the moves.
  assert.equal(endOf(readTreeText('a b', 'b', true)).side, 'b');
});

// ---- Wires that break ----

/** A client and its wires, each with what was sent. */
function wired(how) {
  const wires = [];
  const client = new Client((hear, fail, up) => {
    const wire = { sent: [], hear: answer => hear(JSON.stringify(answer)), fail, up, send: line => wire.sent.push(JSON.parse(line)), close: () => {} };
    wires.push(wire);
    return wire;
  }, '', how);
  return { client, wires };
}

test('each set of rules has an engine of its own, and those that were asked last are kept', async () => {
  const wires = [], pool = new Pool((hear, _fail, _up, rules) => {
    const wire = { rules, asked: [], open: true, send: line => wire.asked.push(JSON.parse(line)), close: () => { wire.open = false; },
      answer: () => { for (const { id, do: what } of wire.asked.splice(0)) hear(JSON.stringify({ id, what, rules })); } };
    wires.push(wire);
    return wire;
  }, 2, {});
  const look = (rules, game = 'horizons') => pool.ask({ do: 'position', game, rules });
  const first = look('push=off'), own = look('');
  assert.deepEqual(wires.map(wire => [wire.rules, wire.asked.map(each => each.rules)]), [['', ['']], ['horizons:push=off', ['push=off']]]);
  look('push=off', 'chess');
  // One too many: it still answers, then it is closed.
  assert.deepEqual([wires.length, wires[1].asked.map(each => each.do), wires[1].open], [3, ['position', 'stop'], true]);
  wires[1].answer();
  wires[0].answer();
  assert.deepEqual([(await first).rules, (await own).rules], ['horizons:push=off', '']);
  await new Promise(resolve => setImmediate(resolve));
  assert.deepEqual(wires.map(wire => wire.open), [true, false, true]);
  pool.stop();
  assert.deepEqual(wires[2].asked.map(each => each.do), ['position', 'stop']);
  // What was asked is started again.
  look('push=off');
  assert.deepEqual([wires.length, wires[3].rules, wires[0].asked.map(each => each.do)], [4, 'horizons:push=off', ['stop']]);
});

test('what changes nothing is asked again when a server is back', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const told = [], { client, wires } = wired({ patient: true, failed: (reason, again) => told.push(reason, again), back: () => told.push('back') });
  const answer = client.ask({ do: 'games' });
  for (const _ of [1, 2, 3]) {
    wires.at(-1).fail('gone', true);
    t.mock.timers.tick(1000);
  }
  assert.deepEqual([told, client.away, wires.length], [['gone', false], true, 4]);
  wires[3].up();
  wires[3].hear({ id: 1, text: 'here' });
  assert.equal((await answer).text, 'here');
  assert.deepEqual([told.at(-1), client.away], ['back', false]);
  // An engine that a request ends gets it no fourth time.
  const deadly = client.ask({ do: 'position' });
  for (const _ of [1, 2, 3]) wires.at(-1).fail('it ended');
  await assert.rejects(deadly, Broken);
});

test('a search is not begun again by itself, and a line that none can read is answered', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { client, wires } = wired({});
  const search = client.ask({ do: 'search' });
  wires[0].fail('gone', true);
  await assert.rejects(search, Broken);
  await assert.rejects(client.ask({ do: 'search' }), Broken);
  t.mock.timers.tick(1000);
  const read = client.ask({ do: 'pgn_list', pgn: 'e4 \0' });
  assert.deepEqual(wires[1].sent, [{ do: 'pgn_list', pgn: 'e4 \ufffd', id: 3 }]);
  // Options are set without a number, and answer nothing else.
  wires[1].hear({ id: null, ok: true });
  wires[1].hear({ id: null, error: 'no JSON' });
  await assert.rejects(read, Refusal);
});

test('a server gets what the browser kept, and its settings count', async () => {
  const shelved = new Map([['a', entry('a', 3, 'newer')]]), asked = [];
  const server = { settings: null, async ask(request) {
    asked.push(request.do);
    if (request.do === 'list') return { heads: [...shelved.values()].map(each => each.head), damaged: [{ id: 'c', why: 'c.json: it is no game' }] };
    if (request.do === 'read' && request.game === 'c') throw new Error('c.json: it is no game');
    if (request.do === 'read') return { entry: shelved.get(request.game) || null };
    if (request.do === 'erase') return shelved.delete(request.game);
    if (request.do === 'settings') return { settings: this.settings };
    if (request.do === 'keep_settings') return Object.assign(this, { settings: request.settings });
    const { entry: sent, base } = request, there = shelved.get(sent.head.id);
    if (there && there.head.rev > base) return { conflict: there.head.rev };
    shelved.set(sent.head.id, sent);
    return { conflict: 0 };
  } };
  const raw = storage(), small = new SmallPlace(() => raw), browser = new Place(), store = new Store([new ServerPlace(server), browser, small], small, server);
  for (const each of [entry('a', 2, 'older'), entry('b', 1, 'only here')]) await browser.write(each, 0);
  store.chosen = { theme: 'dark' };
  await store.drain();
  await store.fetchSettings();
  assert.deepEqual([...shelved.values()].map(each => each.data.text), ['newer', 'only here']);
  assert.deepEqual((await browser.list()).heads, []);
  assert.deepEqual(server.settings, { theme: 'dark' });
  server.settings = { theme: 'light' };
  await store.fetchSettings();
  assert.deepEqual(store.settings(), { theme: 'light' });
  assert.ok((await store.put(entry('b', 2), 1)).kept && shelved.get('b').head.rev === 2);
  await store.remove('b');
  assert.deepEqual([...shelved.keys()], ['a']);
  // What the server cannot read hides nothing.
  assert.deepEqual([(await store.list()).map(head => head.id), store.damaged], [['a'], 1]);
  await assert.rejects(store.get('c'), /c\.json/);
});
