import { Readable } from 'node:stream';
import { respond } from '@dossier/sdk';
import type { Answer } from '@dossier/sdk';
import { attachment } from './file-names.ts';

/** The answer with the bytes of a file, as something to be saved; no browser runs anything in it. */
export const asDownload = (
  file: { readonly fileName: string; readonly contentType: string; readonly size: number },
  bytes: AsyncIterable<Uint8Array>,
): Answer<Readable> =>
  respond(Readable.from(bytes), {
    headers: {
      'content-type': file.contentType,
      'content-length': String(file.size),
      'content-disposition': attachment(file.fileName),
      // Whatever a file turns out to be, a browser neither guesses its type nor runs anything in it.
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    },
  });
