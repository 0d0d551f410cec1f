/** The fields of the form, in the words of who fills it in. */
import type { FormLine } from '../cql/build.ts';

type Relation = FormLine['relation'];
type Kind = 'words' | 'names' | 'days' | 'classes' | 'numbers';

export interface Field {
  readonly index: string;
  readonly title: string;
  readonly kind: Kind;
  /** What is typed, as an example. */
  readonly example: string;
}

const field = (index: string, kind: Kind, title: string, example: string): Field => ({ index, kind, title, example });

/** Those that are searched most come first; the rest can be written as CQL. */
export const fields: readonly Field[] = [
  field('ta', 'words', 'Title or abstract', 'hydrogen storage'),
  field('ti', 'words', 'Title', 'heat pipe'),
  field('ab', 'words', 'Abstract', 'metal hydride'),
  field('txt', 'words', 'Title, abstract or names', 'battery'),
  field('pa', 'names', 'Applicant', 'Nordvik Energi'),
  field('in', 'names', 'Inventor', 'Smith'),
  field('cpc', 'classes', 'Classification, CPC', 'F17C 11/00'),
  field('ipc', 'classes', 'Classification, IPC', 'H04W'),
  field('pd', 'days', 'Date of publication', '2019 2026'),
  field('pn', 'numbers', 'Publication number', 'EP 1 000 000'),
  field('ap', 'numbers', 'Application number', 'EP 99203729'),
  field('pr', 'numbers', 'Priority number', 'NL 1010536'),
  field('ct', 'numbers', 'Cites the publication', 'EP 1 027 777'),
];

export const fieldOf = (index: string): Field | undefined => fields.find((one) => one.index === index);

const forWords: readonly (readonly [Relation, string])[] = [
  ['all', 'has all of'],
  ['any', 'has one of'],
  ['=', 'has the phrase'],
];
const relations: Readonly<Record<Kind, readonly (readonly [Relation, string])[]>> = {
  words: forWords,
  names: [
    ['=', 'is'],
    ['all', 'has all of'],
    ['any', 'has one of'],
  ],
  classes: [
    ['=', 'is'],
    ['any', 'is one of'],
    ['all', 'has all of'],
  ],
  days: [
    ['within', 'lies between'],
    ['=', 'is in'],
    ['>=', 'is not before'],
    ['<=', 'is not after'],
  ],
  numbers: [['=', 'is']],
};

/** How a field may be asked for, the usual way first. */
export const relationsOf = (index: string): readonly (readonly [Relation, string])[] =>
  relations[fieldOf(index)?.kind ?? 'words'];

export const newLine = (index = 'ta'): FormLine => ({ index, relation: relationsOf(index)[0]?.[0] ?? '=', text: '' });

/** The same line in another field: its relation stays where that field has it. */
export const inField = (line: FormLine, index: string): FormLine => {
  const known = relationsOf(index);
  const relation = known.find(([one]) => one === line.relation)?.[0] ?? known[0]?.[0] ?? '=';
  return { ...line, index, relation };
};

/** Dates, classes and numbers of applications look like numbers of publications, and are none. */
export const mayBeNumber = (index: string): boolean => !['pd', 'cpc', 'ipc', 'ap', 'pr', 'ct'].includes(index);

const words = '(?:(?:patents?|pat|publications?|publ?|applications?|appl?|numbers?|no|nr)\\b[ .:#-]*)';
const number = new RegExp(
  `^\\s*${words}*(?:pct[-/ ]*)?(?:u\\. ?s\\. ?|[a-z]{2}[-./: ]*(?:d|re)?|特[開表許]第?)?(?:${words}+(?:[a-z]{2}[-./: ]*)?)?` +
    `(?:[hst](?=\\d))?\\d[\\d .,/'-]*(?:\\(?[a-z]\\d?\\)?)?(?:[ ,;(\\p{Pd}]+\\d{4}-\\d{2}-\\d{2}\\)?)?[号.]?\\s*$`,
  'iu',
);

/**
 * Whether it is worth asking if a text is the number of a publication: two letters of an office or none, with words of
 * a citation around them, figures, and a letter for the kind. Nothing so long is one.
 */
export const looksLikeNumber = (text: string): boolean =>
  text.length <= 100 && number.test(text) && (text.match(/\d/g)?.length ?? 0) >= 5;
