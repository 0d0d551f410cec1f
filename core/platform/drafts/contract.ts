import { hint, idText, momentText, orNull, Type } from '@dossier/sdk';
import type { Reply, TSchema } from '@dossier/sdk';
import type { RequiredDocument, WizardStep } from '../templates/contract.ts';

/** Bounds of what is kept of a draft. */
export const mostOfDraft = {
  /** Characters of a text as it was typed, and of a name. */
  typed: 2_000,
  name: 200,
  email: 254,
  applicants: 50,
  /** Places at which something is typed that cannot be read yet. */
  places: 500,
} as const;

const Key = (description: string) => Type.String({ minLength: 1, maxLength: 64, description });

/** An applicant as far as they are known: any member may be empty until the draft is sent. */
const DraftApplicant = Type.Object(
  {
    type: Type.String({ maxLength: 64, description: 'For example PRIMARY.' }),
    firstName: Type.String({ maxLength: mostOfDraft.name }),
    lastName: Type.String({ maxLength: mostOfDraft.name }),
    email: Type.String({ maxLength: mostOfDraft.email, description: 'As it was typed.' }),
  },
  { additionalProperties: false },
);

/** What a draft keeps of what somebody has done so far. */
export const draftContent = {
  answers: Type.Record(Type.String(), Type.Unknown(), {
    maxProperties: 2_000,
    description: 'By field key, right or wrong: they are checked when the draft is sent.',
  }),
  typed: Type.Record(Type.String({ maxLength: 500 }), Type.String({ maxLength: mostOfDraft.typed }), {
    maxProperties: mostOfDraft.places,
    description: 'Texts that could not be read as an answer yet, each by the JSON pointer of its answer.',
  }),
  step: orNull(Key('The step of the wizard that is open.')),
  done: Type.Array(Key('A step of the wizard that was left with "Next".'), { maxItems: 100 }),
  applicants: Type.Array(DraftApplicant, { maxItems: mostOfDraft.applicants }),
};

/** A file of a draft. */
export const DraftFile = Type.Object(
  {
    id: idText(),
    requirementKey: Type.String({ description: 'Which required document it is.' }),
    fileName: Type.String(),
    contentType: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    scan: orNull(
      Type.Union([Type.Literal('pending'), Type.Literal('clean'), Type.Literal('infected'), Type.Literal('failed')], {
        description: 'How it stands with virus scanners; null where there are none.',
      }),
    ),
  },
  { title: 'DraftFile' },
);
export type DraftFile = Reply<typeof DraftFile>;

const anything = <T>(schema: TSchema) => Type.Unsafe<T>(schema);

/** An application that is being filled in; its owner alone sees it. */
export const DraftReply = Type.Object(
  {
    id: idText(),
    workspaceId: idText(),
    workspaceType: Type.Union([Type.Literal('STAFF'), Type.Literal('CLIENT'), Type.Literal('MIXED')]),
    templateId: idText(),
    templateName: Type.String(),
    templateVersion: Type.Integer(),
    newestVersion: Type.Integer({ description: 'Of the template. When it is another one, /newer says what changed.' }),
    language: Type.String({ description: 'In which the form is shown (BCP 47).' }),
    languages: Type.Array(Type.String(), { description: 'In which it can be shown.' }),
    form: Type.Object({
      schema: anything<object>({ type: 'object', additionalProperties: true }),
      wizard: anything<readonly WizardStep[]>({ type: 'array', items: { type: 'object', additionalProperties: true } }),
      requiredDocuments: anything<readonly RequiredDocument[]>({
        type: 'array',
        items: { type: 'object', additionalProperties: true },
      }),
    }),
    next: orNull(Type.String({ description: 'What happens after it was sent, in the words of the template.' })),
    ...draftContent,
    files: Type.Array(DraftFile),
    savedAt: momentText(),
    expiresAt: momentText('When it is deleted unless it is saved again.'),
    today: Type.String({ format: 'date', description: 'The day where the organization is.' }),
  },
  { title: 'Draft' },
);
export type DraftReply = Reply<typeof DraftReply>;

/** What the newest version of the template has otherwise than the one of a draft. */
export const NewerReply = Type.Object(
  {
    version: Type.Integer({
      description: 'The newest version; that of the draft, without changes, when it is this one.',
    }),
    changes: Type.Array(
      Type.Object({
        what: Type.Union([Type.Literal('field'), Type.Literal('step'), Type.Literal('document')]),
        kind: Type.Union([Type.Literal('added'), Type.Literal('removed'), Type.Literal('changed')]),
        id: Type.String({ description: 'The id of a field, the key of anything else.' }),
        title: Type.String(),
        members: Type.Array(Type.Object({ member: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
      }),
    ),
  },
  { title: 'NewerVersion' },
);
export type NewerReply = Reply<typeof NewerReply>;

/** A draft in the list of one's own. */
export const DraftRow = Type.Object(
  {
    id: idText(),
    workspaceId: idText(),
    templateId: idText(),
    templateName: Type.String(),
    step: orNull(Type.String({ description: 'Title of the step that is open.' })),
    done: Type.Integer({ description: 'Steps that were left with "Next".' }),
    steps: Type.Integer({ description: 'Steps that the form has.' }),
    savedAt: momentText(),
    expiresAt: momentText(),
    newer: Type.Boolean({ description: 'Is there a newer version of the template?' }),
  },
  { title: 'DraftRow' },
);
export type DraftRow = Reply<typeof DraftRow>;

/** A template of which one may begin a draft in a workspace. */
export const OfferedTemplate = Type.Object(
  {
    templateId: idText(),
    version: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    minutes: orNull(Type.Integer({ description: 'How long it takes, where every step says so.' })),
    documents: Type.Array(Type.String(), { description: 'Titles of the documents that it may ask for.' }),
  },
  { title: 'OfferedTemplate' },
);
export type OfferedTemplate = Reply<typeof OfferedTemplate>;

/** Something of a draft is another one than a moment ago; told to the pages of its owner, and written down nowhere. */
export const draftTold = hint('drafts/told@1', {
  title: 'A draft was saved, sent or deleted, or a file of it was checked',
  topic: 'drafts/own',
  schema: Type.Object({
    id: Type.String(),
    what: Type.Union([Type.Literal('saved'), Type.Literal('sent'), Type.Literal('deleted'), Type.Literal('scanned')]),
    /** Of its answers, where they were saved: who has those knows it already. */
    savedAt: Type.Optional(Type.String()),
  }),
  every: 0,
});
