/** What the routes answer with; pages have it by the same names. */
import { idText, momentText, orNull, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';
import { PatentLine, PatentPart } from './contract.ts';
import { completionKinds, tokenKinds } from './cql/index.ts';

/** Characters of a text that are to be marked, because they were searched for: from, and the one behind the last. */
const Marks = Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer() }));

const Place = { from: Type.Integer(), to: Type.Integer() };

/** A query, looked through here: nothing was asked, and no credit used. */
export const Checked = Type.Object(
  {
    cql: Type.String({ description: 'As it was given, or as the form makes it.' }),
    valid: Type.Boolean(),
    message: orNull(Type.String()),
    position: orNull(Type.Integer({ description: 'Character at which it is wrong, from 1.' })),
    length: orNull(Type.Integer({ description: 'Characters that are to be underlined.' })),
    repair: orNull(Type.Object({ text: Type.String(), label: Type.String() })),
    /** Of a form: which line or box is wrong. */
    faults: Type.Array(
      Type.Object({
        part: Type.Union([
          Type.Literal('lines'),
          Type.Literal('keywords'),
          Type.Literal('applicants'),
          Type.Literal('form'),
        ]),
        at: Type.Integer(),
        message: Type.String(),
      }),
    ),
    understood: orNull(Type.String({ description: 'With all fields written out.' })),
    tokens: Type.Array(Type.Object({ ...Place, kind: Type.Enum(tokenKinds) })),
    completions: Type.Array(
      Type.Object({
        ...{ ...Place, kind: Type.Enum(completionKinds) },
        ...{ text: Type.String(), title: Type.String(), example: Type.String() },
      }),
    ),
    credits: Type.Integer({ description: 'What the search would cost now.' }),
    freeUntil: orNull(momentText('Until then it costs nothing, since it is kept; null where it is not.')),
  },
  { title: 'CheckedQuery' },
);
export type Checked = Reply<typeof Checked>;

export const Hit = Type.Object(
  {
    ...PatentLine.properties,
    marks: Marks,
    /** To this application, when one was given. */
    isSaved: Type.Boolean(),
    isSeen: Type.Boolean({ description: 'You have opened it before.' }),
    behind: orNull(
      Type.String({
        description: 'Number of the one of its family on this page that is read best; null if it is this.',
      }),
    ),
  },
  { title: 'PatentHit' },
);
export type Hit = Reply<typeof Hit>;

const Spent = Type.Object({
  used: Type.Integer({ description: 'By this request: 0 for what was kept.' }),
  left: Type.Integer({ description: 'In this month.' }),
});

export const Found = Type.Object(
  {
    searchId: idText('By which the person finds it again.'),
    cql: Type.String(),
    total: Type.Integer(),
    reachable: Type.Integer({ description: 'The office shows no more than these: at most 2,000.' }),
    from: Type.Integer({ description: 'From 1.' }),
    results: Type.Array(Hit, { description: 'Of this page: 25 at most, in the order of the office.' }),
    isPartial: Type.Boolean({ description: 'The office sent fewer than it said.' }),
    credits: Spent,
    nextFreeUntil: orNull(
      momentText('Until then the page behind it costs nobody of the organization a credit; null where it is not kept.'),
    ),
  },
  { title: 'PatentsFound' },
);
export type Found = Reply<typeof Found>;

export const PartState = Type.Object({
  part: PatentPart,
  state: Type.Union([Type.Literal('there'), Type.Literal('partial'), Type.Literal('none'), Type.Literal('not-asked')], {
    description: 'none: the office has none. partial: something is missing, and is asked for anew.',
  }),
  at: orNull(momentText('When the office said so.')),
  credits: Type.Integer({ description: 'What it costs to ask now: 0 for what is there.' }),
});
export type PartState = Reply<typeof PartState>;

const Wording = Type.Object({ lang: Type.String(), text: Type.String() });
const Class = Type.Object({ symbol: Type.String(), isAdditional: Type.Boolean() });
const Cited = Type.Object({
  number: orNull(Type.String()),
  spoken: Type.String(),
  name: orNull(Type.String()),
  date: orNull(Type.String({ description: 'YYYY-MM-DD' })),
  by: orNull(Type.String()),
  categories: Type.Array(Type.String()),
});

/** A patent as it is kept here: asking for it costs nothing. What is not asked yet, or not there, is null. */
export const PatentRecord = Type.Object(
  {
    patent: PatentLine,
    publications: Type.Array(PatentLine, {
      description: 'Where the number came without its kind, and several publications have it. Read one by its own.',
    }),
    parts: Type.Array(PartState, { description: 'Of a number without its kind `biblio` alone can be asked for.' }),
    biblio: orNull(
      Type.Object({
        titles: Type.Array(Wording),
        abstracts: Type.Array(Wording),
        applicants: Type.Array(Type.String()),
        inventors: Type.Array(Type.String()),
        filedOn: orNull(Type.String()),
        application: orNull(Type.String()),
        priorities: Type.Array(
          Type.Object({ number: Type.String(), date: orNull(Type.String({ description: 'YYYY-MM-DD' })) }),
        ),
        classes: Type.Array(Class),
        cited: Type.Array(Cited),
        literature: Type.Array(Type.String()),
      }),
    ),
    claims: orNull(
      Type.Array(
        Type.Object({
          lang: Type.String(),
          isPartial: Type.Boolean(),
          claims: Type.Array(
            Type.Object({
              number: Type.Integer(),
              text: Type.String(),
              dependsOn: Type.Array(Type.Integer()),
              depth: Type.Integer({ description: '0 for an independent one.' }),
            }),
          ),
        }),
      ),
    ),
    description: orNull(
      Type.Array(
        Type.Object({
          lang: Type.String(),
          paragraphs: Type.Array(
            Type.Object({ number: orNull(Type.String()), isHeading: Type.Boolean(), text: Type.String() }),
          ),
        }),
      ),
    ),
    family: orNull(
      Type.Array(
        Type.Object({
          number: Type.String(),
          spoken: Type.String(),
          date: orNull(Type.String({ description: 'YYYY-MM-DD' })),
          isSimple: Type.Boolean({ description: 'Of the same simple family.' }),
          hasText: Type.Boolean({ description: 'Its office gives claims and description.' }),
        }),
      ),
    ),
    legal: orNull(
      Type.Array(
        Type.Object({
          number: Type.String(),
          code: orNull(Type.String()),
          text: orNull(Type.String()),
          impact: orNull(Type.Union([Type.Literal('+'), Type.Literal('-')])),
          date: orNull(Type.String({ description: 'YYYY-MM-DD' })),
          country: orNull(Type.String()),
        }),
      ),
    ),
    citing: orNull(Type.Object({ total: Type.Integer(), lines: Type.Array(PatentLine) })),
    pages: orNull(Type.Integer({ description: 'Of the whole document.' })),
    textAt: orNull(
      Type.Object(
        { number: Type.String(), spoken: Type.String() },
        { description: 'Another publication of the family whose office gives texts, where this one gives none.' },
      ),
    ),
    links: Type.Object({ espacenet: Type.String(), register: orNull(Type.String()) }),
    savedTo: Type.Array(
      Type.Object({
        applicationId: idText(),
        title: Type.String(),
        tag: Type.String(),
        by: Type.String(),
        at: momentText(),
      }),
    ),
    citation: Type.String({ description: 'To be copied.' }),
  },
  { title: 'PatentRecord' },
);
export type PatentRecord = Reply<typeof PatentRecord>;

/** A patent after parts of it were asked for. */
export const PatentFetched = Type.Object(
  {
    ...PatentRecord.properties,
    credits: Spent,
    refused: orNull(
      Type.Object(
        { part: PatentPart, code: Type.String(), detail: Type.String() },
        {
          description:
            'The part that could not be had, after others were paid for; those behind it were not asked for.',
        },
      ),
    ),
  },
  { title: 'PatentFetched' },
);
export type PatentFetched = Reply<typeof PatentFetched>;

/** A spelling of a number, understood, or what has to be asked before anything is looked up. */
export const NumberRead = Type.Object(
  {
    number: orNull(Type.String()),
    spoken: orNull(Type.String()),
    question: orNull(Type.String()),
    candidates: Type.Array(Type.Object({ number: Type.String(), spoken: Type.String() })),
  },
  { title: 'NumberRead' },
);
export type NumberRead = Reply<typeof NumberRead>;

export const DocumentState = Type.Object(
  {
    number: Type.String(),
    of: Type.Integer({ description: 'Pages.' }),
    pages: Type.Array(
      Type.Object({
        page: Type.Integer(),
        state: Type.Union([Type.Literal('waiting'), Type.Literal('there'), Type.Literal('failed')], {
          description: 'waiting: not there yet; while isRunning it is on its way, else nobody has asked for it.',
        }),
        trouble: orNull(Type.String({ description: 'Why it is not there, in words.' })),
      }),
    ),
    isWhole: Type.Boolean({ description: 'All pages are merged into one file.' }),
    isRunning: Type.Boolean(),
    credits: Type.Integer({ description: 'What the pages cost that are not there.' }),
    sections: Type.Array(Type.Object({ title: Type.String(), page: Type.Integer() })),
  },
  { title: 'PatentDocumentState' },
);
export type DocumentState = Reply<typeof DocumentState>;

export const Watch = Type.Object(
  {
    id: idText(),
    name: Type.String(),
    cql: Type.String(),
    every: Type.Union([Type.Literal('day'), Type.Literal('week')]),
    nextAt: momentText(),
    lastAt: orNull(momentText()),
    total: orNull(Type.Integer()),
    fresh: Type.Integer({ description: 'Found since it was saved.' }),
    trouble: orNull(Type.String()),
    version: Type.Integer(),
  },
  { title: 'PatentWatch' },
);
export type Watch = Reply<typeof Watch>;

export const EarlierSearch = Type.Object(
  { id: idText(), cql: Type.String(), form: Type.Any(), total: Type.Integer(), at: momentText() },
  { title: 'EarlierPatentSearch' },
);
export type EarlierSearch = Reply<typeof EarlierSearch>;
