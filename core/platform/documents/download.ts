import { Readable } from 'node:stream';
import { respond } from '@dossier/sdk';
import type { Documents } from './contract.ts';
import { attachment } from './file-names.ts';

export const asDownload: Documents['asDownload'] = (file, bytes) =>
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
