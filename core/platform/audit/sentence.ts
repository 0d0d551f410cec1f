import { isId, isRecord, sentencePieces } from '@dossier/sdk';
import type { Described, LogEntry, Says, SentencePiece, SentencePlace } from '@dossier/sdk';
import type { SentencePart } from './contract.ts';
import type { Names } from './naming.ts';
import { wordsOf, worded } from './words.ts';

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
const record = ({ id, title, workspace, path }: Described, type: string): SentencePart => ({
  text: title,
  is: 'record',
  record: isId(id) ? { type, id, workspaceId: workspace, path } : null,
});

/** The words within a sentence; a name stands everywhere as it is. */
const actorText = ({ kind, name }: LogEntry['actor']): { readonly text: string; readonly isName: boolean } =>
  kind === 'system'
    ? { text: 'the platform', isName: false }
    : kind === 'key'
      ? { text: `the key ${name}`, isName: false }
      : name === ''
        ? { text: 'somebody', isName: false }
        : { text: name, isName: true };

/** The name that the entry itself has for its subject, which may be gone by now. */
function nameWithin({ before, after, payload, subject, workspace }: LogEntry): Described | null {
  const row = at({ before, after, payload } as LogEntry, 'payload.row.number');
  const name =
    subject.type === 'application'
      ? row
      : [after, payload, before]
          .map((side) => (isRecord(side) ? (side['name'] ?? side['title']) : null))
          .find((one) => typeof one === 'string' && one !== '');
  return typeof name === 'string' ? { id: subject.id, title: name, workspace, path: null } : null;
}

/**
 * The manner of a sentence: `subject` stands for the name of the record, where it is read at that record. What names
 * the record in brackets is left out there.
 */
export interface Manner {
  readonly subject?: string;
}

function partOf(
  entry: LogEntry,
  { paths, type }: SentencePlace,
  names: Names,
  isFirst: boolean,
  manner: Manner,
): SentencePart | null {
  const [first = '', second] = paths;
  const value = at(entry, first);
  if (first === 'actor') {
    const { text: who, isName } = actorText(entry.actor);
    return { text: isFirst && !isName ? capitalized(who) : who, is: 'actor', record: null };
  }
  if (first === 'subject') {
    if (manner.subject !== undefined) return text(isFirst ? capitalized(manner.subject) : manner.subject);
    const { subject } = entry;
    const known = names.of(subject.type, subject.id) ?? nameWithin(entry);
    return known ? record(known, subject.type) : null;
  }
  if (first === 'changes') {
    const titles = (names.changesOf(entry) ?? []).map(({ title }) => title.replace(/[?!.:]+$/, ''));
    return titles.length === 0 ? null : { text: listed(titles), is: 'value', record: null };
  }
  if (type === 'member') {
    const title = typeof value === 'string' ? names.memberOf(entry, value) : null;
    return title === null ? null : { text: title, is: 'value', record: null };
  }
  if (type !== null) {
    const known = typeof value === 'string' ? names.of(type, value) : null;
    if (known) return type === 'operation' ? { text: known.title, is: 'value', record: null } : record(known, type);
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

function told(
  entry: LogEntry,
  pieces: readonly SentencePiece[],
  names: Names,
  manner: Manner,
  isFirst = true,
): readonly SentencePart[] {
  return pieces.flatMap((piece, i) => {
    const first = isFirst && i === 0;
    if (typeof piece === 'string') return [text(piece)];
    if (!('optional' in piece))
      return [partOf(entry, piece, names, first, manner) ?? text(missing(entry, piece, first))];
    const there = piece.optional.map((one, at) =>
      typeof one === 'string'
        ? text(one)
        : 'optional' in one || isLeftOut(one, manner)
          ? null
          : partOf(entry, one, names, first && at === 0, manner),
    );
    return there.every((one) => one !== null) ? there : [];
  });
}

const isLeftOut = ({ paths }: SentencePlace, manner: Manner): boolean =>
  manner.subject !== undefined && paths[0] === 'subject';

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const missing = ({ subject }: LogEntry, { paths, type }: SentencePlace, isFirst: boolean): string => {
  const words =
    paths[0] === 'subject' ? unnamed(subject.type) : type === null || type === 'member' ? 'something' : unnamed(type);
  return isFirst ? capitalized(words) : words;
};

const templateOf = (entry: LogEntry, says: Says | undefined): string =>
  says === undefined
    ? `{actor}: ${entry.title.replaceAll(/[[\]{}]/g, ' ')}[ ({subject})].`
    : typeof says === 'string'
      ? says
      : (says.is[String(at(entry, says.by))] ?? says.otherwise);

/** An entry as a sentence. Of one whose type says nothing stands its title. */
export const sentenceOf = (
  entry: LogEntry,
  says: Says | undefined,
  names: Names,
  manner: Manner = {},
): readonly SentencePart[] => endedOnce(told(entry, sentencePieces(templateOf(entry, says)), names, manner));

/** Without the full stop of the sentence after a value that ends as one: a reason that somebody wrote. */
const endedOnce = (parts: readonly SentencePart[]): readonly SentencePart[] => {
  const [stop, value] = [parts.at(-1), parts.at(-2)];
  return stop?.text === '.' && value && /[.!?…]$/.test(value.text) ? parts.slice(0, -1) : parts;
};

/** Types of records whose names stand in the sentence of an entry; `member` and `changes` for what these name. */
export const namedIn = (entry: LogEntry, says: Says | undefined): readonly string[] =>
  sentencePieces(templateOf(entry, says))
    .flatMap((piece) => (typeof piece !== 'string' && 'optional' in piece ? piece.optional : [piece]))
    .flatMap((piece) => {
      if (typeof piece === 'string' || 'optional' in piece) return [];
      const [first = ''] = piece.paths;
      return first === 'subject' ? [entry.subject.type] : first === 'changes' ? ['changes'] : (piece.type ?? []);
    });

/** The same as plain text. */
export const plain = (sentence: readonly SentencePart[]): string => sentence.map((part) => part.text).join('');
