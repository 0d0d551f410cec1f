/** Characters of a text file that are shown. */
const longest = 200_000;

/** What a text file says, and whether it goes on. Old programs write Windows' own code. */
export const readText = async (bytes: Blob): Promise<{ readonly text: string; readonly isCut: boolean }> => {
  const buffer = await bytes.arrayBuffer();
  const decoded = (code: string): string => new TextDecoder(code, { fatal: true }).decode(buffer);
  const begin = new Uint8Array(buffer, 0, Math.min(2, buffer.byteLength));
  const wide =
    begin[0] === 0xff && begin[1] === 0xfe ? 'utf-16le' : begin[0] === 0xfe && begin[1] === 0xff ? 'utf-16be' : null;
  let text: string;
  try {
    text = decoded(wide ?? 'utf-8');
  } catch {
    text = new TextDecoder('windows-1252').decode(buffer);
  }
  return { text: text.slice(0, longest), isCut: text.length > longest };
};
