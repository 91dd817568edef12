// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** The start page: a card for each game, and the library. */
import { miniature } from './board.js';
import { chosenVersion, readRules, rulesInWords, versionOf } from './rules.js';
import { pgnOf } from './share.js';
import { unpackTree } from './tree.js';
import { $, chip, count, download, make, Part, texts } from './util.js';

const STEP = 24;

/** The first sentence of the rules after their heading. @param {string} rules */
function sentenceOf(rules) { return (/^.*?[.!?](?= |$)/.exec(rules.split('\n').slice(1).join(' ')) || [''])[0]; }

export class Home extends Part {
  constructor(page) {
    super(page);
    const { messages } = this;
    this.limit = STEP;
    /** @type {Head[]} */
    this.heads = [];
    /** The number of damaged games that was told. */
    this.told = 0;
    $('library-search').oninput = () => { this.limit = STEP; this.drawList(); };
    $('library-more').onclick = () => { this.limit += STEP; this.drawList(); };
    $('library-export').onclick = () => this.exportAll().catch(error => messages.fail(error.message));
    $('home-back').onclick = () => this.page.goHome(false);
  }

  /** Is there anything on the board to go back to? */
  begun() {
    const { keeper, game: { lesson, state } } = this.page;
    return keeper.worth() || lesson || state.puzzle || state.editing;
  }

  /** @param {boolean} at @param {() => void} [changed] told before it is drawn */
  async toggle(at, changed = () => {}) {
    this.game.state.home = at;
    changed();
    $('home').hidden = !at;
    $('home-back').hidden = !this.begun();
    $('main').hidden = at;
    document.body.classList.toggle('at-home', at);
    if (!at) this.page.view.layout();
    scrollTo(0, 0);
    if (!at) return;
    if (!$('cards').children.length) this.drawCards();
    this.page.lessons.drawCards();
    await this.refresh();
  }

  async refresh() {
    await this.page.keeper.saveNow();
    this.heads = await this.store.list();
    const { damaged } = this.store;
    if (damaged !== this.told && damaged)
      this.messages.fail(`${count(damaged, 'saved game')} cannot be read. It stays as it is; the others are here.`);
    this.told = damaged;
    this.limit = Math.max(this.limit, STEP);
    this.drawList();
  }

  drawCards() {
    const { games } = this.game;
    $('cards').replaceChildren(...games.filter(({ name }) => !versionOf(games, name)).map(sheet => this.card(sheet)));
  }

  /** The card of a game, or of its version that was chosen. @param {Sheet} base */
  card(base) {
    const sheet = chosenVersion(this.game.games, base, this.store.settings()),
      { name, title, boards, brief, length, scene } = sheet, picture = make('div', { class: 'card-picture' });
    this.game.rules.ask({ do: 'position', game: name, moves: scene })
      .then(look => picture.replaceChildren(miniature(sheet, look.board, { stacked: false })), () => {});
    const { choices = [], other: another = '' } = base.rule_options.find(each => each.other) || {},
      card = make('article', { class: boards > 1 ? 'card two' : 'card', 'aria-label': title }, picture),
      puzzles = make('button', { type: 'button', 'data-puzzles': name, text: 'Puzzles', hidden: true,
        'aria-label': `Puzzles of ${title}`,
        onclick: () => this.page.puzzles.next(name).catch(error => this.messages.fail(error.message)) });
    this.page.puzzles.list(name).then(list => { puzzles.hidden = !list.length; }, () => {});
    const versions = another ? make('div', { class: 'chips versions', role: 'radiogroup',
        'aria-label': `Version of ${base.title}` }, ...choices.map((choice, i) => {
      const other = i === choices.length - 1 ? another : base.name;
      return chip('version-' + base.name, other, choice, other === name, () => {
        this.store.chooseFor('versions', base.name, other);
        const next = this.card(base);
        card.replaceWith(next);
        next.querySelector(':checked').focus();
        this.page.lessons.drawCards();
      });
    })) : '';
    card.append(make('div', { class: 'card-text' }, make('h3', { text: base.title }), versions,
      make('p', { text: brief.split('\n')[0] || sentenceOf(sheet.rules) }),
      make('p', { class: 'faint', text: length ? `About ${length} moves` : '' }),
      make('div', { class: 'row' }, make('button', { type: 'button', class: 'main', 'data-play': name, text: 'Play',
        'aria-label': texts.playGame(title), onclick: () => this.page.askNew(name) }),
        make('button', { type: 'button', 'data-learn': name, text: 'Learn',
          'aria-label': `Learn ${title} in three minutes`, onclick: () => this.page.learnGame(name) }), puzzles)));
    return card;
  }

  /** @param {Head} head */
  title(head) {
    const sheet = this.game.games.find(g => g.name === head.game);
    return sheet ? sheet.title : head.game;
  }

  /** @param {Head} head */
  rules(head) {
    const sheet = this.game.games.find(g => g.name === head.game);
    return sheet ? rulesInWords(sheet, readRules(head.rules)) : '';
  }

  /** The searched text. @param {Head} head */
  words(head) {
    return [this.title(head), this.rules(head), head.white, head.black, head.result === '*' ? texts.unfinished
      : texts.over(head.result, head.reason), this.date(head)].join(' ').toLowerCase();
  }

  /** @param {Head} head */
  date(head) { return new Date(head.changed).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }); }

  drawList() {
    const wanted = $('library-search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.heads.filter(head => this.game.games.some(g => g.name === head.game)
      && wanted.every(word => this.words(head).includes(word)));
    $('library-list').replaceChildren(...found.slice(0, this.limit).map(head => this.item(head)));
    const left = found.length - this.limit;
    $('library-more').hidden = left <= 0;
    $('library-more').textContent = `Show ${Math.min(STEP, left)} more`;
    $('library-none').textContent = found.length ? '' : this.heads.length ? texts.noMatch
      : 'No games yet. Your games are saved here.';
    $('library-tools').hidden = !this.heads.length;
    const open = this.heads.find(head => head.result === '*' && this.game.games.some(g => g.name === head.game));
    $('continue').hidden = !open || wanted.length > 0;
    if (open)
      $('continue').replaceChildren(make('button', { type: 'button', class: 'main big',
        onclick: () => this.open(open.id) },
      `Continue: ${this.title(open)}, ${texts.movesCount(open.plies)}`));
  }

  /** @param {Head} head */
  item(head) {
    const sheet = /** @type {Sheet} */ (this.game.games.find(g => g.name === head.game)),
      title = `${this.title(head)}: ${head.white} – ${head.black}`;
    const rules = this.rules(head), facts = [...(rules ? [rules] : []), texts.movesCount(head.plies),
      head.result === '*' ? texts.unfinished : texts.over(head.result, head.reason)].join(' · ');
    return make('li', { class: 'kept', 'data-id': head.id },
      make('button', { type: 'button', class: 'kept-open', onclick: () => this.open(head.id) },
        miniature(sheet, head.pieces),
        make('span', { class: 'kept-text' }, make('strong', { text: this.title(head) }),
          make('span', { text: `${head.white} – ${head.black}` }), make('span', { text: facts }),
          make('span', { class: 'faint', text: this.date(head) }))),
      make('button', { type: 'button', class: 'kept-remove',
        'aria-label': `Delete: ${title}, ${this.date(head)}`, title: 'Delete', text: '✕',
        onclick: () => this.remove(head) }));
  }

  /** @param {string} id */
  async open(id) { if (await this.page.keeper.open(id, false, true) && this.game.state.home) this.page.goHome(false); }

  /** Deletes a game, which can be undone. @param {Head} head */
  async remove(head) {
    const entry = await this.page.keeper.remove(head.id);
    await this.refresh();
    if (entry) this.messages.fail(`${this.title(head)} was deleted.`, 'Undo', async () => {
      await this.store.put(entry, entry.head.rev - 1);
      if (this.game.state.home) await this.refresh();
    });
  }

  async exportAll() {
    const out = [];
    let lost = 0;
    for (const [i, { id }] of this.heads.entries()) {
      if (i % 20 === 0) $('library-none').textContent = `Writing game ${i + 1} of ${this.heads.length}…`;
      try {
        const entry = await this.store.get(id);
        if (!entry) continue;
        const { data, head } = entry;
        out.push(await pgnOf(this.game.rules, { game: data.game, rules: readRules(data.rules), fen: data.fen,
          root: unpackTree(data.tree), tags: data.tags, white: head.white, black: head.black }));
      } catch {
        ++lost;
      }
    }
    $('library-none').textContent = '';
    if (out.length) download('quincunx.pgn', out.join('\n'), 'application/x-chess-pgn');
    $('library-none').textContent = `${count(out.length, 'game')} saved as PGN.`;
    if (lost) this.messages.fail(`${count(lost, 'game')} could not be written as PGN.`);
  }
}
