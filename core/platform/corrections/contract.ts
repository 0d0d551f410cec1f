import { ActorShown, event, feature, idText, momentText, orNull, permission, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';
import { applicationsFeature } from '../applications/contract.ts';

/** Bounds of a request for correction. */
export const mostOfCorrection = {
  items: 50,
  /** Characters of a reason, of the message and of a text as it was typed. */
  reason: 2_000,
  message: 4_000,
  typed: 2_000,
  /** Days within which an answer may be asked for. */
  days: 366,
} as const;

export const correctionsFeature = feature('corrections', {
  title: 'Corrections',
  description:
    'Staff asks a client to correct answers and documents of an application, and waits for it. Without it nobody asks; what clients have not answered when it is switched off is taken back.',
  initially: 'on',
  requires: [applicationsFeature],
});
export const askCorrections = permission('corrections.ask', {
  title: 'Ask clients for corrections',
  feature: correctionsFeature,
  staff: true,
});
export const answerCorrections = permission('corrections.answer', {
  title: 'Correct own applications when asked, and add what was left open (clients)',
  feature: correctionsFeature,
});

/**
 * `open`: the client is asked; `sent`: they have answered; `taken-back`: the staff needs it no more; `closed`: the
 * application was decided or withdrawn first.
 */
export const CorrectionState = Type.Union([
  Type.Literal('open'),
  Type.Literal('sent'),
  Type.Literal('taken-back'),
  Type.Literal('closed'),
]);
export type CorrectionState = Reply<typeof CorrectionState>;

/** What is to be corrected: an answer, by the key of its field, or a document, by the key of its requirement. */
export const CorrectionItem = Type.Object(
  {
    kind: Type.Union([Type.Literal('field'), Type.Literal('document')]),
    key: Type.String(),
    title: Type.String(),
    reason: Type.String({ description: 'What the client reads beside it.' }),
    files: Type.Array(Type.Object({ id: idText(), fileName: Type.String() }), {
      description: 'Of a document: what has come since it was asked for.',
    }),
  },
  { title: 'CorrectionItem' },
);
export type CorrectionItem = Reply<typeof CorrectionItem>;

/** An answer that is another one than before. */
export const CorrectionChange = Type.Object(
  { key: Type.String(), title: Type.String(), from: Type.Unknown(), to: Type.Unknown() },
  { title: 'CorrectionChange', description: 'An answer before and after; null for none.' },
);
export type CorrectionChange = Reply<typeof CorrectionChange>;

/** One round: what was asked, and what came of it. */
export const Correction = Type.Object(
  {
    id: idText(),
    applicationId: idText(),
    number: Type.Integer({ description: 'Counted from 1 in each application.' }),
    state: CorrectionState,
    message: Type.String({ description: 'What the client reads above everything; empty without.' }),
    by: ActorShown,
    askedAt: momentText(),
    dueAt: momentText('By when the client was asked to answer.'),
    endedAt: orNull(momentText('When it was answered, taken back, or the application was decided.')),
    items: Type.Array(CorrectionItem),
    changes: Type.Array(CorrectionChange, { description: 'Empty until it was answered.' }),
    mayAnswer: Type.Boolean({ description: 'Whether this reader is the client who answers it now.' }),
    answers: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What the client has kept so far and not sent, by field key; null where an answer is taken away. Empty for all others.',
    }),
    typed: Type.Record(Type.String(), Type.String(), {
      description: 'Texts that cannot be read as an answer yet, by the JSON pointer of their answer. As `answers`.',
    }),
    version: Type.Integer({ description: 'Grows with every change of it.' }),
  },
  { title: 'Correction' },
);
export type Correction = Reply<typeof Correction>;

const About = Type.Object({
  correctionId: Type.String(),
  /** Users whose application it is. */
  clients: Type.Array(Type.String()),
});
/** What was asked, and what was answered, stands with the round, and in no event. */
export const correctionAsked = event('corrections/asked@1', {
  concerns: { client: '/payload/clients' },
  says: '{actor} asked the client to correct {subject}.',
  title: 'The client was asked for a correction',
  audience: 'external',
  schema: About,
});
export const correctionSent = event('corrections/sent@1', {
  concerns: { client: '/payload/clients' },
  says: '{actor} sent the corrections[ of {subject}].',
  tells: { staff: 'Corrected by {actor}' },
  title: 'The client sent a correction',
  audience: 'external',
  schema: About,
});
export const correctionReminded = event('corrections/reminded@1', {
  concerns: { client: '/payload/clients' },
  says: 'The client was reminded to correct {subject}.',
  title: 'The client was reminded of a correction',
  audience: 'external',
  schema: About,
});
export const correctionTakenBack = event('corrections/taken-back@1', {
  concerns: { client: '/payload/clients' },
  says: '{actor} took back what the client was asked to correct[ in {subject}].',
  tells: { client: 'There is nothing to correct any more' },
  title: 'A request for correction was taken back',
  audience: 'external',
  schema: About,
});
