// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * Arrows and circles that a person draws on a position. They are stored with the move, as usual in PGN:
 * [%cal Ge2e4,Rd1d8] and [%csl Ge4], the first letter being the colour.
 */

const NAMES = ['cal', 'csl'], SHAPE = /^([GRYB])([a-p]\d{1,2})([a-p]\d{1,2})?$/;

/** The drawings on a node's position. @param {Ply} node @returns {Drawing[]} */
export function drawingsOf(node) {
  return (node.commands || []).filter(([name]) => NAMES.includes(name)).flatMap(([, value]) => value.split(','))
    .flatMap(text => {
    const found = SHAPE.exec(text.trim());
    return found ? [{ colour: found[1], from: found[2], to: found[3] || '' }] : [];
  });
}

/** @param {Ply} node @param {Drawing[]} drawings */
function setDrawings(node, drawings) {
  const others = (node.commands || []).filter(([name]) => !NAMES.includes(name)),
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
