import { event, feature, hint, idText, momentText, orNull, permission, slot, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';

/** Bounds of what people enter. */
export const mostOfPatents = { query: 2_000, tag: 60, reason: 2_000, note: 20_000, watches: 50, saved: 2_000 } as const;

/** What the office can be asked about a patent; each is one call, and kept for the organization. */
export const parts = ['biblio', 'claims', 'description', 'family', 'legal', 'images', 'citing'] as const;
export type PatentPart = (typeof parts)[number];
export const PatentPart = Type.Unsafe<PatentPart>({
  type: 'string',
  enum: [...parts],
  description:
    'biblio: titles, abstracts, parties, dates, classes and what it cites. claims, description: its text. family: publications of the same invention. legal: events. images: which pages and drawings there are. citing: who cites it.',
});

/** Credits that the organization has left. One is one call to the office. */
export const Credits = Type.Object(
  {
    left: Type.Integer(),
    quota: Type.Integer({ description: 'Of a calendar month, in the time zone of the organization.' }),
    until: momentText('When the next month begins, and the quota is there again.'),
    used: Type.Integer({ description: 'In this month.' }),
    reserved: Type.Integer({ description: 'For calls that are on their way.' }),
    isLow: Type.Boolean({ description: 'Less than a tenth is left.' }),
    maySeeEntries: Type.Boolean({ description: 'You may see what they were used for.' }),
  },
  { title: 'PatentCredits' },
);
export type Credits = Reply<typeof Credits>;

/** A publication, as a line of a list has it. What nobody has asked for yet, or the office does not give, is null. */
export const PatentLine = Type.Object(
  {
    number: Type.String({ description: 'Country, number and kind: `EP1000000A1`.' }),
    spoken: Type.String({ description: 'The same for people: `EP 1 000 000 A1`.' }),
    title: orNull(Type.String()),
    titleLanguage: orNull(Type.String({ description: 'ISO 639-1, or `ol`: the original one, which is not named.' })),
    applicants: Type.Array(Type.String()),
    date: orNull(Type.String({ description: 'Of the publication: YYYY-MM-DD' })),
    classes: Type.Array(Type.String({ description: 'Of the CPC, or the IPC where that has none.' })),
    family: orNull(Type.String({ description: 'Publications with the same one are of one invention.' })),
  },
  { title: 'PatentLine' },
);
export type PatentLine = Reply<typeof PatentLine>;

/** A patent that was saved to an application. */
export const SavedPatent = Type.Object(
  {
    patent: PatentLine,
    tag: Type.String({ description: 'What it is to the application, in a word or two: closest art.' }),
    reason: Type.String(),
    by: Type.Object({ id: idText(), name: Type.String() }),
    at: momentText(),
    version: Type.Integer(),
  },
  { title: 'SavedPatent' },
);
export type SavedPatent = Reply<typeof SavedPatent>;

/** A note that its author alone can read. */
export const PatentNote = Type.Object(
  {
    text: Type.String({ description: 'Empty where there is no note.' }),
    at: orNull(momentText('When it was written; null where there is no note.')),
    version: Type.Integer({ description: '0 where there is no note.' }),
  },
  { title: 'PatentNote' },
);
export type PatentNote = Reply<typeof PatentNote>;

export const patentsFeature = feature('patents', {
  title: 'Patent search',
  description: 'Applications have a Patent Search: publications of patents are found, read, saved and noted.',
  initially: 'on',
  workspaces: ['STAFF', 'MIXED'],
  organizations: ['PATENT'],
});
export const searchPatents = permission('patents.search', {
  title: 'Search and read patents, which uses credits of the organization',
  feature: patentsFeature,
  staff: true,
});
export const savePatents = permission('patents.save', {
  title: 'Save patents to applications, and remove them',
  feature: patentsFeature,
  staff: true,
});

const AboutSaved = Type.Object({ applicationId: Type.String(), number: Type.String() });
export const patentSaved = event('patents/saved@1', {
  says: '{actor} saved a patent to the application.',
  title: 'A patent was saved to an application',
  schema: AboutSaved,
});
export const patentRemoved = event('patents/removed@1', {
  says: '{actor} removed a patent from the application.',
  title: 'A patent was removed from an application',
  schema: AboutSaved,
});
/** A saved search has found what it had not found before. */
export const watchFound = event('patents/watch-found@1', {
  says: 'A saved search found new patents.',
  title: 'A saved search found new patents',
  schema: Type.Object({ watchId: Type.String(), count: Type.Integer() }),
});
/** Nine tenths of the credits of a period are used. */
export const creditsLow = event('patents/credits-low@1', {
  says: 'Few credits for the patent office are left.',
  title: 'Few credits for the patent office are left',
  schema: Type.Object({ left: Type.Integer(), quota: Type.Integer() }),
});
/** Pages of a document have come, or could not be had. */
export const documentChanged = hint('patents/document@1', {
  title: 'Pages of a patent document have come',
  topic: 'patents/documents',
  schema: Type.Object({ number: Type.String(), there: Type.Integer(), failed: Type.Integer(), of: Type.Integer() }),
  every: 0,
});
/** A part of a patent has come: those who read that patent have it for nothing. */
export const partCame = hint('patents/part@1', {
  title: 'A part of a patent has come',
  topic: 'patents/parts',
  schema: Type.Object({ number: Type.String(), part: PatentPart }),
  every: 0,
});
/** What is left of the credits has changed. */
export const creditsChanged = hint('patents/credits@1', {
  title: 'Credits for the patent office were used',
  topic: 'patents/credits',
  schema: Type.Object({ left: Type.Integer() }),
  every: 0,
});

/** A part of a text, or all of a paragraph, that a reader has marked. */
export interface MarkedText {
  readonly patent: PatentLine;
  /** The application in which it is read; null where it is read outside of one. */
  readonly application: string | null;
  readonly part: 'abstract' | 'claims' | 'description';
  /** As people say it: `claim 3`, `paragraph 0032`. */
  readonly place: string;
  readonly text: string;
}

/**
 * Beside Save, PDF and Cite, at the head of a patent: one more thing to do with it. One button; an element without
 * anything to offer shows nothing.
 */
export const patentAction = slot<{ patent: PatentLine; application: string | null }>('patent-office/patent-action@1');

/** Below a paragraph that is marked, before what copies it: one more thing to do with it. One button. */
export const paragraphAction = slot<MarkedText>('patent-office/paragraph-action@1');
