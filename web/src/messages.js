// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The places for messages. Errors are over the page, one at a time; notices have their own line; whose move it is
 * stands elsewhere (main.js). None overwrites another.
 */
import { $, make } from './util.js';

const FRESH_TIME = 5000;

export class Messages {
  constructor() {
    this.freshUntil = 0;
  }

  /**
   * Says something in passing; where the panel is out of sight the words come to the person for a while. What is
   * seen anyway only those hear who do not see.
   * @param {string} text @param {boolean} [seen]
   */
  say(text, seen = false) {
    this.announce(seen ? text : '');
    this.line(seen ? '' : text, false);
    if (text && !seen) this.succeeded();
  }

  /** For those who do not see it. @param {string} text */
  announce(text) { $('announcement').textContent = text; }

  /** Says why something cannot be done. It goes with the next thing that is said. @param {string} text */
  refuse(text) { this.line(text, true); }

  /** @param {string} text @param {boolean} refused */
  line(text, refused) {
    const line = $('message');
    line.textContent = text;
    line.classList.toggle('refused', refused);
    line.classList.toggle('fresh', Boolean(text));
    clearTimeout(this.freshUntil);
    this.freshUntil = setTimeout(() => line.classList.remove('fresh'), FRESH_TIME);
  }

  /**
   * Reports an error, or something that can be undone.
   * @param {string} text @param {string} [action] the name of a button @param {() => unknown} [act] what it does
   * @param {boolean} [lasting] does it stay until it is closed? Else the next thing that goes well takes it away
   */
  fail(text, action = '', act = () => {}, lasting = Boolean(action)) {
    this.close(text);
    const row = make('p', { class: lasting ? 'error lasting' : 'error' }, make('span', { class: 'grow', text }));
    if (action)
      row.append(make('button', { type: 'button', class: 'main', text: action, onclick: () => {
        this.close(text);
        Promise.resolve(act()).catch(error => this.fail(error.message));
      } }));
    row.append(make('button', { type: 'button', class: 'close', 'aria-label': 'Close', text: '✕',
      onclick: () => this.close(text) }));
    // The last one is seen.
    $('errors').append(row);
  }

  /** @param {string} text */
  close(text) {
    for (const row of [...$('errors').children]) if (row.firstChild.textContent === text) row.remove();
  }

  /** Something succeeded: earlier failures no longer matter. */
  succeeded() { for (const row of $('errors').querySelectorAll(':not(.lasting).error')) row.remove(); }

  closeAll() { $('errors').replaceChildren(); }

  /** Asks a question. @param {string} text @param {string} yes @param {string} no @returns {Promise<boolean>} */
  ask(text, yes, no) {
    const dialog = $('ask');
    $('ask-text').textContent = text;
    $('ask-yes').textContent = yes;
    $('ask-no').textContent = no;
    return new Promise(resolve => {
      dialog.returnValue = '';
      dialog.onclose = () => resolve(dialog.returnValue === 'yes');
      dialog.showModal();
    });
  }
}
