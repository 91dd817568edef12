// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** Games and positions coming in and going out: PGN, FEN, links, pictures; and what is kept in the browser. */
import { addTurn, endOf, listOfTree, newTree, treeOfList, turnsTo } from './tree.js';
import { $, download } from './util.js';

const KEY = 'quincunx', PAST_KEY = 'quincunx-past', LINK_MAX = 60000;
/** Milliseconds until a change is kept; whoever closes the page sooner loses nothing, either. */
const SAVE_DELAY = 60;

/** The board as an SVG file: with the styles that it has here. @param {SVGSVGElement} svg */
export function boardFile(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true)), used = new Set();
  const own = ['fill', 'stroke', 'stroke-width', 'opacity', 'fill-opacity', 'font-size', 'font-family', 'font-weight', 'text-anchor', 'stroke-linejoin', 'stroke-linecap', 'display'];
  const from = svg.querySelectorAll('*'), to = copy.querySelectorAll('*');
  from.forEach((element, i) => {
    const style = getComputedStyle(element), target = to[i];
    for (const name of own) if (style.getPropertyValue(name)) target.setAttribute(name, style.getPropertyValue(name));
    for (const name of [...target.getAttributeNames()]) if (/^(aria|data|tabindex|role|class|style)/.test(name)) target.removeAttribute(name);
    const href = target.getAttribute('href');
    if (href) used.add(href.slice(1));
  });
  const defs = document.createElementNS('http://www.w3.org/2000/svg', 'defs');
  for (const id of used) {
    const symbol = document.getElementById(id);
    if (symbol) defs.append(symbol.cloneNode(true));
  }
  copy.prepend(defs);
  copy.removeAttribute('style');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}

export class Share {
  /** @param {any} game @param {any} view @param {(text: string) => void} say @param {() => any} settings */
  constructor(game, view, say, settings) {
    this.game = game;
    this.view = view;
    this.say = say;
    this.settings = settings;
    $('pgn-out').onclick = () => this.pgn().then(text => { $('pgn').value = text; say('The game is in the field as PGN.'); });
    $('pgn-save').onclick = () => this.pgn().then(text => download(game.sheet.name + '.pgn', text, 'application/x-chess-pgn'));
    $('pgn-in').onclick = () => this.readPgn($('pgn').value);
    $('pgn').oninput = () => { $('pgn-number-row').hidden = true; $('pgn-number').value = 1; };
    $('pgn-number').onchange = () => this.readPgn($('pgn').value);
    $('pgn-file').onchange = async () => {
      if ($('pgn-file').files[0]) {
        $('pgn').value = await $('pgn-file').files[0].text();
        $('pgn-number').value = 1;
        await this.readPgn($('pgn').value);
      }
      $('pgn-file').value = '';
    };
    $('fen-in').onclick = () => game.start(game.sheet.name, $('fen').value.trim()).then(() => say('The position is set up.'), error => say(error.message));
    $('link').onclick = () => this.copy(this.link(), 'The link');
    $('fen-copy').onclick = () => this.copy(game.look.fen, 'The FEN');
    $('svg-save').onclick = () => download(game.sheet.name + '.svg', boardFile($('board')), 'image/svg+xml');
    game.on('change', () => { $('fen').value = game.look ? game.look.fen : ''; this.save(); });
    game.on('turns', () => this.save());
    game.on('past', () => this.savePast());
    this.saving = 0;
    for (const event of ['pagehide', 'visibilitychange']) addEventListener(event, () => { if (this.saving) this.saveNow(); });
  }

  /** @param {string} text @param {string} what */
  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(what + ' is on the clipboard.');
    } catch {
      $('pgn').value = text;
      $('pgn').select();
      this.say(what + ' is in the field below: copy it from there.');
    }
  }

  async pgn() {
    const { players, ended, root, tags: read } = this.game, name = side => (players[side] === 'engine' ? this.game.opponent : 'Person');
    const tags = { white: name('w'), black: name('b'), event: 'Game on a page', ...(read || {}) };
    const answer = await this.game.rules.ask({ do: 'pgn', ...this.game.request(root), tree: listOfTree(root), comment: root.comment,
      tags: { ...tags, result: ended ? ended.result : '*' }, ending: ended ? ended.reason.replace(/[{}]/g, '') : undefined });
    return answer.pgn;
  }

  /** @param {string} text */
  async readPgn(text) {
    const number = Number($('pgn-number').value) || 1;
    try {
      const answer = await this.game.rules.ask({ do: 'read', pgn: text, number });
      $('pgn-number').max = answer.games;
      $('pgn-number-row').hidden = answer.games < 2;
      const root = treeOfList(answer), last = endOf(root);
      await this.game.start(answer.game, answer.fen, root);
      this.game.tags = answer.tags;
      if (answer.tags.result !== '*' && !answer.problem && this.game.look.result === '*') {
        const reason = last.comment || 'as the PGN says';
        delete last.comment;
        this.game.end(answer.tags.result, reason);
      } else if (last.comment === this.game.look.reason) delete last.comment;
      const count = listOfTree(root).length;
      this.say((answer.problem ? 'Read, but for a turn that is not legal: ' + answer.problem : count === 1 ? 'One turn read.' : `${count} turns read.`)
        + (answer.games > 1 ? ` This is game ${number} of ${answer.games}.` : ''));
      this.game.tell('turns');
    } catch (error) {
      this.say('That could not be read: ' + (error instanceof Error ? error.message : String(error)));
    }
  }

  // ---- Links ----

  link() {
    const { sheet, fen, node } = this.game, parts = ['g=' + sheet.name];
    if (fen !== sheet.fen) parts.push('f=' + encodeURIComponent(fen));
    const turns = turnsTo(node);
    if (turns.length) parts.push('t=' + encodeURIComponent(turns.join(' ')));
    return location.href.split('#')[0] + '#' + parts.join('&');
  }

  /** Opens what a link holds; false if it holds nothing. @param {string} hash */
  async open(hash) {
    const text = hash.replace(/^#/, '');
    if (!text || text.length > LINK_MAX) return false;
    const values = new URLSearchParams(text), name = values.get('g');
    if (!name) return false;
    const fen = values.get('f'), sheet = this.game.games.find(g => g.name === name), black = (fen || (sheet ? sheet.fen : '')).split(' ')[1] === 'b', root = newTree();
    let node = root;
    (values.get('t') || '').split(' ').filter(Boolean).forEach((turn, i) => { node = addTurn(node, turn, (i % 2 === 1) !== black ? 'b' : 'w'); });
    await this.game.start(name, fen, root);
    return true;
  }

  // ---- Keeping ----

  /** Keeps the game soon: the answer to a click comes first, and several wishes are one. */
  save() {
    if (this.saving) return;
    this.saving = setTimeout(() => this.saveNow(), SAVE_DELAY);
  }

  saveNow() {
    clearTimeout(this.saving);
    this.saving = 0;
    if (!this.game.look) return;
    try {
      localStorage.setItem(KEY, JSON.stringify({ version: 1, ...this.game.pack(), settings: this.settings() }));
    } catch { /* a browser that keeps nothing plays all the same */ }
  }

  savePast() {
    try {
      if (this.game.past) localStorage.setItem(PAST_KEY, JSON.stringify(this.game.past));
      else localStorage.removeItem(PAST_KEY);
    } catch { /* as above */ }
  }

  /** What was taken away before the page was closed. */
  loadPast() {
    try {
      const past = JSON.parse(localStorage.getItem(PAST_KEY) || 'null');
      return past && typeof past.what === 'string' && past.data && typeof past.data === 'object' ? { what: past.what.slice(0, 40), data: past.data } : null;
    } catch {
      return null;
    }
  }

  load() {
    try {
      const data = JSON.parse(localStorage.getItem(KEY) || 'null');
      return data && data.version === 1 ? data : null;
    } catch {
      return null;
    }
  }
}
