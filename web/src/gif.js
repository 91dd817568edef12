// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/** Moving pictures as GIF 89a: one table of colours, whole frames. */

const COLOURS = 256, CODES = 4096;

/** Like colours count as one: five bits a channel. @param {Uint8ClampedArray} rgba @param {number} at */
function keyOf(rgba, at) { return rgba[at] >> 3 << 10 | rgba[at + 1] >> 3 << 5 | rgba[at + 2] >> 3; }

/** The colours that some frames have most of. @param {Uint8ClampedArray[]} frames @returns {number[][]} */
function paletteOf(frames) {
  /** @type {Map<number, {count: number, colour: number[]}>} */
  const known = new Map();
  for (const rgba of frames)
    for (let at = 0; at < rgba.length; at += 4) {
      const key = keyOf(rgba, at), found = known.get(key);
      if (found) ++found.count;
      else known.set(key, { count: 1, colour: [rgba[at], rgba[at + 1], rgba[at + 2]] });
    }
  const best = [...known.values()].sort((a, b) => b.count - a.count).slice(0, COLOURS).map(({ colour }) => colour);
  while (best.length < COLOURS) best.push([0, 0, 0]);
  return best;
}

/** Bytes with whole numbers of little end first. */
class Bytes {
  constructor() {
    /** @type {number[]} */
    this.bytes = [];
  }

  /** @param {...number} values */
  byte(...values) { for (const value of values) this.bytes.push(value & 255); }
  /** @param {...number} values */
  word(...values) { for (const value of values) this.byte(value, value >> 8); }
  /** @param {string} text */
  text(text) { for (const letter of text) this.byte(letter.charCodeAt(0)); }
}

/** Colour numbers by Lempel, Ziv and Welch, in blocks. @param {Bytes} out @param {Uint8Array} pixels */
function compress(out, pixels) {
  const clear = COLOURS, end = COLOURS + 1;
  /** @type {Map<number, number>} */
  let table = new Map();
  let next = end + 1, bits = 9, held = 0, count = 0;
  /** @type {number[]} */
  let block = [];
  const flush = () => {
    if (block.length) out.byte(block.length, ...block);
    block = [];
  };
  const write = code => {
    held |= code << count;
    count += bits;
    for (; count >= 8; count -= 8, held >>>= 8) {
      block.push(held & 255);
      if (block.length === 255) flush();
    }
  };
  out.byte(8);
  write(clear);
  let prefix = pixels[0];
  for (let i = 1; i < pixels.length; ++i) {
    const pixel = pixels[i], key = prefix << 8 | pixel, known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    prefix = pixel;
    if (next < CODES) {
      if (next === 1 << bits) ++bits;
      table.set(key, next++);
    } else {
      write(clear);
      table = new Map();
      next = end + 1;
      bits = 9;
    }
  }
  write(prefix);
  write(end);
  bits = 8;
  if (count) write(0);
  flush();
  out.byte(0);
}

/**
 * Frames of one size, shown one after the other for ever.
 * @param {ImageData[]} frames @param {(i: number) => number} delay of a frame in hundredths of a second
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function gifOf(frames, delay) {
  const [{ width, height }] = frames, out = new Bytes(), palette = paletteOf([frames[0].data,
    frames[frames.length - 1].data]);
  /** @type {Map<number, number>} */
  const nearest = new Map();
  const indexOf = (rgba, at) => {
    const key = keyOf(rgba, at);
    let index = nearest.get(key) ?? -1;
    if (index < 0) {
      const far = palette.map(colour => (colour[0] - rgba[at]) ** 2 + (colour[1] - rgba[at + 1]) ** 2
        + (colour[2] - rgba[at + 2]) ** 2);
      index = far.indexOf(Math.min(...far));
      nearest.set(key, index);
    }
    return index;
  };
  out.text('GIF89a');
  out.word(width, height);
  out.byte(0xf7, 0, 0);
  for (const colour of palette) out.byte(...colour);
  out.byte(0x21, 0xff, 11);
  out.text('NETSCAPE2.0');
  out.byte(3, 1, 0, 0, 0);
  frames.forEach(({ data }, i) => {
    const pixels = new Uint8Array(width * height);
    for (let p = 0; p < pixels.length; ++p) pixels[p] = indexOf(data, 4 * p);
    out.byte(0x21, 0xf9, 4, 4);
    out.word(delay(i));
    out.byte(0, 0, 0x2c);
    out.word(0, 0, width, height);
    out.byte(0);
    compress(out, pixels);
  });
  out.byte(0x3b);
  return new Uint8Array(out.bytes);
}
