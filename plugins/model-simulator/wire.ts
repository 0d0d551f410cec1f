import type { WireFault, Words } from './answer.ts';

/** An answer by its id, time and model. */
export interface Head {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
}

type Delta = Readonly<Partial<Record<'role' | Words['field'], string | null>>>;

/** A line of a stream, with the empty line after it. */
export const lineOf = (text: string): string => `data: ${text}\n\n`;

/** A piece of a streamed answer. JSON has halves of a letter in it escaped. */
export const chunkOf = ({ id, created, model }: Head, delta: Delta, finish: 'stop' | null = null): string =>
  JSON.stringify({
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

/** A whole answer that is not streamed. */
export const completionOf = ({ id, created, model }: Head, { pieces, field }: Words): string =>
  JSON.stringify({
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, refusal: null, [field]: pieces.join('') },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 0, completion_tokens: pieces.length, total_tokens: pieces.length },
  });

/** The list of models. */
export const modelListOf = (names: readonly string[], created: number): string =>
  JSON.stringify({
    object: 'list',
    data: names.map((id) => ({ id, object: 'model', created, owned_by: 'dossier' })),
  });

/** A fault as the body of an answer. */
export const faultBodyOf = ({ message, type, code }: WireFault): string =>
  JSON.stringify({ error: { message, type, param: null, code } });
