// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/**
 * The parts of the engine in a page, compressed: its code, and a network for each game. A page from the disk contains
 * all of them; a site sends them on demand, once for all builds of the engine.
 */

/** The files beside the page, by name (web/build.py). @type {Record<string, string>} */
const beside = JSON.parse(document.querySelector('meta[name="beside"]')?.getAttribute('content') || '{}');

/** Is there a part of this name? @param {string} name */
export function hasPart(name) { return name in beside || Boolean(document.getElementById('part-' + name)); }

/** @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function fetchPart(name) {
  const answer = await fetch(beside[name]);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {string} name */
function readPart(name) {
  const binary = atob((document.getElementById('part-' + name)?.textContent || '').trim()),
    bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Parts that are not needed at once come after the script. */
export async function pageRead() {
  if (document.readyState === 'loading')
    await new Promise(resolve => document.addEventListener('DOMContentLoaded', resolve));
}

/** A part, unpacked. @param {string} name */
async function partOf(name) {
  const bytes = name in beside ? await fetchPart(name) : readPart(name),
    type = { headers: { 'Content-Type': 'application/wasm' } };
  // Some servers say that it is compressed, and the browser has unpacked it.
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new Response(packed ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')) : bytes, type);
}

/** An engine, compiled as it is unpacked. @param {string} name */
export function engineOf(name) { return WebAssembly.compileStreaming(partOf(name)); }

/** Has a site's networks kept for when it is out of reach, as a service worker keeps what is fetched. */
export function keepNetworks() {
  for (const [name, address] of Object.entries(beside)) if (name.startsWith('network-')) fetch(address).catch(() => {});
}

export class Networks {
  /** @param {(game: string, reason: string) => void} failed */
  constructor(failed) {
    this.failed = failed;
    /** @type {Map<string, Promise<ArrayBuffer | null>>} */
    this.known = new Map();
  }

  /** The network of a game; null if there is none, or it cannot be loaded. @param {string} game */
  of(game) {
    const known = this.known.get(game), name = 'network-' + game;
    if (known) return known;
    const coming = pageRead().then(() => (hasPart(name) ? partOf(name).then(part => part.arrayBuffer()) : null))
      .catch(error => this.lost(game, error.message));
    this.known.set(game, coming);
    return coming;
  }

  /** A failed load is tried again. @param {string} game @param {string} reason */
  lost(game, reason) {
    this.known.delete(game);
    this.failed(game, reason);
    return null;
  }
}
