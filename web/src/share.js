// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Games and positions coming in and going out: PGN, FEN, links, a friend's moves, pictures. */
import { plain } from './pieces.js';
import { addressOf, linkIn } from './address.js';
import { gifOf } from './gif.js';
import { pictureOf, pixelsOf } from './picture.js';
import { partsOfFen, rulesInWords } from './rules.js';
import { commentOf, endedOf, endOf, lineTo, listOfTree, movesTo, treeOfList } from './tree.js';
import { $, count, download, listen, make, other, Part, texts } from './util.js';

/** The maximum of a request, with room for JSON's overhead. */
const FILE_MAX = 40;
const SHOWN_MAX = 100, FAULTS_SHOWN = 3;
/** Pictures: pixels of the longer side; hundredths of a second that one of a GIF is shown. */
const PNG_SIZE = 1200, GIF_SIZE = 480, GIF_DELAY = 100, GIF_LAST = 400;

/**
 * A game as PGN.
 * @param {Pool} rules the engines
 * @param {{game: string, rules: string, fen: string, root: Ply, tags: Record<string, string> | null, white: string,
 *   black: string}} what
 * @returns {Promise<string>}
 */
export async function pgnOf(rules, { game, rules: options, fen, root, tags, white, black }) {
  const ended = endedOf(root), result = ended ? ended.result : (tags && tags.result) || '*';
  const answer = await rules.ask({ do: 'pgn_write', game, rules: options, fen, tree: listOfTree(root),
    comment: commentOf(root) || undefined,
    tags: { white, black, event: 'Quincunx game', ...(tags || {}), result }, reason: ended
      && ended.reason ? ended.reason.replace(/[{}\n\r]/g, '') : undefined });
  return answer.pgn;
}

/**
 * Does something with the first name that can be done; the error is that of the first.
 * @param {string[]} names @param {(name: string) => Promise<void>} act
 */
async function first(names, act) {
  let why = null;
  for (const name of names) {
    try {
      return await act(name);
    } catch (error) {
      why = why || error;
    }
  }
  throw why;
}

/** A canvas as a PNG. @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
function blobOf(canvas) {
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('This browser could not draw the picture.'))));
  });
}

/** A game of a file as a line of a list. @param {PgnEntry} entry of the answer to "pgn_list" */
function lineOf({ tags, variant }) {
  const known = value => (value && !/^[?.*]+$/.test(value) ? value : '');
  const names = [known(tags.white), known(tags.black)].filter(Boolean).join(' – ') || 'unknown players';
  return [names, known(tags.result), known(variant), known(tags.event), known(tags.date)].filter(Boolean).join(' · ');
}

export class Share extends Part {
  constructor(page) {
    super(page);
    const { game, messages } = this;
    /**
     * The file whose games are listed: its bytes, and where the games are.
     * @type {{bytes: Uint8Array, list: PgnEntry[], lines: string[], name: string} | null}
     */
    this.file = null;
    listen(messages, {
      'pgn-out': async () => { $('pgn').value = await this.pgn(); messages.say('The game is in the field as PGN.'); },
      'pgn-save': async () => download(game.sheet.name + '.pgn', await this.pgn(), 'application/x-chess-pgn'),
      link: () => this.copy(this.link(this.page.keeper.gamePlace()), this.base() ? 'The link'
        : 'The link, which any Quincunx page opens (after its address, or pasted on its start page),'),
      'mail-copy': () => this.mail(),
      'mail-send': () => this.mail(),
      'fen-copy': () => this.copy(game.look.fen, 'The FEN'),
      'svg-save': () => download(game.sheet.name + '.svg', this.picture().text, 'image/svg+xml'),
      'png-save': async () => download(game.sheet.name + '.png', await blobOf(await pixelsOf(this.picture(), PNG_SIZE)),
        'image/png'),
      'gif-save': () => this.saveGif(),
      'pgn-list-close': () => this.closeList(),
    });
    for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form.paste'))) {
      const field = /** @type {HTMLTextAreaElement} */ (form.querySelector('textarea'));
      form.onsubmit = event => {
        event.preventDefault();
        this.take(field.value).then(() => { if (field.rows === 1) field.value = ''; },
          error => messages.fail(`That could not be read: ${error.message}`));
      };
      if (field.rows === 1)
        field.onkeydown = event => { if (event.key === 'Enter' && !event.shiftKey) { event.preventDefault();
          form.requestSubmit(); } };
    }
    game.on('state', () => this.drawTags());
    $('tags').oninput = ({ target: { name, value } }) => {
      game.tags = { ...game.tags, [name]: value };
      game.tell('state');
    };
    $('pgn-search').oninput = () => this.drawList();
    $('pgn-file').onchange = async () => {
      const [file] = $('pgn-file').files;
      if (file) await this.readFile(file);
      $('pgn-file').value = '';
    };
  }

  /** @param {string} text @param {string} what @param {(said: string) => unknown} [say] */
  async copy(text, what, say = said => this.messages.say(said)) {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} is on the clipboard.`);
    } catch {
      // Texts that cannot be copied are shown.
      if (!$('pgn').checkVisibility()) return this.messages.fail(text);
      $('pgn').value = text;
      $('pgn').select();
      this.messages.say(`${what} is in the field below: copy it from there.`);
    }
  }

  pgn() {
    const { sheet, options, fen, root, tags } = this.game;
    return pgnOf(this.game.rules, { game: sheet.name, rules: options, fen, root, tags, ...this.page.names() });
  }

  drawTags() {
    const { game, page } = this, known = { ...page.names(), ...game.tags };
    for (const input of $('tags').querySelectorAll('input'))
      if (input !== document.activeElement && input.value !== (known[input.name] || ''))
        input.value = known[input.name] || '';
  }

  // ---- Pictures ----

  picture() {
    const { board } = this.page.view;
    return pictureOf(board, this.game.look, board.marks, board.drawings);
  }

  async saveGif() {
    const { game, messages } = this, { board } = this.page.view, frames = [], moves = movesTo(endOf(game.root)),
      request = game.request(game.root);
    for (let i = 0; i <= moves.length; ++i) {
      messages.say(`Drawing ${i} of ${moves.length}…`);
      const look = await game.rules.ask({ do: 'position', ...request, moves: moves.slice(0, i) });
      const classes = Object.fromEntries((look.last ? look.last.legs : []).flatMap(leg => Object.keys(leg.changes))
        .map(square => [square, 'last']));
      const canvas = await pixelsOf(pictureOf(board, look, { classes }), GIF_SIZE);
      frames.push(/** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width,
        canvas.height));
    }
    download(game.sheet.name + '.gif', gifOf(frames, i => (i === moves.length ? GIF_LAST : GIF_DELAY)), 'image/gif');
    messages.say('GIF saved.');
  }

  // ---- Links ----

  /**
   * The address of a page that others can open, '' if none is known. A page of this machine is none, and its address
   * may hold its key.
   */
  base() {
    return /^https?:/.test(location.protocol) && document.documentElement.dataset.engine !== 'served'
      ? location.href.split('#')[0] : '';
  }

  /** @param {Place} place */
  link(place) { return this.base() + addressOf(place); }

  /** Gives the text that brings a friend the game so far; the friend is to move. */
  async mail() {
    const { game, page } = this, last = endOf(game.root);
    if (game.node !== last || game.legs.length) await game.go(last);
    if (!game.over()) {
      const { side } = game.look, me = side === 'w' ? 'b' : 'w';
      game.lend({ players: { [side]: 'friend', [me]: 'person' }, flipped: game.flipped });
      page.playersChanged();
    }
    const link = this.link({ ...page.keeper.gamePlace(), moves: movesTo(last).join(' '), mail: '1' });
    const title = game.sheet.title + (game.options ? ` (${rulesInWords(game.sheet, game.options)})` : ''),
      move = last.parent ? `, move ${lineTo(last).length}: ${last.san ? plain(last.san) : last.move}` : '';
    await this.copy(`${title}${move}\nOpen this link, or paste the text on the start page of Quincunx:\n${link}`,
      'The text for your friend');
  }

  // ---- Reading ----

  /** Opens what a person has pasted: a link, the friend's move, a FEN, a PGN, moves alone. @param {string} text */
  async take(text) {
    const { game } = this, hash = linkIn(text), names = [game.sheet.name, ...game.games.map(g => g.name)
      .filter(name => name !== game.sheet.name)];
    if (hash) await this.page.keeper.follow(hash, true);
    else if (!await this.friendMoved(text)) {
      if (/^\s*[^[\s]\S*\/\S*\s+[wb]\b/.test(text)) await first(names, name => this.setUp(name, text));
      // Moves alone are of the game on the board, or of one in which they can be played.
      else if (!/^\s*\[/m.test(text) && /\S/.test(text)) await first(names, name => this.openMoves(name, text));
      else await this.readText(text, 'the field');
    }
  }

  /** @param {string} name of a game @param {string} text its moves alone, all of which can be played */
  async openMoves(name, text) {
    const pgn = `[Variant "${name}"]\n\n${text}`, { problem } = await this.game.rules.ask({ do: 'pgn_read', pgn });
    if (problem) throw new Error(problem);
    await this.open(pgn);
  }

  /** Plays a move that a friend wrote without a link; false if it is none. @param {string} text */
  async friendMoved(text) {
    const { game } = this, last = endOf(game.root), legs = text.replace(/^[^:\n]*:|^\s*\d+\.+|[.!?]+\s*$/g, '').trim();
    if (game.players[last.parent ? other(last.side) : game.look.side] !== 'friend' || !legs || last.ended) return false;
    const look = await game.rules.ask({ do: 'position', ...game.request(last), legs }).catch(() => null);
    if (!look || !['complete', 'extensible'].includes(look.status)) return false;
    return await game.go(last) && game.commit(look.played);
  }

  /**
   * Begins a game with a FEN. One that names no rules is for those on the board.
   * @param {string} name @param {string} text
   */
  async setUp(name, text) {
    const { game } = this, { fen, rules } = partsOfFen(text);
    await game.start(name, fen, undefined, undefined, { push: true, rules: rules
      ?? (name === game.sheet.name ? game.options : '') });
    this.page.arrived();
    this.messages.say(texts.setUp);
  }

  /** @param {File} file */
  async readFile(file) {
    if (!file) return;
    try {
      if (file.size > FILE_MAX * 1e6) throw new Error(`the file is too big: more than ${FILE_MAX} MB.`);
      await this.readText(await file.text(), file.name);
    } catch (error) {
      this.messages.fail(`That could not be read: ${error.message}`);
    }
  }

  /**
   * Opens the game that a text has, or lists its games.
   * @param {string} text @param {string} name where it comes from
   */
  async readText(text, name) {
    // Files of other encodings have NUL, which no text needs.
    text = text.replaceAll('\0', ' ');
    const { list, fault_count: found } = await this.game.rules.ask({ do: 'pgn_list', pgn: text });
    if (list.length < 2) {
      this.closeList();
      await this.open(text);
      return;
    }
    this.file = { bytes: new TextEncoder().encode(text), list, lines: list.map(lineOf), name };
    $('pgn-search').value = '';
    this.messages.say(found ? `${count(found, 'thing')} left out or read as something else.` : '');
    if (this.game.state.home) this.page.goHome(false);
    this.page.tab('share');
    this.drawList();
    $('pgn-list').hidden = false;
    $('pgn-search').focus();
  }

  closeList() {
    this.file = null;
    $('pgn-list').hidden = true;
    $('pgn-games').replaceChildren();
  }

  /** The games that match what is searched for. */
  drawList() {
    const { file } = this;
    if (!file) return;
    const words = $('pgn-search').value.toLowerCase().split(/\s+/).filter(Boolean), found = [];
    let all = 0;
    file.lines.forEach((line, i) => {
      const low = line.toLowerCase();
      if (words.every(word => low.includes(word)) && ++all <= SHOWN_MAX) found.push(i);
    });
    $('pgn-list-title').textContent = `${count(file.list.length, 'game')} in ${file.name}`;
    $('pgn-games').replaceChildren(...found.map(i => make('li', {}, make('button',
      { type: 'button', class: 'file-game', text: `${i + 1}. ${file.lines[i]}`,
      onclick: () => this.choose(i) }))));
    $('pgn-shown').textContent = all > found.length ? `${found.length} of ${all} shown. Search to see others.`
      : all ? '' : texts.noMatch;
  }

  /** @param {number} i which game of the file */
  async choose(i) {
    const file = /** @type {NonNullable<typeof this.file>} */ (this.file), { start, length } = file.list[i];
    try {
      // Lines are counted from where the game begins.
      await this.open(new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes.subarray(start,
        start + length)).trimStart());
    } catch (error) {
      this.messages.fail(`That could not be read: ${error.message}`);
    }
  }

  /** Puts the one game of a text on the board, to be looked at. @param {string} text */
  async open(text) {
    const { game, messages } = this, { list: [entry = {}] } = await game.rules.ask({ do: 'pgn_list', pgn: text }),
      answer = await game.rules.ask({ do: 'pgn_read', pgn: text, game: entry.game, rules: entry.rules });
    if (!answer.moves.length && (answer.problem || !/^\s*\[/m.test(text)))
      throw new Error(answer.problem || 'there is no game in it.');
    const root = treeOfList(answer), last = endOf(root), { result } = answer.tags;
    const end = await game.rules.ask({ do: 'position', game: answer.game, rules: answer.rules, fen: answer.fen,
      moves: movesTo(last) });
    if (last.comment && last.comment === end.reason) delete last.comment;
    if (result !== '*' && !answer.problem && end.result === '*') {
      last.ended = { result, reason: last.comment || '' };
      delete last.comment;
    }
    const arrive = () => { game.tags = answer.tags; };
    await game.start(answer.game, answer.fen, root, root, { push: true, arrive, rules: answer.rules,
      players: { w: 'person', b: 'person' } });
    this.page.arrived('analyse');
    messages.say(last.parent ? `${texts.movesCount(lineTo(last).length)} read.` : 'A position without moves was read.');
    const left = [answer.problem ? `Read up to the first illegal move: ${answer.problem}` : '', ...answer.faults
      .slice(0, FAULTS_SHOWN).map(({ line, what }) => `Line ${line}: ${what}.`),
      answer.fault_count > FAULTS_SHOWN ? `And ${answer.fault_count - FAULTS_SHOWN} more.` : ''].filter(Boolean);
    if (left.length) messages.fail(left.join(' '));
  }
}
