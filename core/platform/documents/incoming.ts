import { invalid } from '@dossier/sdk';
import type { Fault, Part } from '@dossier/sdk';
import type { IncomingFile } from './contract.ts';
import { tooLarge } from './disk-store.ts';

/** The fault of an upload without a file. */
export const noFile: Fault = { pointer: '/files', code: 'no-file', detail: 'Send at least one file.' };

/** One file in the JSON form of an upload. */
export interface JsonFile {
  readonly fileName: string;
  readonly contentBase64: string;
  readonly requirementKey?: string | null;
}

/**
 * The files of a multipart form, under any field names. A text part `requirementKey` holds for the files behind it,
 * and for those before it that none was given for. Throws every part that the form does not take, and with them that no file was sent.
 */
export async function* filesOfForm(parts: AsyncIterable<Part>): AsyncGenerator<IncomingFile> {
  let current: string | null = null;
  let last: string | null = null;
  let count = 0;
  const faults: Fault[] = [];
  for await (const part of parts) {
    if (part.kind === 'file') {
      // A form that was sent with nothing chosen carries one empty part without a name.
      const bytes = part.fileName === '' ? await filled(part.stream) : part.stream;
      if (bytes === null) continue;
      if (faults.length > 0) {
        // Refused anyhow: nothing more is kept, but a file that is there must not be called missing.
        count++;
        await drained(bytes);
        continue;
      }
      const own = current;
      yield { fileName: part.fileName, bytes, requirementKey: () => own ?? last, pointer: `/files/${count++}` };
    } else if (part.name === 'requirementKey') {
      current = part.value === '' ? null : part.value;
      last = current ?? last;
    } else {
      faults.push({ pointer: `/${part.name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`, code: 'additionalProperties', detail: 'Beside files, this form takes only the part requirementKey.' });
    }
  }
  if (faults.length > 0) throw invalid(count === 0 ? [...faults, noFile] : faults);
}

/** The files of a JSON body. Throws every fault of the base64 at once, before anything is kept. */
export async function* filesOfJson(files: readonly JsonFile[], limit: number): AsyncGenerator<IncomingFile> {
  const faults = files.flatMap((file, i) => (isBase64(file.contentBase64) ? [] : [{ pointer: `/files/${i}/contentBase64`, code: 'bad-base64', detail: 'This is not base64 (RFC 4648, section 4).' }]));
  if (faults.length > 0) throw invalid(faults);
  for (const [i, file] of files.entries()) {
    if (file.contentBase64.length > Math.ceil(limit / 3) * 4) throw tooLarge(limit);
    yield { fileName: file.fileName, bytes: once(Buffer.from(file.contentBase64, 'base64')), requirementKey: () => file.requirementKey || null, pointer: `/files/${i}` };
  }
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** All bytes of a stream, or null when there are none. */
async function filled(stream: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array> | null> {
  const rest = stream[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done) return null;
  return (async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => rest };
  })();
}

/** Reads to the end and keeps nothing. */
async function drained(stream: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of stream);
}
