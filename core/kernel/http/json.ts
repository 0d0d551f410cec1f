import { isUtf8 } from 'node:buffer';
import type { FastifyBodyParser } from 'fastify';
import { Problem } from '@dossier/sdk';
import { withoutInexact } from './inexact.ts';
import { unreadable } from './problems.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
/** ASCII is UTF-8 that needs only the half of it. */
const utf8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** JSON that is exchanged is UTF-8 (RFC 8259, 8.1): read as such, what says that it is something else would become other characters, or none. */
const inAnotherCharset = (charset: string): Problem =>
  new Problem(415, 'unsupported-charset', 'Character set not supported', { detail: `The body is said to be written in ${charset.slice(0, 40)}. Send JSON in UTF-8.` });

/** Reads a JSON body, as `parse` does, once its characters and numbers are known to be what their sender meant. */
export const jsonParser = (parse: FastifyBodyParser<string>): FastifyBodyParser<Buffer> => (request, body, done) => {
  const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !utf8.has(charset.toLowerCase())) return done(inAnotherCharset(charset));
  // Read as text, bytes of another encoding would become the sign for what cannot be read, and be stored so.
  if (!isUtf8(body)) return done(unreadable());
  void parse(request, withoutInexact(body.toString()), done);
};
