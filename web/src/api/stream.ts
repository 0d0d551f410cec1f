import { asked, exchange, jsonOf, unreachable } from './http.ts';

/** Whole lines of a text that arrives in pieces; the last may be without its end. */
async function* linesOf(bytes: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let isOver = false; !isOver;) {
    const { done, value } = await bytes.read();
    isOver = done;
    const [...lines] = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    yield* lines.filter((line) => line.trim() !== '');
  }
}

/**
 * Asks for an answer that comes as lines of JSON, and gives each as soon as it is whole. A lost session leads to
 * sign-in; leaving the loop ends the request.
 */
export async function* stream<Line>(
  method: 'POST',
  path: string,
  body: unknown,
  o: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<Line, void, undefined> {
  const left = new AbortController();
  const signal = AbortSignal.any([left.signal, ...(o.signal ? [o.signal] : [])]);
  const options = { signal, headers: { accept: 'application/jsonl, application/json' } };
  try {
    const { bytes } = await exchange(path, () =>
      asked(method, path, body, options, async (response) => ({
        status: response.status,
        json: response.ok ? undefined : await jsonOf(response),
        bytes: response.ok ? (response.body?.getReader() ?? null) : null,
      })),
    );
    const lines = bytes === null ? null : linesOf(bytes);
    for (;;) {
      // Errors of who reads a line are none of the connection's faults, so that it is not caught here.
      const line = await read<Line>(lines, signal);
      if (line === null) return;
      yield line.value;
    }
  } finally {
    left.abort();
  }
}

/** The next line; null at the end. Half a line is left where a connection breaks. */
async function read<Line>(
  lines: AsyncGenerator<string> | null,
  signal: AbortSignal,
): Promise<{ readonly value: Line } | null> {
  try {
    const next = await lines?.next();
    return next === undefined || next.done === true ? null : { value: JSON.parse(next.value) };
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(error);
  }
}
