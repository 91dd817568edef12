// Quincunx - a chess-variant engine
// Copyright (C) 2026 The Quincunx authors
// SPDX-License-Identifier: GPL-3.0-or-later

/** Puts the page's parts together. */
import { Analysis } from './analysis.js';
import { BoardView } from './boardview.js';
import { Client } from './client.js';
import { Editor } from './editor.js';
import { Game } from './game.js';
import { Learn } from './learn.js';
import { Levels } from './levels.js';
import { drawGraph, drawMoves } from './moves.js';
import { appearance } from './pieces.js';
import { Play } from './play.js';
import { Share } from './share.js';
import { Thinker } from './thinker.js';
import { beside, endOf, isMain } from './tree.js';
import { $, make, other, sideName } from './util.js';

/** Where a newcomer starts, if no game was kept. */
const WIDE = 900;

const MESSAGE_TIME = 5000;
let freshUntil = 0;

/**
 * Says something; where the panel is out of sight the words come to the person for a while,
 * unless they only tell what is seen.
 * @param {string} text @param {boolean} [seen]
 */
function say(text, seen = false) {
  $('message').textContent = text;
  $('message').classList.toggle('fresh', Boolean(text) && !seen);
  clearTimeout(freshUntil);
  freshUntil = setTimeout(() => $('message').classList.remove('fresh'), MESSAGE_TIME);
}

/** Says what to do if this browser can not run the engine. @param {string} text */
function giveUp(text) {
  $('failure').hidden = false;
  $('failure-text').textContent = text;
}

/** The engine's code, which lies in the page as text. */
async function loadModule() {
  if (typeof WebAssembly !== 'object' || typeof Worker !== 'function' || typeof DecompressionStream !== 'function') throw new Error('This browser is too old: it lacks WebAssembly, workers or DecompressionStream. A newer Firefox, Chromium, Chrome, Edge or Safari has all three.');
  const text = $('engine-code').textContent.trim(), binary = atob(text), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

class Page {
  /** @param {any} rules @param {any} engine @param {any} about the answer to "games" */
  constructor(rules, engine, about) {
    this.game = new Game(rules, about.games);
    this.view = new BoardView(this.game, {
      say, info: square => (square ? this.learn.show(square) : this.learn.close()), click: square => this.editor.click(square),
    });
    this.thinker = new Thinker(engine, this.game);
    this.levels = new Levels(this.game, () => { this.drawStatus(); this.share.save(); });
    this.play = new Play(this.game, this.thinker, this.view, this.levels, say);
    this.analysis = new Analysis(this.game, this.thinker, this.view, say, () => this.drawMoves());
    this.learn = new Learn(this.game, this.view);
    this.editor = new Editor(this.game, this.view, say);
    this.share = new Share(this.game, this.view, say, () => this.settings());
    this.movesWanted = false;
    $('engine-name').textContent = about.engine;
    $('game').replaceChildren(...about.games.map(g => make('option', { value: g.name, text: g.title })));
    this.listen();
  }

  // ---- What is shown ----

  listen() {
    const { game, play } = this;
    game.on('change', () => this.drawStatus());
    game.on('change', () => this.drawMoves());
    game.on('turn', () => { this.drawMoves(); this.share.save(); this.announce(); });
    game.on('turns', () => this.drawMoves());
    game.on('leg', leg => say(`${game.legs.join(', ')} is played; ${leg.status === 'extensible' ? 'a man in a green frame may go on, or end the turn' : 'now a man in a green frame'}.`, true));
    game.on('refused', text => say('Not legal: ' + text));
    game.on('thinking', () => this.drawStatus());
    game.on('game', () => {
      document.body.classList.toggle('has-legs', game.sheet.legs);
      say('Drag a man, or click it. A right click or a long press tells what it does.', true);
    });
    game.on('game', () => { $('game').value = game.sheet.name; document.title = game.sheet.title + ' – Quincunx'; });
    game.on('players', () => this.drawPlayers());
    game.on('set-up', () => { this.tab('play'); this.drawPlayers(); });
    game.on('ended', () => { this.share.save(); this.announce(); });
    const click = (id, action) => { $(id).onclick = () => Promise.resolve(action()).catch(error => say(error.message)); };
    click('new', () => this.newGame($('game').value));
    $('game').onchange = () => this.newGame($('game').value);
    click('flip', () => { this.view.flip(); play.drawClock(); this.drawStatus(); });
    click('take-back', async () => { await this.thinker.halt(); await game.takeBack(); play.reply(); });
    click('hint', () => play.hint());
    click('resign', () => play.resign());
    click('draw', () => play.offerDraw());
    click('end-turn', () => game.endTurn());
    click('undo-leg', () => game.undoLeg());
    click('pass', () => game.playLeg(game.look.legs.find(leg => !leg.to)));
    click('first', () => game.go(game.root));
    click('previous', () => game.back());
    click('next', () => game.forward());
    click('last', () => game.go(endOf(game.node)));
    click('promote', () => game.promote());
    click('delete-line', () => game.deleteLine());
    click('bring-back', () => game.bringBack());
    game.on('past', () => this.drawPast());
    $('comment').oninput = () => { game.node.comment = $('comment').value; this.drawMoves(); this.share.save(); };
    game.on('change', () => { if (document.activeElement !== $('comment') || !$('comment').value) $('comment').value = game.node.comment || ''; });
    click('review', () => this.analysis.review());
    $('analyse').onchange = () => { this.analysis.toggle($('analyse').checked); if (!$('analyse').checked) play.reply(); };
    $('line-count').onchange = () => { if (this.analysis.on) this.analysis.begin(); };
    $('turn-form').onsubmit = event => {
      event.preventDefault();
      game.type($('turn-text').value).then(done => { if (done) $('turn-text').value = ''; }, error => say(error.message));
    };
    click('swap', () => { Object.assign(game.players, { w: game.players.b, b: game.players.w }); return this.playersChanged(); });
    for (const side of ['w', 'b']) $('player-' + side).onchange = () => { game.players[side] = $('player-' + side).value; this.playersChanged(); };
    $('strength').onchange = () => this.readStrength();
    $('control').onchange = () => { this.readControl(); this.share.save(); };
    $('letters').onchange = () => { appearance.letters = $('letters').checked; this.view.redraw(); this.learn.drawAll(); this.share.save(); };
    $('theme').onchange = () => { this.setTheme($('theme').value); this.share.save(); };
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      tab.addEventListener('click', () => this.tab(/** @type {HTMLElement} */ (tab).dataset.tab || ''));
      tab.addEventListener('keydown', event => this.tabKey(/** @type {KeyboardEvent} */ (event)));
    }
    document.addEventListener('keydown', event => this.key(event));
    addEventListener('hashchange', () => this.share.open(location.hash).catch(error => say('The link could not be opened: ' + error.message)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('dialog')) return;
    const { game } = this, board = target.closest('#board'), tabs = target.closest('[role="tablist"]');
    if (event.key === 'ArrowLeft' && !board && !tabs) game.back();
    else if (event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && !board) {
      const line = beside(game.node, event.key === 'ArrowUp' ? -1 : 1);
      event.preventDefault();
      if (line) game.go(line);
    } else if (event.key === 'ArrowRight' && !board && !tabs) game.forward();
    else if (event.key === 'Escape') this.view.letGo();
    else if (event.key === '/') { event.preventDefault(); $('turn-text').focus(); }
  }

  /** @param {KeyboardEvent} event */
  tabKey(event) {
    const tabs = [...document.querySelectorAll('[role="tab"]')], at = tabs.indexOf(/** @type {Element} */ (event.target));
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = /** @type {HTMLElement} */ (tabs[(at + step + tabs.length) % tabs.length]);
    next.focus();
    this.tab(next.dataset.tab || '');
  }

  /** @param {string} name */
  tab(name) {
    for (const tab of document.querySelectorAll('[role="tab"]')) {
      const chosen = /** @type {HTMLElement} */ (tab).dataset.tab === name;
      tab.setAttribute('aria-selected', String(chosen));
      tab.setAttribute('tabindex', chosen ? '0' : '-1');
      $('panel-' + /** @type {HTMLElement} */ (tab).dataset.tab).hidden = !chosen;
    }
    this.editor.toggle(name === 'set-up');
  }

  drawStatus() {
    const { game, thinker } = this, { look } = game;
    if (!look) return;
    const outcome = game.outcome(), side = sideName(look.side);
    let text = `${side} to move`;
    if (outcome.result !== '*') text = `${outcome.result} · ${outcome.reason}`;
    else if (thinker.thinking === 'reply') text = `${side} is thinking …`;
    else if (game.legs.length) text = `${side}: ${game.legs.join(', ')} …`;
    else if (look.peril) text = `${side} to move · in danger`;
    if (look.ending && text.startsWith(`${side} to move`)) text += ` · ${look.ending.words}`;
    $('status').textContent = text;
    $('status').classList.toggle('over', outcome.result !== '*');
    const extensible = look.status === 'extensible' && game.legs.length > 0;
    $('end-turn').hidden = !extensible;
    $('undo-leg').hidden = !game.legs.length;
    $('pass').hidden = !(game.personToMove() && look.legs && look.legs.some(leg => !leg.to));
    $('leg-buttons').hidden = $('end-turn').hidden && $('undo-leg').hidden && $('pass').hidden;
    $('take-back').disabled = !game.node.parent && !game.legs.length;
    $('hint').disabled = !game.personToMove() || game.over();
    $('resign').disabled = $('draw').disabled = game.over();
    $('first').disabled = $('previous').disabled = !game.node.parent;
    $('next').disabled = $('last').disabled = !game.node.children.length;
    const bottom = this.view.flipped ? 'b' : 'w';
    for (const [id, who] of [['name-top', other(bottom)], ['name-bottom', bottom]]) {
      const read = game.tags && game.tags[who === 'w' ? 'white' : 'black'];
      $(id).textContent = `${sideName(who)} · ${read && read !== '?' ? read : game.players[who] === 'engine' ? game.opponent : 'you'}`;
      $(id).classList.toggle('to-move', !game.over() && look.side === who);
    }
    document.body.dataset.ready = game.busy || thinker.thinking === 'reply' ? 'no' : 'yes';
  }

  /** Draws the list soon: behind the frame that shows the board, and several wishes are one. */
  drawMoves() {
    if (this.movesWanted) return;
    this.movesWanted = true;
    requestAnimationFrame(() => setTimeout(() => {
      this.movesWanted = false;
      this.drawMovesNow();
    }, 0));
  }

  drawMovesNow() {
    const { game } = this, fields = game.fen.split(' ');
    drawMoves(game, $('moves'), Number(fields[fields.length - 1]) || 1, fields[1]);
    drawGraph(game, $('graph'));
    $('promote').hidden = isMain(game.node);
    $('delete-line').hidden = !game.node.parent;
  }

  /** The button that brings back what was taken away. */
  drawPast() {
    const { past } = this.game;
    $('bring-back').hidden = !past;
    if (past) $('bring-back').textContent = 'Bring back ' + past.what;
  }

  announce() {
    const { game } = this, outcome = game.outcome();
    const turn = game.look.last ? `${sideName(game.look.last.side)}: ${game.look.last.turn}. ` : '';
    say(outcome.result !== '*' ? `${turn}The game is over: ${outcome.result}, ${outcome.reason}.` : `${turn}${sideName(game.look.side)} to move.`, outcome.result === '*');
  }

  // ---- Settings ----

  settings() {
    return { levels: this.levels.chosen, strength: $('strength').value, control: $('control').value, letters: appearance.letters, theme: $('theme').value, flipped: this.view.flipped };
  }

  /** @param {any} settings of any content */
  useSettings(settings) {
    const choose = (id, value) => { if ([...$(id).options].some(o => o.value === value)) $(id).value = value; };
    this.levels.use(settings.levels);
    choose('strength', settings.strength);
    choose('control', settings.control);
    choose('theme', settings.theme);
    $('letters').checked = appearance.letters = Boolean(settings.letters);
    this.view.flipped = Boolean(settings.flipped);
    this.readStrength();
    this.readControl();
    this.setTheme($('theme').value);
  }

  readStrength() {
    const [kind, value] = $('strength').value.split(':');
    this.play.limits = { [kind]: Number(value) };
    this.share.save();
  }

  readControl() {
    const [minutes, seconds] = $('control').value.split('+').map(Number);
    this.play.setControl(minutes ? { base: minutes * 60000, increment: seconds * 1000 } : null);
  }

  /** @param {string} theme */
  setTheme(theme) {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  drawPlayers() {
    for (const side of ['w', 'b']) $('player-' + side).value = this.game.players[side];
  }

  async playersChanged() {
    const { game } = this;
    this.drawPlayers();
    this.drawStatus();
    this.share.save();
    if (this.thinker.thinking === 'reply' && game.players[game.look.side] === 'person') await this.thinker.halt();
    // The side that a person plays is seen from below.
    const flipped = game.players.b === 'person' && game.players.w === 'engine';
    if (this.view.flipped !== flipped && game.players.w !== game.players.b) this.view.flip();
    this.view.mark();
    this.view.drawHands();
    this.play.drawClock();
    this.drawStatus();
    this.play.reply();
  }

  /** @param {string} name */
  async newGame(name) {
    await this.thinker.halt();
    history.replaceState(null, '', location.href.split('#')[0]);
    await this.game.start(name, null);
    this.play.resetClock();
    this.announce();
    this.view.layout();
    this.play.reply();
  }

  /** Opens a link's game, or the one that was kept, or a new one. */
  async begin() {
    const kept = this.share.load();
    if (kept) this.useSettings(kept.settings || {});
    let opened = false;
    let linked = false;
    try {
      opened = linked = await this.share.open(location.hash);
    } catch (error) {
      say('The link could not be opened: ' + error.message);
    }
    if (!opened && kept) {
      try {
        await this.game.unpack(kept);
        opened = true;
      } catch (error) {
        say('The game that was kept could not be read: ' + error.message);
      }
    }
    if (!opened) await this.game.start(this.game.games[Math.min(1, this.game.games.length - 1)].name, null);
    this.game.past = this.share.loadPast() || this.game.past;
    this.drawPast();
    this.drawPlayers();
    this.view.layout();
    this.drawStatus();
    this.play.drawClock();
    // A game that came by a link waits for a person's first turn.
    if (!linked) this.play.reply();
  }
}

async function main() {
  const module = await loadModule();
  const url = URL.createObjectURL(new Blob([$('worker-code').textContent], { type: 'text/javascript' }));
  /** @type {Page | null} */
  let page = null;
  const trouble = reason => {
    say('The engine stopped (' + reason + ') and was started again. Nothing of the game is lost.');
    if (page) page.drawStatus();
  };
  const rules = new Client(url, module, trouble), engine = new Client(url, module, trouble);
  const about = await rules.ask({ do: 'games' });
  page = new Page(rules, engine, about);
  // For tests, and for those who like to look behind a page.
  Object.assign(window, { quincunx: page });
  await page.begin();
  performance.mark('ready');
  if (innerWidth < WIDE) $('settings').open = false;
}

main().catch(error => giveUp(error.message));
addEventListener('unhandledrejection', event => say(event.reason instanceof Error ? event.reason.message : String(event.reason)));
