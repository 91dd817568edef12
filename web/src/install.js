// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Installing the page as an app, where it is served with the files for that (web/manifest.webmanifest, web/sw.js). */
import { keepNetworks } from './networks.js';
import { $ } from './util.js';

/**
 * The page can be installed only if its server has put a link to the manifest into it: a page from the disk has none.
 */
export function offerInstall() {
  if (!document.querySelector('link[rel="manifest"]') || !('serviceWorker' in navigator)) return;
  // Without a service worker the page works as ever; it only needs its server.
  navigator.serviceWorker.register('sw.js').catch(() => {});
  // An app plays all games on its own.
  if (matchMedia('(display-mode: standalone)').matches) keepNetworks();
  addEventListener('appinstalled', keepNetworks);
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault();
    const offer = /** @type {Event & {prompt: () => Promise<void>}} */ (event), button = $('install');
    button.hidden = false;
    button.onclick = async () => {
      button.hidden = true;
      await offer.prompt();
    };
  });
}
