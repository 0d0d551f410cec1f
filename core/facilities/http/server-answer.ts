import { IncomingMessage, ServerResponse } from 'node:http';
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';

type Fields = OutgoingHttpHeaders | readonly OutgoingHttpHeader[];

/** Node's own, by which every answer gets its head: from its first versions on, but not documented. */
const storeHeader: (this: ServerResponse, firstLine: string, fields?: Fields) => void = Reflect.get(
  ServerResponse.prototype,
  '_storeHeader',
);

/** The fields that every answer of a server has unless it says otherwise. */
export interface UsualFields {
  readonly fields: Readonly<Record<string, string>>;
  /** The same as they are written. */
  readonly lines: string;
  /** Connections end with the answer that is under way on them. */
  last: boolean;
}

const linesOf = (fields: readonly (readonly [string, string])[]): string =>
  fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');

/** Names in lower case, as Fastify hands over its own; nobody checks names and values before they are written. */
export const usualFields = (fields: Readonly<Record<string, string>>): UsualFields => ({
  fields,
  lines: linesOf(Object.entries(fields)),
  last: false,
});

/**
 * What Node answers with, and lines of its head that are known to be good. Node looks through each field that it is
 * handed for characters that may not be there, after Fastify has put its name in lower case: of fields that never
 * change, and of numbers, that costs about as much as a gate does.
 */
export class ServerAnswer<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  declare usual: UsualFields;
  /** Set by whoever writes the whole answer himself: it gets no lines but his. */
  declare foreign: boolean;
  /**
   * Lines of this answer beside the usual ones, each with its end, of names that nobody else gives it. Nobody checks
   * them.
   */
  declare own: string;

  _storeHeader(firstLine: string, fields?: Fields): void {
    if (this.usual.last) this.shouldKeepAlive = false;
    storeHeader.call(this, this.foreign ? firstLine : firstLine + linesBeside(fields, this.usual) + this.own, fields);
  }
}
// Of the class, as the usual fields of a server are, and without private members: so an answer costs no more to make
// than one of Node's.
Object.assign(ServerAnswer.prototype, { usual: usualFields({}), foreign: false, own: '' });

/** The answers of one server. */
export function answersWith(usual: UsualFields): typeof ServerAnswer {
  class Answer<R extends IncomingMessage> extends ServerAnswer<R> {}
  Answer.prototype.usual = usual;
  return Answer;
}

function linesBeside(fields: Fields | undefined, { fields: usual, lines }: UsualFields): string {
  if (Array.isArray(fields))
    return linesExcept(
      fields
        .flat()
        .filter((_, i) => i % 2 === 0)
        .map((name) => String(name).toLowerCase()),
      usual,
    );
  for (const name in fields) if (name in usual) return linesExcept(Object.keys(fields), usual);
  return lines;
}

const linesExcept = (names: readonly string[], usual: UsualFields['fields']): string =>
  linesOf(Object.entries(usual).filter(([name]) => !names.includes(name)));

/** Notes whether Node comes by. */
class Probe extends ServerResponse {
  asked = false;
  _storeHeader(): void {
    this.asked = true;
  }
}
const probe = new Probe(new IncomingMessage(new Socket()));
probe.writeHead(204);
if (!probe.asked)
  throw new Error(
    `Node ${process.version} writes the head of an answer in another way, and without the fields that protect it. Use Node 24.`,
  );
