import { isId, isRecord } from '@dossier/sdk';
import type { LogEntry, RecordName, Says } from '@dossier/sdk';
import type { SentencePart } from './contract.ts';
import type { Names } from './naming.ts';
import { wordsOf, worded } from './words.ts';

interface Place {
  readonly paths: readonly string[];
  /** The type of the record whose id stands there. */
  readonly type: string | null;
}
type Piece = string | Place | { readonly optional: readonly Piece[] };

const read = new Map<string, readonly Piece[]>();

/** Takes a sentence of an event type apart, once for each. */
function piecesOf(template: string): readonly Piece[] {
  const known = read.get(template);
  if (known) return known;
  const pieces = [...template.matchAll(/\[([^\]]*)\]|([^[]+)/g)].flatMap(([, optional, plain]): readonly Piece[] =>
    optional === undefined ? placesIn(plain ?? '') : [{ optional: placesIn(optional) }],
  );
  read.set(template, pieces);
  return pieces;
}

const placesIn = (text: string): readonly Piece[] =>
  [...text.matchAll(/\{([^}]*)\}|([^{]+)/g)].map(([, place, plain]) => {
    if (place === undefined) return plain ?? '';
    const [paths = '', type] = place.split(':');
    return { paths: paths.trim().split(/\s+/), type: type?.trim() ?? null };
  });

/** What stands at a path such as `payload.row.amount`. */
function at(entry: LogEntry, path: string): unknown {
  const { before, after, payload } = entry;
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), { before, after, payload });
}

const article = (kind: string): string => (/^[aeio]/i.test(kind) ? `an ${kind}` : `a ${kind}`);
/** What a record of a type is called that has no name any more. */
const unnamed = (type: string): string =>
  article(type === 'user' ? 'person' : type === 'api-key' ? 'API key' : worded(type).toLowerCase());

const text = (words: string): SentencePart => ({ text: words, is: 'text', record: null });
const record = ({ id, name, workspace }: RecordName, type: string): SentencePart => ({
  text: name,
  is: 'record',
  record: isId(id) ? { type, id, workspaceId: workspace } : null,
});

const actorText = ({ kind, name }: LogEntry['actor']): string =>
  kind === 'system' ? 'The platform' : kind === 'key' ? `The key ${name}` : name || 'Somebody';

/** The name that the entry itself has for its subject, which may be gone by now. */
function nameWithin({ before, after, payload, subject, workspace }: LogEntry): RecordName | null {
  const row = at({ before, after, payload } as LogEntry, 'payload.row.number');
  const name =
    subject.type === 'application'
      ? row
      : [after, payload, before]
          .map((side) => (isRecord(side) ? (side['name'] ?? side['title']) : null))
          .find((one) => typeof one === 'string' && one !== '');
  return typeof name === 'string' ? { id: subject.id, name, workspace } : null;
}

function partOf(entry: LogEntry, { paths, type }: Place, names: Names): SentencePart | null {
  const [first = '', second] = paths;
  if (first === 'actor') return { text: actorText(entry.actor), is: 'actor', record: null };
  if (first === 'subject') {
    const { subject } = entry;
    const known = names.of(subject.type, subject.id) ?? nameWithin(entry);
    return known ? record(known, subject.type) : null;
  }
  if (first === 'changes') {
    const titles = (names.changesOf(entry) ?? []).map(({ title }) => title.replace(/[?!.:]+$/, ''));
    return titles.length === 0 ? null : { text: listed(titles), is: 'value', record: null };
  }
  const value = at(entry, first);
  if (type !== null) {
    const known = typeof value === 'string' ? names.of(type, value) : null;
    if (known) return type === 'operation' ? { text: known.name, is: 'value', record: null } : record(known, type);
    return type === 'settings' && typeof value === 'string' ? { text: worded(value), is: 'value', record: null } : null;
  }
  if (second !== undefined) {
    const currency = at(entry, second);
    return typeof value === 'number' ? { text: money(value, currency), is: 'value', record: null } : null;
  }
  const told = wordsOf(entry, first.split('.').at(-1) ?? '', value, names);
  return told === null ? null : { text: told, is: 'value', record: null };
}

/** Titles that a sentence names; of more stands how many. */
const NAMED = 4;
const listed = (titles: readonly string[]): string =>
  titles.length <= NAMED
    ? new Intl.ListFormat('en').format(titles)
    : `${titles.slice(0, NAMED - 1).join(', ')} and ${titles.length - NAMED + 1} more`;

const money = (amount: number, currency: unknown): string =>
  new Intl.NumberFormat('en', typeof currency === 'string' ? { style: 'currency', currency } : {}).format(amount);

function told(entry: LogEntry, pieces: readonly Piece[], names: Names): readonly SentencePart[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [text(piece)];
    if (!('optional' in piece)) return [partOf(entry, piece, names) ?? text(missing(entry, piece))];
    const there = piece.optional.map((one) =>
      typeof one === 'string' ? text(one) : 'optional' in one ? null : partOf(entry, one, names),
    );
    return there.every((one) => one !== null) ? there : [];
  });
}

const missing = ({ subject }: LogEntry, { paths, type }: Place): string =>
  paths[0] === 'subject' ? unnamed(subject.type) : type === null ? 'something' : unnamed(type);

/** An entry as a sentence. Of one whose type says nothing stands its title. */
export function sentenceOf(entry: LogEntry, says: Says | undefined, names: Names): readonly SentencePart[] {
  if (says === undefined)
    return told(entry, piecesOf(`{actor}: ${entry.title.replaceAll(/[[\]{}]/g, ' ')}[ ({subject})].`), names);
  const template = typeof says === 'string' ? says : (says.is[String(at(entry, says.by))] ?? says.otherwise);
  return told(entry, piecesOf(template), names);
}

/** The same as plain text. */
export const plain = (sentence: readonly SentencePart[]): string => sentence.map((part) => part.text).join('');
