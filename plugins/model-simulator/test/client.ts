import type { RunningModel } from '../testing.ts';

/** A streamed answer, as far as it came. */
export interface Streamed {
  readonly status: number;
  readonly type: string;
  /** Content of the deltas, in order, and what they have instead. */
  readonly pieces: readonly string[];
  readonly refused: readonly string[];
  /** Lines that are no JSON, without their `data: `. */
  readonly unreadable: readonly string[];
  readonly finish: string | null;
  /** `[DONE]` came. */
  readonly done: boolean;
  /** The connection broke before the end. */
  readonly cut: boolean;
  readonly bytes: Buffer;
}

interface Chunk {
  readonly choices: readonly [
    { readonly delta: { readonly content?: string; readonly refusal?: string }; readonly finish_reason: string | null },
  ];
}

/** Posts a request for an answer, with the right key unless another one, or none, is given. */
export const post = (
  { url, key }: Pick<RunningModel, 'url' | 'key'>,
  body: unknown,
  o: { readonly signal?: AbortSignal; readonly authorization?: string | null } = {},
): Promise<Response> => {
  const { authorization = `Bearer ${key}` } = o;
  return fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: o.signal,
  });
};

/** A request with one message. */
export const saying = (content: string, model = 'simulated', stream = false): object => ({
  model,
  stream,
  messages: [{ role: 'user', content }],
});

/** Reads a streamed answer to its end, or to where it breaks. */
export async function stream(running: RunningModel, content: string, model = 'simulated'): Promise<Streamed> {
  const response = await post(running, saying(content, model, true));
  const parts: Uint8Array[] = [];
  let cut = false;
  try {
    for await (const part of response.body ?? []) parts.push(part);
  } catch {
    cut = true;
  }
  const bytes = Buffer.concat(parts);
  const lines = bytes
    .toString('utf8')
    .split('\n\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice(6));
  const unreadable: string[] = [];
  const choices = lines
    .filter((line) => line !== '[DONE]')
    .flatMap((line) => {
      try {
        const chunk: Chunk = JSON.parse(line);
        return [chunk.choices[0]];
      } catch {
        unreadable.push(line);
        return [];
      }
    });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    pieces: choices.flatMap(({ delta }) => delta.content || []),
    refused: choices.flatMap(({ delta }) => delta.refusal || []),
    unreadable,
    finish: choices.at(-1)?.finish_reason ?? null,
    done: lines.at(-1) === '[DONE]',
    cut,
    bytes,
  };
}
