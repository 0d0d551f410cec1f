import { crc32, deflateSync } from 'node:zlib';

/**
 * A PNG without an alpha channel (ISO/IEC 15948), which pdfkit puts into the document as it is; with one it takes the
 * picture apart in JavaScript. `pixels` are RGBA and opaque, row by row.
 */
export function opaquePng(pixels: Uint8Array, width: number, height: number): Buffer {
  const stride = width * 3 + 1;
  const lines = Buffer.alloc(stride * height);
  for (let y = 0, from = 0; y < height; y++) {
    // The first byte of a line names its filter; 0 is none, the best for even areas.
    for (let x = 0, to = y * stride + 1; x < width; x++, from += 4, to += 3) {
      lines[to] = pixels[from] ?? 0;
      lines[to + 1] = pixels[from + 1] ?? 0;
      lines[to + 2] = pixels[from + 2] ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
