import { deflateSync, crc32 } from 'node:zlib';

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A whole PNG of one grey, which every reader opens. */
export function png(width: number, height: number, shade = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc(Math.min(height, 64) * (width + 1), shade);
  // Each row begins with its filter: none.
  for (let at = 0; at < rows.length; at += width + 1) rows[at] = 0;
  const pixels = deflateSync(rows);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The frame of a JPEG: its beginning, a remark, tables, the frame header and its end. No reader could draw it. */
export function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 7, 0x4a, 0x46, 0x49, 0x46, 0, 0xff, 0xff, 0xc4, 0, 3, 0]),
    frame,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** The container of a WebP with one chunk, which tells the size of the picture. */
export function webp(kind: 'VP8X' | 'VP8 ' | 'VP8L', width: number, height: number): Buffer {
  const data = Buffer.alloc(10);
  if (kind === 'VP8X') {
    data.writeUIntLE(width - 1, 4, 3);
    data.writeUIntLE(height - 1, 7, 3);
  } else if (kind === 'VP8 ') {
    data.writeUIntBE(0x9d012a, 3, 3);
    data.writeUInt16LE(width, 6);
    data.writeUInt16LE(height, 8);
  } else {
    data[0] = 0x2f;
    data.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 1);
  }
  const frame = Buffer.alloc(20);
  frame.write('RIFF', 0);
  frame.writeUInt32LE(22, 4);
  frame.write(`WEBP${kind}`, 8);
  frame.writeUInt32LE(data.length, 16);
  return Buffer.concat([frame, data]);
}
