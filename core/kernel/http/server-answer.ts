import { ServerResponse } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';

type Fields = OutgoingHttpHeaders | OutgoingHttpHeader[];

declare module 'node:http' {
  interface ServerResponse {
    /** Writes the head of an answer; of Node, from its first versions on, but not documented. */
    _storeHeader(firstLine: string, fields?: Fields): void;
  }
}

if (typeof ServerResponse.prototype._storeHeader !== 'function') throw new Error(`Node ${process.version} writes answers in another way, and they would lack the fields that protect them.`);

/** The fields that every answer of a server has unless it says otherwise. Names in lower case, as Fastify hands over its own; names and values as they may be written, for nobody checks them. */
export interface UsualFields {
  readonly fields: Readonly<Record<string, string>>;
  /** The connection ends with the answer. */
  last: boolean;
}

/**
 * What Node answers with, and lines of the head that are known to be good. Node looks at each field that it is given for characters that may not be there, and
 * Fastify before it: of fields that never change, and of numbers, that costs as much as all that a gate does (five hundredths of a request).
 */
export class ServerAnswer<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  /** Null for whoever writes the whole answer himself. */
  declare usual: UsualFields & { readonly lines: string } | null;
  /** Lines of this answer, beside the usual ones, each with its end. */
  declare own: string;

  override _storeHeader(firstLine: string, fields?: Fields): void {
    const { usual } = this;
    if (usual === null || Array.isArray(fields)) return super._storeHeader(firstLine, fields);
    if (usual.last) this.shouldKeepAlive = false;
    super._storeHeader(firstLine + linesBeside(fields, usual) + this.own, fields);
  }
}

function linesBeside(fields: OutgoingHttpHeaders | undefined, { fields: usual, lines }: { readonly fields: Readonly<Record<string, string>>; readonly lines: string }): string {
  for (const name in fields) if (name in usual) return linesOf(Object.entries(usual).filter(([other]) => !(other in fields)));
  return lines;
}

const linesOf = (fields: readonly (readonly [string, string])[]): string => fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');

/** The answers of one server. What they have in common is of the class, and it has no private members: so an answer costs no more to make than one of Node's. */
export function answersWith(usual: UsualFields): typeof ServerAnswer {
  class Answer<R extends IncomingMessage> extends ServerAnswer<R> {}
  Answer.prototype.usual = Object.assign(usual, { lines: linesOf(Object.entries(usual.fields)) });
  Answer.prototype.own = '';
  return Answer;
}
