import { endBits, horizontalBits, passBits, runBits, verticalBits } from './g4-codes.ts';

/** Rows of whole bytes, the leftmost pixel in the highest bit; a set bit is ink. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
}

/** The picture as CCITT Group 4 (ITU-T T.6), which OPS has all scans in. */
export function encodeG4({ width, height, bits }: Bitmap): Buffer {
  const out = new BitWriter();
  const stride = Math.ceil(width / 8);
  let above: readonly number[] = [];
  for (let row = 0; row < height; row += 1) {
    const here = changes(bits.subarray(row * stride, (row + 1) * stride), width);
    encodeRow(out, here, above, width);
    above = here;
  }
  out.write(endBits);
  return out.done();
}

/** Where the colour changes in a row, which begins white. */
function changes(row: Uint8Array, width: number): number[] {
  const found: number[] = [];
  let black = false;
  for (const [i, byte] of row.entries()) {
    if (byte === (black ? 0xff : 0)) continue;
    for (let bit = 0; bit < 8 && i * 8 + bit < width; bit += 1)
      if (((byte >> (7 - bit)) & 1) !== (black ? 1 : 0)) {
        found.push(i * 8 + bit);
        black = !black;
      }
  }
  return found;
}

function encodeRow(out: BitWriter, here: readonly number[], above: readonly number[], width: number): void {
  let at = -1;
  let black = false;
  let next = 0;
  let over = 0;
  while (at < width) {
    const a1 = here[next] ?? width;
    // The first change above that lies to the right and goes the same way; a step back, since the colour turns.
    over = Math.max(0, over - 2);
    while (over < above.length && ((above[over] ?? width) <= at || over % 2 !== (black ? 1 : 0))) over += 1;
    const b1 = above[over] ?? width;
    const b2 = above[over + 1] ?? width;
    const shift = a1 - b1;
    if (b2 < a1) {
      out.write(passBits);
      at = b2;
    } else if (Math.abs(shift) <= 3) {
      out.write(verticalBits[shift + 3] ?? '');
      at = a1;
      black = !black;
      next += 1;
    } else {
      const a2 = here[next + 1] ?? width;
      out.write(horizontalBits + runBits(a1 - Math.max(0, at), black) + runBits(a2 - a1, !black));
      at = a2;
      next += 2;
    }
  }
}

class BitWriter {
  #bytes = new Uint8Array(16_384);
  #length = 0;
  write(bits: string): void {
    if ((this.#length + bits.length) / 8 + 1 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    for (const bit of bits) {
      const byte = this.#length >> 3;
      if (bit === '1') this.#bytes[byte] = (this.#bytes[byte] ?? 0) | (0x80 >> (this.#length & 7));
      this.#length += 1;
    }
  }
  done(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, Math.ceil(this.#length / 8)));
  }
}
