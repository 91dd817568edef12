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

/** As nested lists, for saving: [turn, side, ...children]. @param {Node} node @returns {any[]} */
export function packTree(node) { return [node.turn, node.side, ...node.children.map(packTree)]; }

/**
 * The reverse, of data from anywhere: what is no tree is left out.
 * @param {any} data @param {Node | null} [parent]
 * @returns {Node}
 */
export function unpackTree(data, parent = null) {
  const [turn, side, ...children] = Array.isArray(data) ? data : ['', ''];
  /** @type {Node} */
  const node = { turn: String(turn), side: side === 'b' ? 'b' : 'w', parent, children: [] };
  node.children = children.filter(child => Array.isArray(child) && typeof child[0] === 'string').map(child => unpackTree(child, node));
  return node;
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
