/** Tables of a font that substitute and move glyphs. */
const shaping = new Set(['GSUB', 'GPOS', 'GDEF']);
const entry = 16;
const start = 12;

/**
 * A TrueType font that says nothing of kerning and ligatures: those tables are taken out of its directory (OpenType,
 * Table Directory), and a layout with it is done when each letter has its glyph. `font` is left as it is.
 */
export function unshaped(font: Buffer): Buffer {
  const copy = Buffer.from(font);
  const count = font.readUInt16BE(4);
  const kept = Array.from({ length: count }, (_, at) =>
    font.subarray(start + at * entry, start + (at + 1) * entry),
  ).filter((one) => !shaping.has(one.toString('latin1', 0, 4)));
  kept.forEach((one, at) => copy.set(one, start + at * entry));
  // Another check sum: pdfkit takes fonts with one name and one sum for one font.
  const head = kept.find((one) => one.toString('latin1', 0, 4) === 'head')?.readUInt32BE(8);
  if (head !== undefined) copy.writeUInt32BE((font.readUInt32BE(head + 8) ^ 1) >>> 0, head + 8);
  copy.writeUInt16BE(kept.length, 4);
  return copy;
}
