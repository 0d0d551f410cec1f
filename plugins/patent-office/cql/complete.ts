import { indexes, indexOf } from './indexes.ts';
import { isBoolean, isRelationWord, lexemesOf, type Lexeme } from './parser.ts';
import type { IndexKind, Place } from './types.ts';

export const completionKinds = ['index', 'relation', 'boolean', 'modifier'] as const;
/** Something that may stand at the caret: what is put in place of `from` to `to`, what it is called, and an example. */
export interface Completion extends Place {
  readonly kind: (typeof completionKinds)[number];
  readonly text: string;
  readonly title: string;
  readonly example: string;
}

type Offer = readonly [text: string, title: string, example: string];

const forWords: readonly Offer[] = [
  ['=', 'is, or has this phrase', 'ti="green energy"'],
  ['all', 'has all of these words', 'ta all "hydrogen storage"'],
  ['any', 'has one of these words', 'ti any "motor engine"'],
];
const relationsFor: Readonly<Record<IndexKind, readonly Offer[]>> = {
  text: forWords,
  party: forWords,
  number: [['=', 'is this number, or of this country', 'pn=EP1000000']],
  date: [
    ['=', 'is this year, month or day', 'pd=2024'],
    ['within', 'lies between two dates', 'pd within "2019 2026"'],
    ['>=', 'is this date or later', 'pd>=2020'],
    ['<=', 'is this date or earlier', 'pd<=2020'],
    ['>', 'is later', 'pd>2020'],
    ['<', 'is earlier', 'pd<2020'],
  ],
  class: [
    ['=', 'is this class', 'cpc=F17C11/00'],
    ['=/low', 'is this class or one below it', 'cpc=/low A01B'],
    ['=/high', 'is this class or one above it', 'cpc=/high A01B1/02'],
    ['=/same', 'is this class alone', 'cpc=/same A01B'],
    ['any', 'is one of these classes', 'cpc any "A01B A01C"'],
    ['all', 'has all of these classes', 'cpc all "A01B A01C"'],
  ],
};
const joining: readonly Offer[] = [
  ['and', 'both', 'ti=wind and pa=Siemens'],
  ['or', 'one of both', 'ti=wind or ti=solar'],
  ['not', 'without what follows', 'ti=wind not ti=sail'],
  ['prox/distance<=3', 'at most three words apart', 'ti=green prox/distance<=3 ti=energy'],
  ['prox/unit=sentence', 'in one sentence', 'ab=green prox/unit=sentence ab=energy'],
  ['prox/unit=paragraph', 'in one paragraph', 'ab=green prox/unit=paragraph ab=energy'],
];
const nearness: readonly Offer[] = [
  ['distance<=3', 'at most so many words apart', 'prox/distance<=3'],
  ['ordered=true', 'in this order', 'prox/distance<=3/ordered=true'],
  ['unit=sentence', 'in one sentence', 'prox/unit=sentence'],
  ['unit=paragraph', 'in one paragraph', 'prox/unit=paragraph'],
];
const reach: readonly Offer[] = [
  ['low', 'with all below it', 'cpc=/low A01B'],
  ['high', 'with all above it', 'cpc=/high A01B1/02'],
  ['same', 'this one alone', 'cpc=/same A01B'],
];

/** What stands before the word at the caret decides what may stand there. */
function offersAfter(before: readonly Lexeme[]): readonly [Completion['kind'], readonly Offer[]] | undefined {
  const last = before.at(-1);
  const forIndexes: readonly Offer[] = indexes.map((one) => [one.name, one.title, one.example]);
  if (last === undefined || last.kind === 'open' || isBoolean(last)) return ['index', forIndexes];
  if (last.kind === 'slash') {
    const sign = before.at(-2);
    if (sign?.kind === 'symbol' && sign.text === '=') return ['modifier', reach];
    return /^prox$/i.test(lastWordBefore(before)) ? ['modifier', nearness] : undefined;
  }
  if (last.kind === 'comma') return before.at(-2)?.kind === 'word' ? ['index', forIndexes] : undefined;
  const sign = before.at(-2);
  const behindRelation = sign?.kind === 'symbol' || isRelationWord(sign) || sign?.kind === 'slash';
  if (last.kind === 'close' || last.kind === 'string') return ['boolean', joining];
  if (last.kind !== 'word') return undefined;
  if (behindRelation)
    return sign?.kind === 'slash' && /^(low|high|same)$/i.test(last.text) ? undefined : ['boolean', joining];
  const index = indexOf(last.text);
  if (index !== undefined) return ['relation', relationsFor[index.kind]];
  return isRelationWord(last) ? undefined : ['boolean', joining];
}

/** The operator to which the modifiers before the caret belong. */
function lastWordBefore(before: readonly Lexeme[]): string {
  const joins = before.filter((one) => isBoolean(one));
  return joins.at(-1)?.text ?? '';
}

/**
 * Offers for the caret of a text that need be no query yet: fields where a part begins, relations behind a
 * field, also right behind its short name, `and` and the like behind what is searched. Names are found by their
 * beginnings and by the words of their titles. Within quotation marks, and where only people know what comes, there is
 * nothing.
 */
export function complete(text: string, caret: number): readonly Completion[] {
  const before = [...lexemesOf(text.slice(0, caret))];
  const last = before.at(-1);
  if (last?.kind === 'string' && (!last.closed || last.to === caret)) return [];
  const typed = last?.kind === 'word' && last.to === caret ? last : undefined;
  if (typed !== undefined) before.pop();
  if (typed === undefined && last !== undefined && last.to === caret && ['close', 'symbol'].includes(last.kind))
    return [];
  const offered = offersAfter(before);
  if (offered === undefined) return [];
  const [kind, offers] = offered;
  const wanted = typed?.text.toLowerCase() ?? '';
  const rest = typed === undefined ? '' : (/^[\p{L}\p{N}]*/u.exec(text.slice(caret))?.[0] ?? '');
  const place = { from: typed?.from ?? caret, to: caret + rest.length };
  const shown = (kind: Completion['kind'], list: readonly Offer[]): readonly Completion[] =>
    list.map(([text, title, example]) => ({ kind, text, title, example, ...place }));
  const goingOn = kind === 'index' && !relationBehind.test(text.slice(place.to)) ? relationsOf(wanted) : [];
  const isWhole = (name: string): boolean => name === wanted && (kind !== 'index' || goingOn.length > 0);
  const named = offers
    .map((offer) => ({ offer, rank: isWhole(offer[0]) ? undefined : rankOf(kind, offer, wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const ranked = named.map(({ offer }) => offer);
  return [...shown('relation', goingOn), ...shown(kind, ranked)];
}

const relationBehind = /^\s*(?:[=<>,]|(?:any|all|within)\b)/i;

/** Relations of a field whose short name is written in full, with the name: `ti` as `ti=`, `ti all`, `ti any`. */
function relationsOf(name: string): readonly Offer[] {
  const index = indexes.find((one) => one.name === name);
  if (index === undefined) return [];
  return relationsFor[index.kind].map(([sign, title, example]) => [
    /^[a-z]/.test(sign) ? `${name} ${sign}` : `${name}${sign}`,
    title,
    example,
  ]);
}

/** Rank of an offer: by its name, by its nearest other name, by a word of its title. It has none if it does not fit. */
function rankOf(kind: Completion['kind'], [name, title]: Offer, wanted: string): number | undefined {
  if (name.startsWith(wanted)) return 0;
  if (kind !== 'index') return undefined;
  const others = (indexOf(name)?.also ?? []).filter((other) => other.startsWith(wanted));
  if (others.length > 0) return 2 - 1 / Math.min(...others.map((other) => other.length));
  const words = title.toLowerCase().split(/[^\p{L}]+/u);
  return words.some((word) => word.startsWith(wanted)) ? 2 : undefined;
}
