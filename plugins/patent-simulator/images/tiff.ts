/** A scan: the picture encoded as Group 4, and its size in pixels. */
export interface Scan {
  readonly width: number;
  readonly height: number;
  readonly g4: Buffer;
}
/** Pixels for a centimetre: 200 for an inch. */
const resolution = 79;

const short = 3;
const long = 4;
const rational = 5;

/** A big-endian TIFF with its picture in one strip, as the service has them. */
export function tiff({ width, height, g4 }: Scan): Buffer {
  const head = 8;
  const entries = 14;
  const directory = head + g4.length + (g4.length % 2);
  const beyond = directory + 2 + entries * 12 + 4;
  const fields: readonly (readonly [tag: number, type: number, value: number])[] = [
    [254, long, 0],
    [256, long, width],
    [257, long, height],
    [258, short, 1],
    [259, short, 4],
    [262, short, 0],
    [266, short, 1],
    [273, long, head],
    [277, short, 1],
    [278, long, height],
    [279, long, g4.length],
    [282, rational, beyond],
    [283, rational, beyond],
    [296, short, 3],
  ];
  const file = Buffer.alloc(beyond + 8);
  file.write('MM', 0, 'latin1');
  file.writeUInt16BE(42, 2);
  file.writeUInt32BE(directory, 4);
  g4.copy(file, head);
  file.writeUInt16BE(fields.length, directory);
  for (const [i, [tag, type, value]] of fields.entries()) {
    const at = directory + 2 + i * 12;
    file.writeUInt16BE(tag, at);
    file.writeUInt16BE(type, at + 2);
    file.writeUInt32BE(1, at + 4);
    if (type === short) file.writeUInt16BE(value, at + 8);
    else file.writeUInt32BE(value, at + 8);
  }
  file.writeUInt32BE(resolution, beyond);
  file.writeUInt32BE(1, beyond + 4);
  return file;
}
