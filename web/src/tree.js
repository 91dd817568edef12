// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/**
 * A game as a tree of turns: the first child of a node goes on with its line, the others are
 * side lines. Nothing here knows a rule; turns are texts.
 */

/**
 * @typedef {object} Node
 * @property {string} turn '' for the root
 * @property {string} side who played it, 'w' or 'b'
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {string} [comment] on the turn; on the root: before the first turn
 * @property {number[]} [nags] signs as PGN numbers them
 * @property {string} [mark] a mistake's sign: '?!', '?' or '??'
 * @property {number} [score] White's point of view, in Pawns, bounded
 * @property {string} [scoreText] as shown
 */

/** @returns {Node} */
export function newTree() { return { turn: '', side: '', parent: null, children: [] }; }

/** The turns from the root to a node. @param {Node} node */
export function turnsTo(node) {
  const turns = [];
  for (let n = node; n.parent; n = n.parent) turns.unshift(n.turn);
  return turns;
}

/** Plies from the root. @param {Node} node */
export function depthOf(node) {
  let depth = 0;
  for (let n = node; n.parent; n = n.parent) ++depth;
  return depth;
}

/**
 * The child with this turn, made if there is none.
 * @param {Node} node @param {string} turn @param {string} side
 */
export function addTurn(node, turn, side) {
  const known = node.children.find(child => child.turn === turn);
  if (known) return known;
  /** @type {Node} */
  const child = { turn, side, parent: node, children: [] };
  node.children.push(child);
  return child;
}

/** Takes a node with all behind it out of its tree; returns its parent. @param {Node} node */
export function removeNode(node) {
  const parent = node.parent;
  if (!parent) return node;
  parent.children = parent.children.filter(child => child !== node);
  return parent;
}

/** Makes the line of a node the main line. @param {Node} node */
export function promote(node) {
  for (let n = node; n.parent; n = n.parent) {
    const siblings = n.parent.children;
    n.parent.children = [n, ...siblings.filter(child => child !== n)];
  }
}

/** The last node of the line that goes through a node. @param {Node} node */
export function endOf(node) {
  let n = node;
  while (n.children.length) n = n.children[0];
  return n;
}

/** All nodes of the line through a node, the root first. @param {Node} node */
export function lineOf(node) {
  const line = [];
  for (let n = endOf(node); n; n = /** @type {Node} */ (n.parent)) line.unshift(n);
  return line;
}

/** Is a node on the main line? @param {Node} node */
export function isMain(node) {
  for (let n = node; n.parent; n = n.parent) if (n.parent.children[0] !== n) return false;
  return true;
}

/** The next line beside that of a node, or the one before; null if there is none. @param {Node} node @param {number} step 1 or -1 */
export function beside(node, step) {
  if (!node.parent) return null;
  const { children } = node.parent;
  return children[children.indexOf(node) + step] || null;
}

const NOTES = ['comment', 'nags', 'mark', 'score', 'scoreText'];

/** As nested lists, for saving: [turn, side, notes, ...children]. @param {Node} node @returns {any[]} */
export function packTree(node) {
  const notes = Object.fromEntries(NOTES.filter(name => node[name] !== undefined && node[name] !== '').map(name => [name, node[name]]));
  return [node.turn, node.side, notes, ...node.children.map(packTree)];
}

/** What may be said of a turn, of data from anywhere. @param {any} data */
function readNotes(data) {
  /** @type {any} */
  const notes = {};
  if (!data || typeof data !== 'object' || Array.isArray(data)) return notes;
  if (typeof data.comment === 'string') notes.comment = data.comment;
  if (Array.isArray(data.nags)) notes.nags = data.nags.filter(nag => Number.isInteger(nag) && nag > 0 && nag < 256);
  if (MARKS[data.mark]) notes.mark = data.mark;
  if (Number.isFinite(data.score)) notes.score = data.score;
  if (typeof data.scoreText === 'string') notes.scoreText = data.scoreText.slice(0, 20);
  return notes;
}

/**
 * The reverse, of data from anywhere: what is no tree is left out.
 * @param {any} data @param {Node | null} [parent]
 * @returns {Node}
 */
export function unpackTree(data, parent = null) {
  const [turn, side, ...rest] = Array.isArray(data) ? data : ['', ''];
  /** @type {Node} */
  const node = { turn: String(turn), side: side === 'b' ? 'b' : 'w', parent, children: [], ...readNotes(rest[0]) };
  node.children = rest.filter(child => Array.isArray(child) && typeof child[0] === 'string').map(child => unpackTree(child, node));
  return node;
}

// ---- As the engine reads and writes PGN: a list of turns that name their parents ----

/** Signs that people read. */
const SIGNS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+', 22: '⨀', 146: 'N' };
/** @type {Record<string, number>} */
const MARKS = { '?!': 6, '?': 2, '??': 4 };

/** The signs of a turn as text, what a review found included. @param {Node} node */
export function signsOf(node) {
  const signs = (node.nags || []).map(nag => SIGNS[nag] || '$' + nag);
  if (node.mark && !signs.includes(node.mark)) signs.push(node.mark);
  return signs.join('');
}

/** @param {any} answer to "read" @returns {Node} */
export function treeOfList(answer) {
  const root = newTree(), nodes = [root];
  const start = answer.fen.split(' ')[1] === 'b' ? 'b' : 'w';
  if (answer.comment) root.comment = answer.comment;
  (answer.tree || answer.turns.map((turn, i) => ({ turn, parent: i }))).forEach(({ turn, parent, comment, nags }) => {
    const side = nodes[parent].parent ? (nodes[parent].side === 'w' ? 'b' : 'w') : start, node = addTurn(nodes[parent], turn, side);
    if (comment) node.comment = comment;
    if (nags) node.nags = nags;
    nodes.push(node);
  });
  return root;
}

/** @param {Node} root */
export function listOfTree(root) {
  /** @type {any[]} */
  const list = [];
  const add = (/** @type {Node} */ first, /** @type {number} */ before) => {
    // Along a line without recursion: games are long, side lines nest little.
    /** @type {[Node, number][]} */
    const later = [];
    let parent = before;
    for (let n = first; n; n = n.children[0]) {
      const nags = [...new Set([...(n.nags || []), ...(n.mark ? [MARKS[n.mark]] : [])])];
      list.push({ turn: n.turn, parent, ...(n.comment ? { comment: n.comment } : {}), ...(nags.length ? { nags } : {}) });
      parent = list.length;
      if (n.children.length > 1) later.push([n, parent]);
    }
    for (const [n, number] of later) for (const child of n.children.slice(1)) add(child, number);
  };
  root.children.forEach(child => add(child, 0));
  return list;
}

/** The node that is reached from the root by child numbers. @param {Node} root @param {any} path @returns {Node} */
export function nodeAt(root, path) {
  let node = root;
  for (const i of Array.isArray(path) ? path : []) {
    if (!node.children[i]) break;
    node = node.children[i];
  }
  return node;
}

/** Child numbers from the root. @param {Node} node */
export function pathOf(node) {
  const path = [];
  for (let n = node; n.parent; n = n.parent) path.unshift(n.parent.children.indexOf(n));
  return path;
}
