// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Makes the display match the functions of the state. */
import { $ } from './util.js';

/** @param {...Record<string, Shown>} panels by ids */
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
