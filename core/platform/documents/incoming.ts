import { setImmediate as pause } from 'node:timers/promises';
import { invalid, pointerTo } from '@dossier/sdk';
import type { Fault, Part } from '@dossier/sdk';
import { tooLarge } from '../files/contract.ts';
import type { IncomingFile } from './contract.ts';
import { isRefusal, refusals } from './refusals.ts';

/** The fault of an upload without a file. */
export const noFile: Fault = { pointer: '/files', code: 'no-file', detail: 'Send at least one file.' };

/** One file in the JSON form of an upload. */
export interface JsonFile {
  readonly fileName: string;
  readonly contentBase64: string;
  readonly requirementKey?: string | null;
  readonly audience?: string | null;
  readonly replaces?: string | null;
}

/**
 * The files of a multipart form, under any field names. The text parts `requirementKey` and `audience` hold for the
 * files behind them, and for those before them that none was given for; `replaces` for the file behind it, or the last
 * one. Throws at its end every part that the form does
 * not take, what of it was too many, and with them that no file was sent.
 */
export async function* filesOfForm(parts: AsyncIterable<Part>): AsyncGenerator<IncomingFile> {
  const said = { requirementKey: laterToo(), audience: laterToo(), replaces: ofOne() };
  let count = 0;
  const faults: Fault[] = [];
  const refused = refusals();
  try {
    for await (const part of parts) {
      if (part.kind === 'file') {
        // A form that was sent with nothing chosen carries one empty part without a name.
        const bytes = part.fileName === '' ? await filled(part.stream) : part.stream;
        if (bytes === null) continue;
        yield {
          fileName: part.fileName,
          bytes,
          requirementKey: said.requirementKey.ofFile(),
          audience: said.audience.ofFile(),
          replaces: said.replaces.ofFile(),
          pointer: `/files/${count++}`,
        };
      } else if (part.name === 'requirementKey' || part.name === 'audience' || part.name === 'replaces') {
        said[part.name].say(part.value);
      } else {
        faults.push({
          pointer: pointerTo(part.name.slice(0, 100)),
          code: 'additionalProperties',
          detail: 'In addition to files, this form takes only the parts requirementKey, audience and replaces.',
        });
      }
    }
  } catch (error) {
    refused.note(error, '/files');
  }
  refused.refuse((faults.length > 0 || refused.any) && count === 0 ? [...faults, noFile] : faults);
}

/** A text that is said once or anew before some files; empty: none. */
function laterToo() {
  let current: string | null = null;
  let last: string | null = null;
  return {
    say(text: string): void {
      current = text === '' ? null : text;
      last = current ?? last;
    },
    ofFile(): () => string | null {
      const own = current;
      return () => own ?? last;
    },
  };
}

/** A text that is said before the file that it is for, or behind the last one; empty: none. */
function ofOne() {
  let waiting: string | null = null;
  let files = 0;
  return {
    say(text: string): void {
      waiting = text === '' ? null : text;
    },
    ofFile(): () => string | null {
      const own = waiting;
      waiting = null;
      const place = ++files;
      return () => own ?? (place === files ? waiting : null);
    },
  };
}

/**
 * The files of a JSON body. One that is no base64, or too large, says so when it is read. Where nothing is there is no
 * file.
 */
export async function* filesOfJson(
  files: readonly (JsonFile | undefined)[],
  limit: number,
): AsyncGenerator<IncomingFile> {
  for (const [i, file] of files.entries()) {
    if (file)
      yield {
        fileName: file.fileName,
        bytes: decoded(file.contentBase64, limit, `/files/${i}/contentBase64`),
        requirementKey: () => file.requirementKey || null,
        audience: () => file.audience || null,
        replaces: () => file.replaces || null,
        pointer: `/files/${i}`,
      };
  }
}

/** Characters that are decoded at a time, a multiple of four: other requests have their turn between two pieces. */
const piece = 262_144;

/** The bytes of a file in base64. Throws `too-large` (413), and `bad-base64` (422) at the pointer. */
export async function* decoded(text: string, limit: number, pointer: string): AsyncGenerator<Uint8Array> {
  if (text.length > Math.ceil(limit / 3) * 4) throw tooLarge(limit);
  for (let at = 0; at < text.length; at += piece) {
    const part = text.slice(at, at + piece);
    const isLast = at + piece >= text.length;
    if (part.length % 4 !== 0 || !(isLast ? /^[A-Za-z0-9+/]*={0,2}$/ : /^[A-Za-z0-9+/]*$/).test(part)) {
      throw invalid([{ pointer, code: 'bad-base64', detail: 'This is not base64 (RFC 4648, section 4).' }]);
    }
    if (at > 0) await pause();
    yield Buffer.from(part, 'base64');
  }
}

/** All bytes of a stream, or null when there are none. */
async function filled(stream: IncomingFile['bytes']): Promise<IncomingFile['bytes'] | null> {
  const rest = stream[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return null;
  const all = (async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => rest };
  })();
  // Settled when the last byte has come.
  return {
    get truncated() {
      return stream.truncated ?? false;
    },
    [Symbol.asyncIterator]: () => all,
  };
}

/**
 * Gives the bytes to `work`, and reads what it left of them: the next file of a form comes behind the last byte of this
 * one. Not when there will be no looking at the next one.
 */
export async function toTheEnd<T>(
  bytes: IncomingFile['bytes'],
  work: (bytes: IncomingFile['bytes']) => Promise<T>,
): Promise<T> {
  const reader = bytes[Symbol.asyncIterator]();
  // Without a way to end it early.
  const held = {
    get truncated() {
      return bytes.truncated ?? false;
    },
    [Symbol.asyncIterator]: () => ({ next: () => reader.next() }),
  };
  const done = await work(held).catch(async (error: unknown) => {
    if (isRefusal(error)) await drained(held);
    throw error;
  });
  await drained(held);
  return done;
}

/** Reads to the end and keeps nothing. */
export async function drained(stream: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of stream);
}
