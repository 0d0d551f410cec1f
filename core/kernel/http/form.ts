import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Problem } from '@dossier/sdk';
import type { Part, RouteSpec } from '@dossier/sdk';

/** The parts of a multipart body, as they come. Throws `bad-multipart` (400) for a body that is none or ends too early, and 413 for more than the route takes. */
export async function* partsOf(request: FastifyRequest, limits: NonNullable<RouteSpec['multipart']>): AsyncGenerator<Part> {
  const parts = request.parts({ limits: { fileSize: limits.fileSize, files: limits.files, fields: 20, parts: limits.files + 20, fieldNameSize: 200, fieldSize: 10_000, headerPairs: 50 } });
  for await (const part of readable(parts)) {
    if (part.type === 'field') yield { kind: 'field', name: part.fieldname, value: String(part.value) };
    // A part of a form that was sent with nothing chosen comes without a name, whatever the types say.
    else yield { kind: 'file', name: part.fieldname, fileName: (part.filename as string | undefined) ?? '', contentType: part.mimetype, stream: { get truncated() { return part.file.truncated; }, [Symbol.asyncIterator]: () => readable(part.file) } };
  }
}

/** What is read of a form. Its reader gives what it says of a broken body no code, and it is the sender's fault. What is done with a part meanwhile throws elsewhere. */
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
  throw new Problem(400, 'bad-multipart', 'The form cannot be read', { detail: 'The body is not valid multipart/form-data, or ends too early. Check its boundary and its end.', cause: error });
}
