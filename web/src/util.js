// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** What all parts of the page share: elements, what they show, what several of them say. */

const SVG = 'http://www.w3.org/2000/svg';

/** The element with this id, which is known to be in the page. @param {string} id @returns {any} */
export function $(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error('no element ' + id);
  return found;
}

/** @param {Element} element @param {Record<string, any>} attributes */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'text') element.textContent = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * A new element of HTML: `text` is its text, names with "on" are listeners.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node | string)} children @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * A new element of SVG.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...Node} children @returns {any}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Gives buttons what they do; what goes wrong is told.
 * @param {{fail: (text: string) => unknown}} messages @param {Record<string, () => unknown>} actions by ids
 */
export function listen(messages, actions) {
  for (const [id, action] of Object.entries(actions)) $(id).onclick = async () => {
    try {
      await action();
    } catch (error) {
      messages.fail(error instanceof Error ? error.message : String(error));
    }
  };
}

/**
 * A radio button that looks like a chip.
 * @param {string} name @param {string | number} value @param {string} text @param {boolean} checked
 * @param {() => void} [onchange]
 */
export function chip(name, value, text, checked, onchange = () => {}) {
  return make('label', { class: 'chip' }, make('input', { type: 'radio', name, value, checked, onchange }),
    make('span', { text }));
}

/** @param {string} piece */
export function sideOf(piece) { return /[A-Z]/.test(piece) ? 'w' : 'b'; }

/** @param {string} side */
export function other(side) { return side === 'w' ? 'b' : 'w'; }

/** @param {string} side */
export function sideName(side) { return side === 'w' ? 'White' : 'Black'; }

/** Saves something as a file. @param {string} name @param {BlobPart} text @param {string} type */
export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = make('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** @param {number} ms */
export function sleep(ms) { return new Promise(resolve => setTimeout(resolve, ms)); }

/** How long a finger rests, in ms, and how far a pointer may move meanwhile, in pixels. */
const PRESS = 500;
export const STILL = 5;

/**
 * Does something when a finger stays where it came down: not every phone sends "contextmenu".
 * @param {PointerEvent} down @param {() => void} act
 */
export function longPress(down, act) {
  if (down.pointerType !== 'touch') return;
  const stop = new AbortController(), timer = setTimeout(() => { stop.abort(); act(); }, PRESS);
  const end = (/** @type {MouseEvent} */ event) => {
    if (event.type === 'pointermove' && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < STILL)
      return;
    clearTimeout(timer);
    stop.abort();
  };
  for (const name of /** @type {('pointermove' | 'pointerup' | 'pointercancel' | 'contextmenu')[]} */ (['pointermove',
      'pointerup', 'pointercancel', 'contextmenu']))
    document.addEventListener(name, end, { signal: stop.signal, capture: true });
}

/**
 * Waits for an element that stands behind the script: then the browser has read it, and all before it.
 * @param {string} id @returns {Promise<void>}
 */
export function isRead(id) {
  return new Promise(resolve => {
    const watch = new MutationObserver(look);
    function look() {
      if (document.readyState === 'loading' && !document.getElementById(id)?.nextSibling) return;
      watch.disconnect();
      resolve();
    }
    watch.observe(document.body, { childList: true });
    document.addEventListener('DOMContentLoaded', look, { once: true });
    look();
  });
}

export function calm() { return matchMedia('(prefers-reduced-motion: reduce)').matches; }

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

// ---- What they show ----

/** Makes elements match the functions of the state. @param {...Record<string, Shown>} panels by ids */
export function render(...panels) {
  for (const [id, { text, children, hidden, disabled, value, label, title,
      classes = {} }] of panels.flatMap(Object.entries)) {
    const element = $(id);
    if (text !== undefined && element.textContent !== text) element.textContent = text;
    if (children && children.map(child => (typeof child === 'string' ? child : child.textContent))
      .join('') !== element.textContent) element.replaceChildren(...children);
    if (hidden !== undefined && element.hidden !== hidden) element.hidden = hidden;
    if (disabled !== undefined && element.disabled !== disabled) element.disabled = disabled;
    if (value !== undefined && element.value !== value && !(element === document.activeElement
      && element.tagName === 'INPUT')) element.value = value;
    if (label !== undefined && element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
    if (title !== undefined && element.title !== title) element.title = title;
    for (const [name, on] of Object.entries(classes))
      if (element.classList.contains(name) !== on) element.classList.toggle(name, on);
  }
}

// ---- What they say ----

/** @param {number} n @param {string} one @param {string} [many] */
export function count(n, one, many = one + 's') { return `${n} ${n === 1 ? one : many}`; }

export const texts = {
  friend: 'a friend',
  hint: move => `Hint: ${move}`,
  illegal: why => `Illegal move: ${why}`,
  inHand: (n, side, name) => `${n} ${side} ${name} in hand`,
  movesCount: plies => count(Math.ceil(plies / 2), 'move'),
  noMatch: 'No game matches.',
  notPossible: why => `Not possible: ${why}`,
  over: (result, reason) =>
    `${reason ? texts.reason(reason) + ' ' : ''}${{ '1-0': 'White wins.', '0-1': 'Black wins.' }[result] || 'Draw.'}`,
  playGame: title => `Play ${title}`,
  reason: why => (why ? `${why.charAt(0).toUpperCase()}${why.slice(1)}.` : ''),
  rulesLine: what => `Rules: ${what}`,
  rulesOwn: 'the game’s own',
  setUp: 'The position is set up.',
  toMove: side => `${side} to move`,
  unfinished: 'not finished',
};
