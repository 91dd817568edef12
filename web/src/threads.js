// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** How many threads search: what is possible here, and what was chosen. */
import { hasPart } from './networks.js';
import { texts } from './texts.js';
import { $, make } from './util.js';

/** The maximum, by the memory of an engine in the page, and the default there. */
const MAX = 16, USUAL = 4;

/** A native engine behind a server (web/serve.py)? */
function served() { return document.documentElement.dataset.engine === 'served'; }

/** How many threads can search here: more than one only behind a server, or where the page may share memory. */
function possible() {
  const processors = navigator.hardwareConcurrency || 1;
  if (served()) return processors;
  return window.crossOriginIsolated && hasPart('threads') ? Math.min(processors, MAX) : 1;
}

export class Threads {
  /** @param {() => void} changed */
  constructor(changed) {
    this.most = possible();
    /** 0: automatic. */
    this.chosen = 0;
    $('threads-row').hidden = this.most < 2;
    $('threads').replaceChildren(make('option', { value: 0, text: texts.threadsAuto(this.count()) }),
      ...Array.from({ length: this.most }, (_, i) => make('option', { value: i + 1, text: i + 1 })));
    $('threads').onchange = () => { this.use(Number($('threads').value)); changed(); };
  }

  /** @param {any} value of any content */
  use(value) {
    this.chosen = Number.isInteger(value) && value >= 0 && value <= this.most ? value : 0;
    $('threads').value = this.chosen;
  }

  /** Unless chosen: a server uses all processors, a page leaves one free. */
  count() {
    if (this.chosen) return this.chosen;
    return served() ? this.most : Math.min(USUAL, Math.max(1, this.most - 1));
  }
}
