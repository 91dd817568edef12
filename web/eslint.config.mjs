// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later
import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
    rules: { 'no-var': 'error', 'prefer-const': 'error', eqeqeq: 'error', 'no-unused-vars': ['error', { argsIgnorePattern: '^_' }], 'no-restricted-properties': ['error',
      { property: 'innerHTML', message: 'Texts from outside must not become markup.' }, { property: 'outerHTML' }, { property: 'insertAdjacentHTML' }] },
  },
];
