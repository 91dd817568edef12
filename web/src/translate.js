// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Another language in the page as it came: its texts, labels, titles and placeholders. */

const ATTRIBUTES = ['aria-label', 'title', 'placeholder'], CODE = 'script, style, template, svg.symbols, #rules *';

/**
 * @param {Element} root
 * @param {(text: string) => string} word what takes the place of a text, spaces around it apart
 */
export function translate(root, word) {
  const change = text => text.replace(/\S(?:[^]*\S)?/, found => word(found.replace(/\s+/g, ' ')));
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = /** @type {Text} */ (node);
    if (text.parentElement && !text.parentElement.closest(CODE) && text.data.trim()) text.data = change(text.data);
  }
  for (const element of root.querySelectorAll(ATTRIBUTES.map(name => `[${name}]`).join()))
    for (const name of ATTRIBUTES)
      if (element.hasAttribute(name) && !element.closest(CODE))
        element.setAttribute(name, change(element.getAttribute(name) || ''));
}
