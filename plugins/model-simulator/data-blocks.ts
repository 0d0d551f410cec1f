import type { Message } from './request.ts';

/** A text that was given as data, and where it stands. */
export interface DataBlock {
  readonly place: string;
  readonly text: string;
}

const opening = /^\[data ([0-9a-f]{32}): (.+)\]$/;

/** Parts of a text: what was given as data, and everything else. A block without an end reaches to that of the text. */
function partsOf(text: string): { readonly blocks: readonly DataBlock[]; readonly rest: string } {
  const blocks: { readonly place: string; readonly lines: string[] }[] = [];
  const rest: string[] = [];
  let lines = rest;
  let end: string | null = null;
  for (const line of text.split('\n')) {
    const begins: RegExpExecArray | null = end === null ? opening.exec(line) : null;
    if (begins !== null) {
      end = `[end of data ${begins[1]}]`;
      lines = [];
      blocks.push({ place: placeOf(begins[2] ?? ''), lines });
    } else if (line === end) {
      end = null;
      lines = rest;
    } else lines.push(line);
  }
  return {
    blocks: blocks.map((block) => ({ place: block.place, text: block.lines.join('\n') })),
    rest: rest.join('\n').trim(),
  };
}

/** Data of a conversation, in its order. */
export const blocksOf = (messages: readonly Message[]): readonly DataBlock[] =>
  messages.flatMap(({ role, content }) => (role === 'user' ? partsOf(content).blocks : []));

/** The last words of the user that are no data; empty where there are none. */
export const questionOf = (messages: readonly Message[]): string =>
  messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => partsOf(content).rest)
    .findLast((rest) => rest !== '') ?? '';

function placeOf(json: string): string {
  try {
    const place: unknown = JSON.parse(json);
    return typeof place === 'string' ? place : json;
  } catch {
    return json;
  }
}
