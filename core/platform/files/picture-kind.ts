export interface Picture {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * What kind of picture the bytes are and how large it is, as its own header tells; what the sender declares is not
 * asked. Undefined for anything else, for a picture that is cut off, and for one with something behind its end: a file
 * that is two things at once.
 */
export const pictureOf = (bytes: Buffer): Picture | undefined => png(bytes) ?? jpeg(bytes) ?? webp(bytes);

/**
 * W3C Portable Network Graphics, sections 5.2 (signature), 5.3 (chunks) and 11.2.1 (IHDR): the chunks lead from the
 * first to IEND, and nothing follows.
 */
function png(bytes: Buffer): Picture | undefined {
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n' || bytes.length < 33 || chunkName(bytes, 8) !== 'IHDR')
    return undefined;
  let at = 8;
  while (at + 12 <= bytes.length) {
    const name = chunkName(bytes, at);
    at += 12 + bytes.readUInt32BE(at);
    if (name === 'IEND')
      return at === bytes.length
        ? { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
        : undefined;
  }
  return undefined;
}

const chunkName = (bytes: Buffer, at: number): string => bytes.toString('latin1', at + 4, at + 8);

/** ITU-T T.81, annex B: marker segments up to the frame header (any SOF), and the mark of the end at the end. */
function jpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9)
    return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { contentType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    // Before the frame stand tables and remarks only, each with its length.
    else if (marker < 0xc0 || marker === 0xda || marker === 0xd9) return undefined;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/**
 * RFC 9649, sections 2.3 to 2.7: one RIFF container as long as the file; its first chunk tells the size of the canvas.
 */
function webp(bytes: Buffer): Picture | undefined {
  if (
    bytes.length < 30 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WEBP' ||
    bytes.readUInt32LE(4) + 8 !== bytes.length
  )
    return undefined;
  const contentType = 'image/webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { contentType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8 ':
      return bytes.readUIntBE(23, 3) === 0x9d012a
        ? { contentType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
        : undefined;
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return bytes[20] === 0x2f
        ? { contentType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
        : undefined;
    }
    default:
      return undefined;
  }
}
