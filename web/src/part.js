// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** A part of the page: it has what all parts share, and reaches the others by the page. */
export class Part {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.game = page.game;
    this.store = page.store;
    this.messages = page.messages;
  }
}
