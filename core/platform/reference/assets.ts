import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file as it is served. */
export interface Asset {
  readonly type: 'text/javascript' | 'text/css';
  readonly bytes: Buffer;
}

/** Addresses of what the pages load, each naming the content of its file; `files` by the last part of the address. */
export interface Assets {
  readonly style: string;
  readonly script: string;
  readonly viewer: string;
  readonly files: ReadonlyMap<string, Asset>;
}

const own = (name: string): string => join(import.meta.dirname, 'browser', name);

let read: Promise<Assets> | undefined;

/** Read at the first request, and kept. */
export const assets = (): Promise<Assets> => (read ??= readAll());

async function readAll(): Promise<Assets> {
  const files = new Map<string, Asset>();
  const add = (name: string, type: Asset['type'], bytes: Buffer): string => {
    const [stem, ending] = name.split('.');
    const known = `${stem}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.${ending}`;
    files.set(known, { type, bytes });
    return `/docs/assets/${known}`;
  };
  const [theme, style, drawn, script, viewer] = await Promise.all(
    [
      // The colours of the product stand there and nowhere else.
      fileURLToPath(import.meta.resolve('@dossier/web/theme.css')),
      own('reference.css'),
      own('viewer.css'),
      own('reference.js'),
      // Swagger UI as the Fastify team packs it, without its source maps and other builds. It wears our style sheet.
      join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static', 'swagger-ui-bundle.js'),
    ].map((path) => readFile(path)),
  );
  return {
    style: add('reference.css', 'text/css', Buffer.concat([theme!, style!, drawn!])),
    script: add('reference.js', 'text/javascript', script!),
    viewer: add('viewer.js', 'text/javascript', viewer!),
    files,
  };
}
