// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Installing the page as an app, where it is served with the files for that (web/manifest.webmanifest, web/sw.js). */
import { keepNetworks } from './networks.js';

/** A browser offers that if its server has put a link to the manifest into the page: a page from the disk has none. */
export function offerInstall() {
  if (!document.querySelector('link[rel="manifest"]') || !('serviceWorker' in navigator)) return;
  // Without a service worker the page works as ever; it only needs its server.
  navigator.serviceWorker.register('sw.js').catch(() => {});
  // An app plays all games on its own.
  if (matchMedia('(display-mode: standalone)').matches) keepNetworks();
  addEventListener('appinstalled', keepNetworks);
}
