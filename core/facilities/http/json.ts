import { isUtf8 } from 'node:buffer';
import type { FastifyBodyParser } from 'fastify';
import { Problem } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';
import { hasTooManyValues, MOST_VALUES } from './body-values.ts';
import { withoutInexact } from './inexact-numbers.ts';
import { unreadable } from './problems.ts';
import { duplicateNames } from './duplicate-names.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
/** ASCII is UTF-8 that needs only the half of it. */
const utf8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * JSON that is exchanged is UTF-8 (RFC 8259, 8.1): read as such, what says that it is something else would become other
 * characters, or none.
 */
const inAnotherCharset = (charset: string): Problem =>
  new Problem(415, 'unsupported-charset', 'Character set not supported', {
    detail: `The body is said to be written in ${charset.slice(0, 40)}. Send JSON in UTF-8.`,
  });

const tooManyValues = (): Problem =>
  new Problem(413, 'too-many-values', 'Too large', {
    detail: `The body holds more than ${MOST_VALUES} members and items. Send less at once.`,
  });

const ambiguous = (errors: readonly Fault[]): Problem =>
  new Problem(400, 'bad-json', 'The body cannot be read', {
    detail: `The body says something twice: ${errors
      .slice(0, 3)
      .map(({ pointer }) => pointer.slice(0, 200))
      .join(', ')}. Send each member once.`,
    errors,
  });

/**
 * Reads a JSON body, as `parse` does, once its characters and numbers are known to be what their sender meant; refuses
 * one in which a name stands twice. A body of no bytes is none, whatever type it is said to have: where nothing need be
 * sent, that is nothing, and elsewhere its schema misses it.
 */
export const jsonParser =
  (parse: FastifyBodyParser<string>): FastifyBodyParser<Buffer> =>
  (request, body, done) => {
    const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && !utf8.has(charset.toLowerCase())) return done(inAnotherCharset(charset));
    if (body.length === 0) return done(null, undefined);
    // Read as text, bytes of another encoding would become the sign for what cannot be read, and be stored so.
    if (!isUtf8(body)) return done(unreadable());
    const json = body.toString();
    if (hasTooManyValues(json)) return done(tooManyValues());
    void parse(request, withoutInexact(json), (error, value) => {
      const twice = error ? [] : duplicateNames(json, value);
      if (twice.length > 0) done(ambiguous(twice));
      else done(error, value);
    });
  };
