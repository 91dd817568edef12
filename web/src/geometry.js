// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** The squares of a board: any size, one or more boards, standing on an edge or a corner. */

export const CELL = 100;
/** Between boards, and around them: room for a frame. */
const GAP = 60, MARGIN = 14;

/** The parts of a square's name. @param {string} square @returns {[number, number]} */
function place(square) { return [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1]; }

const NONE = /** @type {Sheet} */ (/** @type {unknown} */ (null));

export class Geometry {
  constructor() {
    /** @type {Sheet} */
    this.game = NONE;
    this.flipped = false;
    this.stacked = false;
  }

  /** Without a game, so that every game differs. */
  forget() { this.game = NONE; }

  /** The middle of a square. @param {string} square @returns {[number, number]} */
  centre(square) {
    const [file, rank] = place(square);
    const { files, ranks, boards, on_corner: corner } = this.game, per = files / boards,
      turned = this.flipped && !corner;
    const board = Math.floor(file / per);
    const f = turned ? per - 1 - file % per : file % per, r = turned ? rank : ranks - 1 - rank;
    let x = (f + 0.5) * CELL, y = (r + 0.5) * CELL;
    if (this.stacked) y += board * (ranks * CELL + GAP);
    else x += board * (per * CELL + GAP);
    if (corner) {
      const half = files * CELL / 2, s = this.flipped ? -Math.SQRT1_2 : Math.SQRT1_2, dx = x - half, dy = y - half;
      return [half + s * (dx - dy), half + s * (dx + dy)];
    }
    return [x, y];
  }

  /**
   * The colour of a square, and the number of its board: a1 is dark on each.
   * @param {string} square @returns {{shade: string, board: number}}
   */
  ground(square) {
    const [file, rank] = place(square), per = this.game.files / this.game.boards;
    return { shade: (file % per + rank) % 2 ? 'light' : 'dark', board: Math.floor(file / per) };
  }

  /**
   * A point of a square, by parts of its sides from the middle.
   * @param {string} square @param {number} dx @param {number} dy
   */
  point(square, dx, dy) {
    const [x, y] = this.centre(square);
    if (!this.game.on_corner) return [x + dx * CELL, y + dy * CELL];
    const s = Math.SQRT1_2 * CELL;
    return [x + s * (dx - dy), y + s * (dx + dy)];
  }

  /** @param {string} square @param {number} part of the cell */
  outline(square, part = 1) {
    const h = part / 2;
    return [[-h, -h], [h, -h], [h, h], [-h, h]].map(([dx, dy]) => this.point(square, dx, dy)
      .map(n => Math.round(n * 10) / 10).join(',')).join(' ');
  }

  extent() {
    const { files, ranks, boards, on_corner: corner } = this.game, per = files / boards;
    if (corner) {
      const half = files * CELL / 2, reach = files * CELL * Math.SQRT1_2;
      return [half - reach - MARGIN, half - reach - MARGIN, 2 * (reach + MARGIN), 2 * (reach + MARGIN)];
    }
    const width = this.stacked ? per * CELL : files * CELL + (boards - 1) * GAP;
    const height = this.stacked ? boards * ranks * CELL + (boards - 1) * GAP : ranks * CELL;
    return [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  }
}
