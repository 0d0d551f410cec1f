import '@fastify/multipart';
import type { IncomingMessage } from 'node:http';
import { errorCodes } from 'fastify';
import type { FastifyRequest } from 'fastify';
import { errorCode, Problem } from '@dossier/sdk';
import type { Fault, Part, RouteSpec } from '@dossier/sdk';

type Limits = NonNullable<RouteSpec['multipart']>;

/** Text parts of one form. */
const TEXTS = 20;
/** Bytes around the files of a form: its texts, and the heads of its parts. */
const AROUND = 1 << 20;

/**
 * The parts of a multipart body, as they come. Throws `bad-multipart` (400) for a body that is none or ends too early,
 * `too-large` (413) as soon as it is larger than all that the route takes, and, when all parts have been given that it
 * does take, 413 with a fault for each number that was exceeded as far as was read.
 */
export async function* partsOf(request: FastifyRequest, limits: Limits): AsyncGenerator<Part> {
  const most = limits.files * limits.fileSize + AROUND;
  if (Number(request.headers['content-length']) > most) throw tooLarge();
  const parts = request.parts({
    limits: {
      fileSize: limits.fileSize,
      parts: limits.files + TEXTS,
      fieldNameSize: 200,
      fieldSize: 10_000,
      headerPairs: 50,
    },
    // Some senders give a file its type and no name, and some a text its type.
    isPartAFile: (name, contentType, fileName) =>
      fileName !== undefined ||
      (!Object.hasOwn(limits.texts ?? {}, name ?? '') && !/^text\/plain\b/i.test(contentType ?? 'text/plain')),
  });
  const unbound = bound(request.raw, most);
  const exceeded = new Set<Exceeded>();
  let [files, texts] = [0, 0];
  try {
    for await (const part of readable(parts)) {
      if (part.type === 'field') {
        if (++texts > TEXTS) exceeded.add('too-many-fields');
        else yield { kind: 'field', name: part.fieldname, value: String(part.value) };
      } else if (++files > limits.files) {
        exceeded.add('too-many-files');
        for await (const _rest of readable(part.file));
      } else {
        // A part of a form that was sent with nothing chosen comes without a name, whatever the types say.
        yield {
          kind: 'file',
          name: part.fieldname,
          fileName: (part.filename as string | undefined) ?? '',
          contentType: part.mimetype,
          stream: {
            get truncated() {
              return part.file.truncated;
            },
            [Symbol.asyncIterator]: () => readable(part.file),
          },
        };
      }
    }
  } catch (error) {
    // Here its reader stops: it takes no more parts than files and texts together.
    if (!isPartsLimit(error)) throw error;
    if (exceeded.size === 0) exceeded.add('too-many-parts');
  } finally {
    unbound();
  }
  if (exceeded.size > 0) throw tooMany([...exceeded], limits);
}

type Exceeded = 'too-many-files' | 'too-many-fields' | 'too-many-parts';

function tooMany(exceeded: readonly Exceeded[], { files }: Limits): Problem {
  const faults: Readonly<Record<Exceeded, Fault>> = {
    'too-many-files': {
      pointer: '/files',
      code: 'too-many-files',
      detail:
        files === 1
          ? 'Send one file at a time.'
          : `Send at most ${files} files at once, and the others in further requests.`,
    },
    'too-many-fields': {
      pointer: '',
      code: 'too-many-fields',
      detail: `A form has at most ${TEXTS} texts in addition to its files. Leave out the others.`,
    },
    'too-many-parts': {
      pointer: '',
      code: 'too-many-parts',
      detail: `This form has at most ${files + TEXTS} parts. Leave out the others.`,
    },
  };
  const errors = exceeded.map((code) => faults[code]);
  return new Problem(413, exceeded.length === 1 ? exceeded[0]! : 'too-many-parts', 'Too much at once', {
    detail: errors.map(({ detail }) => detail).join(' '),
    errors,
  });
}

const isPartsLimit = (error: unknown): boolean => errorCode(error) === 'FST_PARTS_LIMIT';
const tooLarge = (): Error => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();

/**
 * Ends the reading of a body that is larger than any form that the route takes: a part without an end would be read for
 * ever. Returns how to end the watching.
 */
function bound(raw: IncomingMessage, most: number): () => void {
  let read = 0;
  const count = (bytes: Uint8Array): void => {
    read += bytes.length;
    if (read <= most) return;
    raw.off('data', count);
    // An error of its source is what ends the reader of forms, and the part that it is in.
    raw.emit('error', tooLarge());
  };
  raw.on('data', count);
  return () => void raw.off('data', count);
}

/**
 * What is read of a form. Its reader gives what it says of a broken body no code, and it is the sender's fault. What is
 * done with a part meanwhile throws elsewhere.
 */
async function* readable<T>(source: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const reader = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await reader.next().catch(refused);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await reader.return?.();
  }
}

/** Who sent the form broke off. */
const gone: ReadonlySet<unknown> = new Set(['FST_MP_PREMATURE_CLOSE', 'ECONNRESET']);

function refused(error: unknown): never {
  if (error instanceof Error && 'code' in error && !gone.has(error.code)) throw error;
  throw new Problem(400, 'bad-multipart', 'The form cannot be read', {
    detail: 'The body is not valid multipart/form-data, or ends too early. Check its boundary and its end.',
    cause: error,
  });
}
