// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Puts the page's parts together. */
import { Analysis } from './analysis.js';
import { BoardView } from './boardview.js';
import { Client, Pool, servedWire, STRANGER, threadsWire, workerWire } from './client.js';
import { readControl } from './clock.js';
import { Editor } from './editor.js';
import { Explorer } from './explorer.js';
import { Game } from './game.js';
import { Home } from './home.js';
import { Keeper } from './keeper.js';
import { Learn } from './learn.js';
import { Lessons } from './lessons.js';
import { Levels } from './levels.js';
import { drawMaterial, forgetMaterial } from './material.js';
import { Messages } from './messages.js';
import { drawGraph, drawMoves, forgetMoves } from './moves.js';
import { NewGame } from './newgame.js';
import { engineOf, hasPart, keepNetworks, Networks } from './networks.js';
import { panelOf } from './panel.js';
import { appearance, moveText, plain } from './pieces.js';
import { Play } from './play.js';
import { Puzzles } from './puzzles.js';
import { Review } from './review.js';
import { partsOfFen } from './rules.js';
import { Share } from './share.js';
import { Sounds } from './sounds.js';
import { Store } from './store.js';
import { Thinker } from './thinker.js';
import { beside, endOf, isMain } from './tree.js';
import { $, isRead, listen, other, render, sideName, texts } from './util.js';

const SERVER_TAKEN = 'Another program uses the address of this page; nothing was sent to it. Start Quincunx again: it '
  + 'opens a new page. Your games are safe.';

/** Says what to do if this browser cannot run the engine. @param {string} text */
function giveUp(text) {
  $('main').hidden = false;
  $('failure').hidden = false;
  $('failure-text').textContent = text;
}

/** Threads of a search by workers: one processor stays free. */
const THREADS_MAX = 4;

/** Engines for rules, each for one set: the games' own, the board's, those of a game in a list, and one more. */
const RULES_MAX = 4;

/**
 * How to reach an engine for rules and one for searching: by the server, or in workers.
 * @param {Networks} networks
 * @returns {{rules: Connect, engine: Connect, coming: Promise<unknown>}} coming: fails if there is none
 */
function findEngine(networks) {
  if (document.documentElement.dataset.engine === 'served')
    return { rules: servedWire('rules'), engine: servedWire('engine'), coming: Promise.resolve() };
  if (typeof WebAssembly !== 'object' || typeof Worker !== 'function' || typeof DecompressionStream !== 'function')
    throw new Error('This browser is too old: it lacks WebAssembly, workers or DecompressionStream. A newer Firefox, '
      + 'Chromium, Chrome, Edge or Safari has all three.');
  const coming = isRead('part-engine').then(() => engineOf('engine')),
    url = URL.createObjectURL(new Blob([$('worker-code').textContent], { type: 'text/javascript' })),
    rules = workerWire(url, coming, networks);
  /** @type {Promise<WebAssembly.Module> | undefined} */
  let threaded;
  const threads = window.crossOriginIsolated && hasPart('threads')
    ? Math.min(THREADS_MAX, navigator.hardwareConcurrency - 1) : 1;
  const load = () => (threaded ||= engineOf('threads'));
  return { rules, engine: threads > 1 ? threadsWire(url, load, networks, threads, rules) : rules, coming };
}

export class Page {
  /**
   * @param {Pool} rules @param {Pool} engine @param {{engine: string, games: Sheet[]}} about @param {Store} store
   * @param {Messages} messages
   */
  constructor(rules, engine, about, store, messages) {
    this.messages = messages;
    this.store = store;
    // Chess, which everybody knows, comes last.
    const game = new Game(rules, [...about.games].sort((a, b) =>
      Number(a.name === 'chess') - Number(b.name === 'chess')));
    this.game = game;
    this.engine = engine;
    this.view = new BoardView(this);
    this.thinker = new Thinker(engine, game);
    this.levels = new Levels(this);
    this.play = new Play(this);
    this.analysis = new Analysis(this);
    this.explorer = new Explorer(this);
    this.review = new Review(this);
    this.sounds = new Sounds(game);
    this.learn = new Learn(this);
    this.lessons = new Lessons(this);
    this.editor = new Editor(this);
    this.keeper = new Keeper(this);
    this.share = new Share(this);
    this.home = new Home(this);
    this.puzzles = new Puzzles(this);
    this.newGames = new NewGame(this);
    this.movesWanted = false;
    $('engine-name').textContent = about.engine;
    this.listen();
  }

  /** The players' names as a list of games and a PGN have them. */
  names() {
    const { players, tags, opponent } = this.game;
    const name = side => (tags && tags[side === 'w' ? 'white' : 'black'])
      || ({ engine: opponent, friend: texts.friend }[players[side]] || 'Person');
    return { white: name('w'), black: name('b') };
  }

  // ---- What is shown ----

  listen() {
    const { game, play, messages } = this;
    for (const event of ['change', 'state', 'move', 'ended']) game.on(event, () => this.draw());
    game.on('move', () => this.announce());
    game.on('refused', text => messages.refuse(text ? texts.illegal(text) : 'It is not your move.'));
    game.on('game', how => { if (how.push) messages.succeeded(); });
    game.on('move', () => messages.succeeded());
    // Messages about another position, such as a hint, are removed.
    game.on('change', () => { messages.say('', true); this.autoFlip(); });
    game.on('game', () => {
      document.body.classList.toggle('has-legs', game.sheet.multi_leg);
      document.body.classList.toggle('two-boards', game.sheet.boards > 1);
      $('game-title').textContent = game.sheet.title;
      document.title = game.sheet.title + ' – Quincunx';
    });
    game.on('ended', () => this.announce());
    for (const id of ['settings', 'new-game', 'help'])
      /** @type {HTMLElement} */ ($(id).querySelector('.close')).onclick = () => $(id).close();
    listen(messages, {
      'to-home': () => this.goHome(true),
      new: () => this.askNew(game.sheet.name, game.options),
      sounds: () => { this.drawSounds(!this.sounds.on); this.keepSettings(); },
      gear: () => $('settings').showModal(), 'help-open': () => $('help').showModal(),
      flip: () => this.flip(),
      'take-back': () => game.takeBack(),
      hint: () => play.hint(),
      resign: () => play.resign(),
      draw: () => play.offerDraw(),
      'move-now': () => play.moveNow(),
      'engine-move': () => game.set({ waits: false }),
      pause: () => game.set({ paused: !game.state.paused }),
      'go-on': () => game.set({ paused: false }),
      'end-move': () => game.endMove(),
      'undo-leg': () => game.undoLeg(),
      pass: () => game.playLeg(/** @type {Leg} */ (game.look.legs.find(leg => !leg.to))),
      rematch: () => this.rematch(),
      'end-review': () => { this.tab('analyse'); if (!game.state.reviews) this.analysis.review(); },
      'end-new': () => this.askNew(game.sheet.name, game.options),
      'rules-line': () => this.tab('learn'),
      review: () => this.analysis.review(),
      first: () => game.go(game.root),
      previous: () => game.back(),
      next: () => game.forward(),
      last: () => game.go(endOf(game.node)),
      promote: () => game.promote(),
      'delete-line': () => game.deleteLine(),
      'bring-back': () => game.bringBack(),
      'puzzle-link': () => this.share.copy(this.share.link({ game: game.sheet.name,
        puzzle: this.puzzles.place().puzzle }), 'The link to this puzzle', said => this.puzzles.say(said, '')),
    });
    $('comment').oninput = () => { game.node.comment = $('comment').value; game.tell('state'); };
    $('analyse').onchange = () => this.analysis.toggle($('analyse').checked);
    $('line-count').onchange = () => play.settle();
    $('move-form').onsubmit = event => {
      event.preventDefault();
      game.type($('move-text').value).then(done => { if (done) $('move-text').value = ''; },
        error => messages.fail(error.message));
    };
    for (const id of ['theme', 'board-colours', 'piece-set', 'board-size', 'auto-flip'])
      $(id).onchange = () => { this.readLook(); this.drawLook(); this.keepSettings(); };
    $('tabs').onclick = ({ target }) => { if (target.dataset.tab) this.tab(target.dataset.tab); };
    $('tabs').onkeydown = event => this.tabKey(event);
    document.addEventListener('keydown', event => this.key(event));
    addEventListener('hashchange', () => this.keeper.follow(location.hash));
  }

  /** Opens what only parts of the page know. @param {Place} place @param {boolean} push */
  async follow(place, push) {
    if (place.lesson) return this.lessons.open(place.game || '', Number(place.lesson), push, place);
    await this.puzzles.follow(place, push);
    return true;
  }

  /** The start page, or the board, as an address says it. @param {Place} place */
  async show(place) {
    const { home, screen = 'play' } = place;
    if (Boolean(home) !== this.game.state.home) await this.home.toggle(Boolean(home));
    if (!home && screen !== this.game.state.screen && document.getElementById('tab-' + screen)) this.tab(screen);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      || target.closest('dialog') || this.game.state.home) return;
    const { game } = this, board = target.closest('#board'), tabs = target.closest('[role="tablist"]'),
      scrolls = board || tabs || target.closest('#rules');
    /** @type {Record<string, () => unknown>} */
    const keys = {
      ArrowLeft: () => (scrolls ? null : game.back()), ArrowRight: () => (scrolls ? null : game.forward()),
      Home: () => game.go(game.root), End: () => game.go(endOf(game.node)), f: () => this.flip(), F: () => this.flip(),
      Escape: () => { this.learn.close(); this.view.letGo(); },
        '/': () => { this.tab('play'); $('move-text').focus(); }, '?': () => (board ? null : $('help').showModal()),
    };
    if (event.shiftKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && !board) {
      const line = beside(game.node, event.key === 'ArrowUp' ? -1 : 1);
      event.preventDefault();
      if (line) game.go(line);
    } else if (keys[event.key] && (!event.shiftKey || ['/', '?', 'F'].includes(event.key))) {
      if (['/', 'Home', 'End'].includes(event.key)) event.preventDefault();
      keys[event.key]();
    }
  }

  /** @param {KeyboardEvent} event */
  tabKey(event) {
    const tabs = [...$('tabs').children], at = tabs.indexOf(event.target),
      next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const tab = tabs[(next + tabs.length) % tabs.length];
    tab.focus();
    this.tab(tab.dataset.tab);
  }

  /** @param {string} name */
  tab(name) {
    for (const tab of $('tabs').children) {
      const chosen = tab.dataset.tab === name;
      tab.setAttribute('aria-selected', String(chosen));
      tab.setAttribute('tabindex', chosen ? '0' : '-1');
      $('panel-' + tab.dataset.tab).hidden = !chosen;
    }
    const { state } = this.game, sets = name === 'set-up', changed = state.screen !== name;
    document.body.dataset.screen = state.screen = name;
    if (changed) {
      this.analysis.clear();
      this.game.tell('light', []);
      scrollTo(0, 0);
      // One can go back from a position that is being set up.
      this.keeper.address(sets);
    }
    if (name !== 'analyse') this.review.stop();
    this.game.tell('state');
    this.editor.toggle(sets);
    if (name === 'analyse') this.explorer.show();
  }

  flip() {
    this.view.flip();
    this.game.tell('state');
  }

  draw() {
    const { game } = this, { look } = game;
    if (!look) return;
    drawMaterial(game, this.view.flipped);
    render(panelOf(game, this.play.clock), this.puzzles.shown(), this.lessons.shown(), this.review.shown());
    this.analysis.drawState();
    this.drawMoves();
    document.body.dataset.ready = game.busy || game.phase() === 'reply' ? 'no' : 'yes';
  }

  /** Draws the list soon: after the frame that shows the board, and several requests are merged. */
  drawMoves() {
    if (this.movesWanted) return;
    this.movesWanted = true;
    requestAnimationFrame(() => setTimeout(() => {
      this.movesWanted = false;
      this.drawMovesNow();
    }, 0));
  }

  drawMovesNow() {
    const { game } = this, fields = partsOfFen(game.fen).fen.split(' ');
    drawMoves(game, $('moves'), Number(fields[fields.length - 1]) || 1, fields[1]);
    drawGraph(game, $('graph'));
    $('promote').hidden = isMain(game.node);
    $('delete-line').hidden = !game.node.parent;
  }

  announce() {
    const { game, messages } = this, outcome = game.outcome(), over = outcome.result !== '*';
    if (game.lesson) {
      // The lesson says it.
      messages.say('', true);
      return;
    }
    const move = game.look.last ? `${sideName(game.look.last.side)}: ${plain(moveText(game.node))}. ` : '';
    messages.say(move + (over ? texts.over(outcome.result, outcome.reason) : texts.toMove(sideName(game.look.side))
      + '.'), true);
  }

  // ---- Settings ----

  settings() {
    return { levels: this.levels.chosen, control: this.play.control, theme: $('theme').value,
      board: $('board-colours').value, pieces: appearance.set, size: $('board-size').value,
      autoFlip: $('auto-flip').checked, sounds: this.sounds.on };
  }

  keepSettings() { this.store.choose(this.settings()); }

  /** @param {any} settings of any content */
  useSettings(settings) {
    const choose = (id, value) => { if ([...$(id).options].some(o => o.value === value)) $(id).value = value; };
    this.levels.use(settings.levels);
    choose('theme', settings.theme);
    choose('board-colours', settings.board);
    choose('piece-set', settings.pieces);
    if (Number(settings.size)) $('board-size').value = settings.size;
    $('auto-flip').checked = settings.autoFlip === true;
    this.drawSounds(settings.sounds !== false);
    this.play.control = readControl(settings.control);
    this.readLook();
  }

  readLook() {
    const { dataset } = document.documentElement, theme = $('theme').value;
    if (theme === 'auto') delete dataset.theme;
    else dataset.theme = theme;
    dataset.board = $('board-colours').value;
    document.documentElement.style.setProperty('--size', String(Number($('board-size').value) / 100));
    appearance.set = $('piece-set').value;
  }

  /** @param {boolean} on */
  drawSounds(on) {
    this.sounds.on = on;
    $('sounds').setAttribute('aria-pressed', String(on));
  }

  drawLook() {
    this.view.board.forget();
    this.view.layout();
    this.learn.forget();
    forgetMaterial();
    forgetMoves($('moves'), $('last-top'), $('last-bottom'));
    // The start page draws its pictures when it is opened.
    $('cards').replaceChildren();
    if (this.game.state.home) this.goHome(true);
    this.draw();
  }

  async playersChanged() {
    const { game } = this;
    game.state.waits = false;
    // The side that a person plays is seen from below.
    const flipped = game.players.b === 'person' && game.players.w === 'engine';
    if (this.view.flipped !== flipped && game.players.w !== game.players.b) this.view.flip();
    this.view.letGo();
    game.tell('state');
  }

  /** Two people on one device see the board from the side that moves, if they like. */
  autoFlip() {
    const { players: { w, b }, look, state, lesson, legs } = this.game;
    if (!$('auto-flip').checked || w !== 'person' || b !== 'person' || state.screen !== 'play' || state.puzzle || lesson
      || legs.length || this.game.over()) return;
    if (this.view.flipped !== (look.side === 'b')) this.view.flip();
  }

  // ---- Games ----

  /** A game has come: shows its data. @param {string} [tab] */
  arrived(tab = 'play') {
    $('main').hidden = false;
    this.tab(tab);
    this.view.layout();
    this.draw();
    if (this.game.state.home) this.goHome(false);
  }

  /** @param {boolean} at the start page, or the board */
  async goHome(at) { await this.home.toggle(at, () => this.keeper.address(true)); }

  /** @param {string} name */
  async newGame(name) {
    await this.game.start(name, null, undefined, undefined, { push: true });
    this.arrived();
  }

  /** Opens the dialog for a new game. @param {string} name @param {string} [rules] that are offered */
  askNew(name, rules = '') { this.newGames.open(name, rules, this.play.control); }

  /**
   * Begins a game as the dialog says it.
   * @param {string} name @param {Record<string, string>} players @param {string} rules
   */
  async startGame(name, players, rules) {
    const { game } = this, friends = Object.values(players).includes('friend');
    this.play.control = this.newGames.control();
    this.keepSettings();
    await game.start(name, null, undefined, undefined, { push: true, rules, ...(friends ? { players } : {}),
      arrive: () => Object.assign(game, friends ? {} : { players }) });
    await this.playersChanged();
    this.arrived();
  }

  /** A position was set up: against the engine a person plays the side that is to move. */
  async positionPlayed() {
    const { game } = this, { side } = game.look;
    if (game.players.w !== game.players.b)
      game.players = { [side]: 'person', [other(side)]: game.players[game.players.w === 'person' ? 'b' : 'w'] };
    this.tab('play');
    await this.playersChanged();
  }

  /** The lessons of a game, or its rules if it has none. @param {string} name */
  async learnGame(name) {
    if (await this.lessons.begin(name)) return;
    await this.newGame(name);
    this.tab('learn');
  }

  /** The same game once more, with changed sides if a person plays the engine. */
  async rematch() {
    const { game } = this, { w, b } = game.players;
    await game.start(game.sheet.name, game.fen, undefined, undefined, { push: true, rules: game.options,
      arrive: () => { game.players = { w: b, b: w }; } });
    await this.playersChanged();
    this.arrived();
  }

  /** Opens what the address holds, or the game that was left open, or the start page. */
  async begin() {
    const { game, keeper, store } = this;
    this.useSettings(store.settings());
    if (store.problem) this.messages.fail(`The settings could not be read: ${store.problem}. They are kept under `
      + 'the same name with “.damaged”; new ones take their place.', '', () => {}, true);
    const asked = location.hash.length > 1 && !['#board', '#home=1'].includes(location.hash),
      home = location.hash === '#home=1';
    keeper.ready = true;
    let opened = asked && await keeper.follow(location.hash);
    if (!opened) {
      const [last] = (await store.list()).filter(head => game.games.some(g => g.name === head.game));
      if (last && last.result === '*' && !asked && await keeper.tabs.take(last.id)) opened = await keeper.open(last.id);
    }
    if (!opened) {
      await game.start(game.games[0].name, null);
      this.tab('play');
    }
    if (home || !opened) {
      await this.home.toggle(true);
      keeper.address(false);
    }
  }
}

/** A browser offers to install the page if its server has put a manifest and a service worker beside it (web/sw.js). */
function prepareApp() {
  if (!document.querySelector('link[rel="manifest"]') || !('serviceWorker' in navigator)) return;
  // Without a service worker the page works as ever; it only needs its server.
  navigator.serviceWorker.register('sw.js').catch(() => {});
  // An app plays all games on its own.
  if (matchMedia('(display-mode: standalone)').matches) keepNetworks();
  addEventListener('appinstalled', keepNetworks);
}

async function main() {
  // The page is painted meanwhile.
  await isRead('games');
  const messages = new Messages(), served = document.documentElement.dataset.engine === 'served';
  /** @type {Page | null} */
  let page = null, said = '';
  /** All that talk to an engine or to the server. @type {(Client | Pool)[]} */
  const clients = [];
  /** Is one of them out of reach? @param {string} [reason] why it is since now */
  const reach = (reason = '') => {
    const offline = clients.some(client => client.away), gone = reason === STRANGER ? SERVER_TAKEN
      : `Quincunx cannot be reached (${reason}). Start it again: this page reconnects by itself. Your games are safe.`;
    const news = !offline ? '' : reason ? gone : said;
    if (news === said) return;
    messages.close(said);
    if (offline) messages.fail(news, '', () => {}, true);
    else messages.say('Quincunx is back.');
    said = news;
    if (page) page.game.set({ offline });
  };
  if (served)
    clients.push(new Client(servedWire('games'), '', { failed: reach, back: () => store.back().finally(reach) }));
  const networks = new Networks((game, reason) => messages.fail(
    `The network for ${game} could not be loaded (${reason}). Without it Quincunx plays worse.`));
  const wires = findEngine(networks);
  addEventListener('unhandledrejection', event => messages.fail(event.reason instanceof Error ? event.reason.message
    : String(event.reason)));
  const failed = (reason, again) => {
    if (clients.some(client => client.away)) reach(reason);
    else if (again) messages.fail(`The engine stopped (${reason}) and was started again. Your game is safe.`);
    else messages.fail(`The engine is not running (${reason}). Your games are safe.`);
    if (page) page.draw();
  };
  const rules = new Pool(wires.rules, RULES_MAX, { failed, back: reach, patient: true });
  clients.push(rules);
  wires.coming.catch(error => giveUp(error.message));
  const known = document.getElementById('games'), about = known ? JSON.parse(known.textContent || '')
    : rules.ask({ do: 'games' });
  const store = await Store.open(served ? clients[0] : null);
  const engine = new Pool(wires.engine, 1, { failed, back: reach });
  clients.push(engine);
  page = new Page(rules, engine, await about, store, messages);
  // For tests and curious users.
  Object.assign(window, { quincunx: page });
  await page.begin();
  // The network is loaded while a person thinks.
  const { game } = page, prepare = () => { if (!game.state.home) networks.of(game.sheet.name); };
  game.on('state', prepare);
  prepare();
  prepareApp();
  performance.mark('ready');
}

main().catch(error => giveUp(error.message));
