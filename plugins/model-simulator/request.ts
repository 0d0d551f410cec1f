import type { IncomingMessage } from 'node:http';
import { shapeOf, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';

const Asked = Type.Object({
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(Type.Object({ role: Type.String(), content: Type.String() }), { minItems: 1 }),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
});
/** A request for an answer, as far as the simulator reads it. */
export type Asked = Static<typeof Asked>;
/** A message of a conversation. */
export type Message = Asked['messages'][number];

/** Shape of a request for an answer. */
export const asked = shapeOf(Asked);

const mostBytes = 2 * 1024 * 1024;

/**
 * The body of a request as text; null when it is larger than 2 MiB. Such a body is read to its end all the same, up to
 * a bound, as a client that still sends may not hear an answer.
 */
export async function bodyOf(request: IncomingMessage): Promise<string | null> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array) || (size += chunk.length) > 16 * mostBytes) throw new Error('Too large.');
    if (size > mostBytes) chunks = [];
    else chunks.push(chunk);
  }
  return size > mostBytes ? null : Buffer.concat(chunks).toString('utf8');
}

/** JSON of a text; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
