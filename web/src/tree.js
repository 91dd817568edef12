// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * A game as a tree of moves: the first child of a node continues its line, the others are variations. No rules here;
 * moves are texts.
 */
const NO_TREE = 'its list of moves is damaged.';

/** @returns {Ply} */
export function newTree() { return { move: '', side: '', parent: null, children: [] }; }

/** The moves from the root to a node. @param {Ply} node */
export function movesTo(node) { return lineTo(node).map(each => each.move); }

/** The child with this move, made if there is none. @param {Ply} node @param {string} move @param {string} side */
export function addMove(node, move, side) {
  const known = node.children.find(child => child.move === move);
  if (known) return known;
  /** @type {Ply} */
  const child = { move, side, parent: node, children: [] };
  node.children.push(child);
  return child;
}

/** Removes a node with all later ones from its tree; returns its parent. @param {Ply} node */
export function removeNode(node) {
  const parent = node.parent;
  if (!parent) return node;
  parent.children = parent.children.filter(child => child !== node);
  return parent;
}

/** Makes the line of a node the main line. @param {Ply} node */
export function promote(node) {
  for (let n = node; n.parent; n = n.parent) {
    const siblings = n.parent.children;
    n.parent.children = [n, ...siblings.filter(child => child !== n)];
  }
}

/** The last node of the line that goes through a node. @param {Ply} node */
export function endOf(node) {
  let n = node;
  while (n.children.length) n = n.children[0];
  return n;
}

/** How a game ended otherwise than on the board, whatever was tried from there on. @param {Ply} root */
export function endedOf(root) { return lineOf(root).find(node => node.ended)?.ended; }

/** All nodes of the line through a node, the root first. @param {Ply} node @returns {Ply[]} */
export function lineOf(node) {
  const line = lineTo(endOf(node));
  return [line.length ? /** @type {Ply} */ (line[0].parent) : node, ...line];
}

/** The nodes from the root's child to a node. @param {Ply} node @returns {Ply[]} */
export function lineTo(node) {
  /** @type {Ply[]} */
  const line = [];
  for (let n = node; n.parent; n = n.parent) line.push(n);
  return line.reverse();
}

/** Is a node on the main line? @param {Ply} node */
export function isMain(node) {
  for (let n = node; n.parent; n = n.parent) if (n.parent.children[0] !== n) return false;
  return true;
}

/**
 * The next line beside that of a node, or the one before; null if there is none.
 * @param {Ply} node @param {number} step 1 or -1
 */
export function beside(node, step) {
  if (!node.parent) return null;
  const { children } = node.parent;
  return children[children.indexOf(node) + step] || null;
}

/**
 * All that is behind the root in the order of reading: moves, and the brackets of variations, each behind the move that
 * it replaces, with how many moves come before. Games are long and may nest deeply, so nothing here calls itself.
 * @param {Ply} root @returns {Generator<{kind: 'move' | 'open' | 'close', node: Ply, ply: number}>}
 */
export function* partsOf(root) {
  /** @type {{kind: 'move' | 'open' | 'close', node: Ply, ply: number}[]} */
  const waiting = [];
  const line = (/** @type {Ply} */ parent, /** @type {number} */ ply) => {
    if (parent.children.length) waiting.push({ kind: 'move', node: parent.children[0], ply });
  };
  line(root, 0);
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    yield part;
    if (part.kind !== 'move') continue;
    const { ply } = part, { children } = /** @type {Ply} */ (part.node.parent);
    line(part.node, ply + 1);
    if (children[0] === part.node)
      for (const node of children.slice(1).reverse())
        waiting.push({ kind: 'close', node, ply }, { kind: 'move', node, ply }, { kind: 'open', node, ply });
  }
}

/** The nodes of a tree in the order of reading, the root first. @param {Ply} root @returns {Ply[]} */
function nodesOf(root) {
  return [root, ...[...partsOf(root)].filter(part => part.kind === 'move').map(part => part.node)];
}

// ---- As text: a link's moves ----

/** The moves of a tree, variations in brackets behind the move that they replace. @param {Ply} root */
export function treeText(root) {
  return [...partsOf(root)].map(part => ({ move: part.node.move, open: '(', close: ')' })[part.kind]).join(' ')
    .replace(/\( | \)/g, bracket => bracket.trim());
}

/**
 * The reverse.
 * @param {string} text @param {string} side that begins @param {boolean} [alone] does it make all the moves, as in some
 * lessons? @returns {Ply}
 */
export function readTreeText(text, side, alone = false) {
  const root = newTree(), open = [];
  let node = root;
  for (const part of text.match(/[()]|[^\s()]+/g) || []) {
    if (part === '(' && node.parent) {
      open.push(node);
      node = node.parent;
    } else if (part === ')' && open.length) {
      node = /** @type {Ply} */ (open.pop());
    } else if (part !== '(' && part !== ')') {
      node = addMove(node, part, node.parent && !alone ? (node.side === 'w' ? 'b' : 'w') : side);
    }
  }
  return root;
}

const NOTES = ['comment', 'nags', 'mark', 'score', 'scoreText', 'clock', 'commands', 'best', 'ended'];
const RESULTS = ['1-0', '0-1', '1/2-1/2'], TEXT_MAX = 200;

/**
 * A tree for saving: a list of moves, [the number of its parent, move, side, notes], with the root as number 0.
 * @param {Ply} root @param {Ply[]} nodes gets the nodes in the same order @returns {Packed[]}
 */
export function packTree(root, nodes = []) {
  /** @type {Map<Ply | null, number>} */
  const numbers = new Map([[null, -1]]);
  for (const node of nodesOf(root)) numbers.set(node, nodes.push(node) - 1);
  return nodes.map(node => [Number(numbers.get(node.parent)), node.move, node.side,
    Object.fromEntries(NOTES.filter(name => node[name] !== undefined && node[name] !== '')
      .map(name => [name, node[name]]))]);
}

/** What may be said of a move, of data from anywhere. @param {any} data */
function readNotes(data) {
  /** @type {any} */
  const notes = {};
  if (!data || typeof data !== 'object' || Array.isArray(data)) return notes;
  if (typeof data.comment === 'string') notes.comment = data.comment;
  if (Array.isArray(data.nags)) notes.nags = data.nags.filter(nag => Number.isInteger(nag) && nag > 0 && nag < 256);
  if (MARKS[data.mark]) notes.mark = data.mark;
  if (Number.isFinite(data.score)) notes.score = data.score;
  if (typeof data.scoreText === 'string') notes.scoreText = data.scoreText.slice(0, 20);
  if (data.best && typeof data.best.move === 'string')
    notes.best = { move: data.best.move.slice(0, TEXT_MAX), san: String(data.best.san || '').slice(0, TEXT_MAX) };
  if (Number.isFinite(data.clock) && data.clock >= 0) notes.clock = data.clock;
  if (Array.isArray(data.commands))
    notes.commands = data.commands.filter(pair => Array.isArray(pair) && pair.length === 2
      && pair.every(part => typeof part === 'string'));
  if (data.ended && RESULTS.includes(data.ended.result))
    notes.ended = { result: data.ended.result, reason: String(data.ended.reason).slice(0, TEXT_MAX) };
  return notes;
}

/**
 * The reverse, of data from anywhere. Notes that are none are left out; a list that is no tree is refused, for whoever
 * opened a part of it would lose the rest.
 * @param {any} data @param {Ply[]} [nodes] gets the nodes in the order of the list @returns {Ply}
 */
export function unpackTree(data, nodes = []) {
  if (!Array.isArray(data) || !data.length) throw new Error(NO_TREE);
  for (const [number, packed] of data.entries()) {
    const [before, move, side, notes] = Array.isArray(packed) ? packed : [],
      parent = number ? nodes[Number(before)] : null;
    if (parent === undefined || typeof move !== 'string') throw new Error(NO_TREE);
    /** @type {Ply} */
    const node = { move, side: side === 'b' ? 'b' : 'w', parent, children: [], ...readNotes(notes) };
    nodes.push(node);
    if (parent) parent.children.push(node);
  }
  return nodes[0];
}

// ---- What comments of PGN hold in brackets: clocks, evaluations, arrows ----

const COMMAND = /\[%([A-Za-z]+) ([^\]]*)\]/g;

/**
 * A comment without its commands, and these. @param {string} text
 * @returns {{comment: string, commands: string[][]}}
 */
export function splitComment(text) {
  const commands = [...text.matchAll(COMMAND)].map(found => [found[1], found[2].trim()]);
  return { comment: commands.length ? text.replace(COMMAND, ' ').replace(/\s+/g, ' ').trim() : text, commands };
}

/** "0:01:02.5" in milliseconds; undefined if it is no time. @param {string} text */
function clockOf(text) {
  const found = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text);
  return found ? Math.round((Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3])) * 1000) : undefined;
}

/** @param {number} ms */
function clockText(ms) {
  const tenths = Math.floor(ms / 100), two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const hours = Math.floor(tenths / 36000), minutes = two(Math.floor(tenths / 600) % 60);
  const seconds = two(Math.floor(tenths / 10) % 60);
  return `${hours}:${minutes}:${seconds}${tenths % 10 ? '.' + tenths % 10 : ''}`;
}

/** Gives a node what a comment says. @param {Ply} node @param {string} text */
function setComment(node, text) {
  const { comment, commands } = splitComment(text);
  if (comment) node.comment = comment;
  if (!commands.length) return;
  node.commands = commands;
  for (const [name, value] of commands) {
    const time = name === 'clk' ? clockOf(value) : undefined;
    if (time !== undefined) node.clock = time;
    if (name === 'eval') setScore(node, value);
  }
}

/** An evaluation as other programs write it: Pawns, or "#-3". @param {Ply} node @param {string} text */
function setScore(node, text) {
  const mate = /^#(-?)(\d+)/.exec(text), pawns = Number(text.split(',')[0]);
  if (!mate && !Number.isFinite(pawns)) return;
  node.score = mate ? (mate[1] ? -SCORE_MAX : SCORE_MAX) : Math.max(-SCORE_MAX, Math.min(SCORE_MAX, pawns));
  node.scoreText = mate ? mate[0] : (pawns < 0 ? '−' : '+') + Math.abs(pawns).toFixed(2);
}

/** What is written behind a move: its commands, its clock, its comment. @param {Ply} node */
export function commentOf(node) {
  const commands = [...(node.commands || [])];
  if (node.clock !== undefined && !commands.some(([name]) => name === 'clk'))
    commands.push(['clk', clockText(node.clock)]);
  return [...commands.map(([name, value]) => `[%${name} ${value}]`), node.comment || ''].filter(Boolean).join(' ');
}

// Arrows and circles that a person draws: [%cal Ge2e4,Rd1d8] and [%csl Ge4], the first letter being the colour.
const DRAWN = ['cal', 'csl'], SHAPE = /^([GRYB])([a-p]\d{1,2})([a-p]\d{1,2})?$/;

/** The drawings on a node's position. @param {Ply} node @returns {Drawing[]} */
export function drawingsOf(node) {
  return (node.commands || []).filter(([name]) => DRAWN.includes(name)).flatMap(([, value]) => value.split(','))
    .flatMap(text => {
    const found = SHAPE.exec(text.trim());
    return found ? [{ colour: found[1], from: found[2], to: found[3] || '' }] : [];
  });
}

/** @param {Ply} node @param {Drawing[]} drawings */
function setDrawings(node, drawings) {
  const others = (node.commands || []).filter(([name]) => !DRAWN.includes(name)),
    text = ({ colour, from, to }) => colour + from + to;
  const arrows = drawings.filter(each => each.to).map(text), circles = drawings.filter(each => !each.to).map(text);
  node.commands = [...others, ...(arrows.length ? [['cal', arrows.join(',')]] : []),
    ...(circles.length ? [['csl', circles.join(',')]] : [])];
  if (!node.commands.length) delete node.commands;
}

/** Draws, or removes what was drawn there. @param {Ply} node @param {Drawing} drawing */
export function toggleDrawing(node, drawing) {
  const before = drawingsOf(node), rest = before.filter(each => each.from !== drawing.from || each.to !== drawing.to);
  setDrawings(node, rest.length < before.length ? rest : [...before, drawing]);
}

// ---- As the engine reads and writes PGN: a list of moves that name their parents ----

/** Signs that people read. */
const SIGNS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±',
  17: '∓', 18: '+−', 19: '−+', 22: '⨀', 146: 'N' };
/** Scores beyond this many pawns are drawn as this much. */
export const SCORE_MAX = 12;
/** @type {Record<string, number>} */
const MARKS = { '?!': 6, '?': 2, '??': 4 };

/** The signs of a move as text, what a review found included. @param {Ply} node */
export function signsOf(node) {
  const signs = (node.nags || []).map(nag => SIGNS[nag] || '$' + nag);
  // The annotator's sign comes first; that of the review does not stack on it.
  if (node.mark && !signs.some(sign => /^[?!]+$/.test(sign))) signs.push(node.mark);
  return signs.join('');
}

/** @param {PgnGame} answer to "pgn_read" @returns {Ply} */
export function treeOfList(answer) {
  const root = newTree(), nodes = [root];
  const start = answer.fen.split(' ')[1] === 'b' ? 'b' : 'w';
  if (answer.comment) setComment(root, answer.comment);
  /** @type {NonNullable<PgnGame['tree']>} */
  const list = answer.tree || answer.moves.map((move, i) => ({ move, parent: i }));
  list.forEach(({ move, parent, comment, nags }) => {
    const side = nodes[parent].parent ? (nodes[parent].side === 'w' ? 'b' : 'w') : start,
      node = addMove(nodes[parent], move, side);
    if (comment) setComment(node, comment);
    if (nags) node.nags = nags;
    nodes.push(node);
  });
  return root;
}

/**
 * A tree as a list of moves that name their parents by number.
 * @param {Ply} root @param {Ply[]} [nodes] gets the nodes in the same order
 */
export function listOfTree(root, nodes = []) {
  /** @type {Map<Ply | null, number>} */
  const numbers = new Map();
  return nodesOf(root).slice(1).map(node => {
    const nags = [...new Set([...(node.nags || []), ...(node.mark ? [MARKS[node.mark]] : [])])],
      comment = commentOf(node);
    numbers.set(node, nodes.push(node));
    return { move: node.move, parent: numbers.get(node.parent) || 0, ...(comment ? { comment } : {}),
      ...(nags.length ? { nags } : {}) };
  });
}
