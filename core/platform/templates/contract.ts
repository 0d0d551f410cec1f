import { event, extensionPoint, permission, service, slot, Type } from '@dossier/sdk';
import type { Actor, Fault, IfMatch, OrganizationAccess, OrganizationId, TSchema, WorkspaceId } from '@dossier/sdk';

/** A fault in answers: `pointer` into the answers, for example `/amount`. */
export interface AnswerFault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** How a test compares. The values of `one-of` and `none-of` are a list; `answered` and `not-answered` take none. */
export type Operator =
  | 'equals'
  | 'not-equals'
  | 'one-of'
  | 'none-of'
  | 'contains'
  | 'not-contains'
  | 'at-least'
  | 'at-most'
  | 'answered'
  | 'not-answered';

/** One test: of the field with the id; `value` is of the type of its answers, or a list of them. */
export interface ConditionTest {
  readonly field: string;
  readonly is: Operator;
  readonly value?: unknown;
}

/** When something of a form is shown. At most three levels, and twenty tests in all. */
export type Condition = ConditionTest | { readonly all: readonly Condition[] } | { readonly any: readonly Condition[] };

/** One step of the wizard in which a person fills in an application. `fields` are keys of the schema, in order. */
export interface WizardStep {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  readonly fields: readonly string[];
  /** The step is asked only where this holds; without it always. */
  readonly show?: Condition;
  /** How long a person takes for it. */
  readonly minutes?: number;
}

/**
 * One step of the workflow. SYSTEM steps name the handler that runs them, with settings for it as its schema has them.
 * The key stays with a step from version to version, whatever its name and place become; it is unique in the workflow.
 */
export interface WorkflowStepDefinition extends ManualRules {
  readonly key: string;
  readonly name: string;
  readonly kind: 'SYSTEM' | 'MANUAL';
  readonly handler?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The step in the words of clients, who read it instead of the name. */
  readonly forClients?: string;
}

/** How people work on a MANUAL step. Versions that were published before cases acted on it have none. */
export interface ManualRules {
  /** Name of the role whose members decide; without it everybody who may decide. */
  readonly role?: string;
  /** What is to be ticked before the step is approved. */
  readonly checklist?: readonly { readonly key: string; readonly text: string }[];
  /** From when the case halts at the step; working days are those of the organization's calendar. */
  readonly due?: { readonly hours: number } | { readonly workingDays: number };
  /** Another person than the first one must approve too. */
  readonly secondApprover?: boolean;
  /** Who is given the case; `queue`: nobody, until somebody takes it. */
  readonly assignment?: 'least-open' | 'round-robin' | 'queue';
  /** Approving although a check failed takes a note. */
  readonly note?: boolean;
  /** Name of the role whose members get an e-mail when the step is overdue. */
  readonly escalateTo?: string;
}

/** Fields of kind `file` are required documents too, each by its key. */
export interface RequiredDocument {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  /** It is required only where this holds; without it always. */
  readonly show?: Condition;
}

/** The format of template content that this version writes, and reads. */
export const FORMAT = 1;

/**
 * What a template defines. `schema` is a subset of JSON Schema 2020-12: one object whose properties are the fields; own
 * keywords begin with `x-`.
 */
export interface TemplateContent {
  readonly format: typeof FORMAT;
  readonly schema: TSchema;
  readonly wizard: readonly WizardStep[];
  readonly workflow: readonly WorkflowStepDefinition[];
  readonly requiredDocuments: readonly RequiredDocument[];
  /** Id of the field, of money or another number and outside of rows, that is *the* amount of an application. */
  readonly amount?: string;
  /** Ids of the fields that officers see first, at most six. */
  readonly keyAnswers?: readonly string[];
  /** Ids of fields outside of rows by whose answers the search finds an application, at most ten. */
  readonly foundBy?: readonly string[];
  /** The language in which the texts are written (BCP 47); without it that of the organization. */
  readonly language?: string;
  /** What applicants read once they have sent it: what happens now, and by when. */
  readonly next?: string;
  /** Clients may answer afterwards what they left open. */
  readonly additions?: boolean;
}

/**
 * Content as it is given to be kept: without a format it is read as of format 1, and a step without a key is given one.
 */
export type StepGiven = Omit<WorkflowStepDefinition, 'key'> & { readonly key?: string };
export interface ContentGiven extends Omit<TemplateContent, 'format' | 'workflow'> {
  readonly format?: number;
  readonly workflow: readonly StepGiven[];
}

/** A published version; never changes. */
export interface TemplateVersion extends TemplateContent {
  readonly templateId: string;
  readonly version: number;
  readonly name: string;
}

/** A published version as the history shows it. */
export interface Publication {
  readonly version: number;
  readonly name: string;
  /** ISO 8601. */
  readonly publishedAt: string;
  /** Null for what was published before it was noted. */
  readonly by: Actor | null;
  /** What the publisher said about it. */
  readonly note: string;
}

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The newest published version, or null while it has only a draft. */
  readonly version: number | null;
  readonly draft: TemplateContent;
  readonly createdAt: string;
  /** Counts the changes of the draft and the publications; its entity tag. */
  readonly revision: number;
}

/** What answers come to against a version. Pointers lead into the answers. */
export interface CheckedAnswers {
  /** Bad or missing answers to what is asked, at most a hundred. */
  readonly faults: readonly AnswerFault[];
  /** Keys that the schema does not have. */
  readonly unknown: readonly string[];
  /** Answers to what is not asked, as the other answers are: they count nowhere. */
  readonly notAsked: readonly string[];
  /** Values that were sent and are calculated here, and differ. */
  readonly differing: readonly string[];
  /** The answers that count, and what is calculated from them. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The documents that are required, as the answers are. */
  readonly documents: readonly RequiredDocument[];
}

/** One thing that was added, removed, changed or moved. */
export interface Difference {
  readonly what: 'field' | 'step' | 'document' | 'workflow-step' | 'template';
  readonly kind: 'added' | 'removed' | 'changed';
  /** The id of a field, the key of anything else; `template` for what the template says as a whole. */
  readonly id: string;
  /** As people know it: its title, before the change for what was removed. */
  readonly title: string;
  /** Each member that changed, with what it was and what it is; null for what is not there. */
  readonly members: readonly { readonly member: string; readonly from: unknown; readonly to: unknown }[];
}

export interface Templates {
  create(
    access: OrganizationAccess,
    o: { name: string; description?: string; content: ContentGiven },
  ): Promise<Template>;
  /** With `ifMatch` it throws `stale` (412) when the template is another than the one that was read. */
  update(
    access: OrganizationAccess,
    id: string,
    o: { name?: string; description?: string; content?: ContentGiven },
    ifMatch?: IfMatch,
  ): Promise<Template>;
  /**
   * Freezes the draft as the next version; a draft that is the newest version already stays that one. Throws `invalid`
   * (422) naming a missing step kind, an unknown handler, a field that no wizard step shows …
   */
  publish(access: OrganizationAccess, id: string, ifMatch?: IfMatch, note?: string): Promise<TemplateVersion>;
  get(organization: OrganizationId, id: string): Promise<Template | null>;
  list(organization: OrganizationId): Promise<readonly Template[]>;
  /** Which templates clients of a workspace are offered, each with the workspace that handles what they send. */
  offers(organization: OrganizationId, clientWorkspace: WorkspaceId): Promise<ReadonlyMap<string, WorkspaceId>>;
  /** Newest published version. `unpublished` when the template exists without one, null when it does not exist here. */
  published(organization: OrganizationId, id: string): Promise<TemplateVersion | 'unpublished' | null>;
  /** One version, cached for ever. */
  version(organization: OrganizationId, id: string, version: number): Promise<TemplateVersion>;
  /**
   * The draft as it would be published now, of the number that the next version has. It is kept nowhere. Throws
   * `not-found` (404), and `invalid` (422) with all that stands against publishing it.
   */
  drafted(organization: OrganizationId, id: string): Promise<TemplateVersion>;
  /**
   * The version with its texts in the language that suits best (RFC 4647, look-up), else in its own; a text of which
   * there is no translation stands in its own language. `wanted`: language ranges, the most wanted first. For reading:
   * answers are checked against the version itself. `languages`: in which there are texts, its own first.
   */
  inLanguage(
    organization: OrganizationId,
    version: TemplateVersion,
    wanted: readonly string[],
  ): Promise<{ readonly version: TemplateVersion; readonly language: string; readonly languages: readonly string[] }>;
  /** The day where the organization is, as `2026-11-26`, by which its answers are checked and calculated. */
  today(organization: OrganizationId): Promise<string>;
  /** What is different between two contents, as people read it. */
  differences(before: TemplateContent, after: TemplateContent): readonly Difference[];
  /**
   * Prepares a version that comes from elsewhere than here for many checks, in slices: else the first one does it all,
   * at a millisecond a pattern. What is made is kept with the object.
   */
  prepare(version: TemplateVersion): Promise<void>;
  /** Checks answers against a version, on a day (`today`). Time-limited against hostile patterns. */
  check(version: TemplateVersion, answers: Readonly<Record<string, unknown>>, today: string): CheckedAnswers;
}
export const Templates = service<Templates>('templates/templates@1');

/**
 * The field schemas of templates for others that keep records that follow one: the same subset of JSON Schema 2020-12,
 * and patterns that no text can make slow. In addition, a field of type object holds others, by `properties` and
 * `required`, at most four levels deep: what no wizard shows may be nested.
 */
export interface FieldSchemas {
  /** Every fault of a schema that could not be used, each with a pointer below `at`, for example `/schema`. */
  faults(schema: unknown, at: string): Promise<readonly Fault[]>;
  /**
   * Faults of values against a schema without faults, on the day where the organization is. `key` names this schema and
   * never another one: it is compiled once for each key.
   */
  check(
    organization: OrganizationId,
    key: string,
    schema: TSchema,
    values: Readonly<Record<string, unknown>>,
  ): Promise<readonly AnswerFault[]>;
}
export const FieldSchemas = service<FieldSchemas>('templates/field-schemas@1');

/**
 * One kind of field that templates can have. A field is of the kind that its `x-kind` names; without one its `type` is
 * its kind. The built-in ones are contributions as all others are.
 */
export interface FieldKind {
  /** As people choose it, for example "IBAN". */
  readonly label: string;
  /** Among which others people find it; without it among those that plugins bring. */
  readonly group?: 'text' | 'numbers' | 'choices' | 'contact' | 'parts';
  /**
   * What every answer is, as JSON Schema with a `type` of string, number, integer, boolean, array or object, which all
   * fields of the kind have, and its `format` if it has one. A reader who knows nothing of the kind still knows what to
   * send. Null for what has no answer: it is read, or asked for by other means than answers, and has no type.
   */
  readonly answer: (TSchema & { readonly type: string; readonly format?: string }) | null;
  /**
   * Keywords that a field takes beside those of every kind (`commonOf` in `kinds.ts`): an object schema, from which a
   * page makes the form. Keywords of JSON Schema mean what they mean there; own ones begin with `x-`.
   */
  readonly limits: TSchema & { readonly properties: Readonly<Record<string, TSchema>> };
  /** Every fault of a field's limits, with pointers into the field. Without it they are checked by `limits` alone. */
  checkField?(field: Readonly<Record<string, unknown>>): readonly Fault[];
  /**
   * What is wrong with an answer that has the shape and keeps to the keywords of JSON Schema: a clause of which the
   * answer is the subject, "has check digits that do not fit"; null when nothing is. Thousands are asked: it neither
   * waits nor reads.
   */
  checkAnswer?(answer: unknown, field: Readonly<Record<string, unknown>>): string | null;
}
export const fieldKinds = extensionPoint<FieldKind>('templates/field-kind@1');

export const manageTemplates = permission('templates.manage', {
  title: 'Edit and publish templates',
  scope: 'organization',
});
export const readTemplateSchema = permission('templates.readSchema', {
  title: 'Read the schema of a template',
  scope: 'organization',
  keyScope: 'templates:read',
  keysOnly: true,
});

export const templateCreated = event('templates/created@1', {
  says: '{actor} created the template {subject}.',
  title: 'A template was created',
  schema: Type.Object({ name: Type.String() }),
});
export const templateChanged = event('templates/changed@1', {
  says: '{actor} changed the template {subject}.',
  title: 'A template was changed',
  schema: Type.Object({ name: Type.String() }),
});
export const templatePublished = event('templates/published@1', {
  says: '{actor} published version {payload.version} of the template {subject}.',
  title: 'A template version was published',
  schema: Type.Object({ version: Type.Integer() }),
});
/** `workspaceId` handles what clients send from the other one; null when they are offered the template no more. */
export const templateOffered = event('templates/offered@1', {
  says: {
    by: 'payload.workspaceId',
    is: { null: '{actor} no longer offers the template {subject} in {payload.clientWorkspaceId: workspace}.' },
    otherwise:
      '{actor} offers the template {subject} in {payload.clientWorkspaceId: workspace}; {payload.workspaceId: workspace} handles it.',
  },
  title: 'Clients are offered the template, or no more',
  schema: Type.Object({ clientWorkspaceId: Type.String(), workspaceId: Type.Union([Type.String(), Type.Null()]) }),
});

/** A form as it is shown: as a template's version has it, its texts in the reader's language. */
export interface FormShown {
  readonly schema: object;
  readonly wizard: readonly WizardStep[];
  readonly requiredDocuments: readonly RequiredDocument[];
}

/** What is wrong with an answer, or with the files of a requirement (`/files/{requirementKey}`). */
export type FormFault = AnswerFault;

/** A file that is there, or on its way. */
export interface FormFile {
  readonly id: string;
  readonly requirementKey: string;
  readonly fileName: string;
  readonly size: number;
  /** How it stands with virus scanners; null where there are none. */
  readonly scan?: string | null;
  /** How much of it is sent, 0 to 1, while it is on its way; to remove it is to stop it. */
  readonly share?: number;
  /** Why it did not come. */
  readonly fault?: string;
}

/**
 * One step of a form to be filled in, or all of it, by the element that templates bring. Its owner keeps the answers
 * and hears (all bubbling and composed) `dossier-form-answers` ({ answers, typed }) at each change,
 * `dossier-form-left` ({ pointer }) when a field was left, `dossier-form-file` ({ requirementKey, files }) and
 * `dossier-form-file-removed` ({ id }).
 */
export const formStep = slot<{
  form: FormShown;
  /** Its key; null shows all steps. */
  step: string | null;
  answers: Readonly<Record<string, unknown>>;
  /** What cannot be read yet, as it was typed, by the pointer of its answer. */
  typed: Readonly<Record<string, string>>;
  faults: readonly FormFault[];
  /** In which numbers are read and written (BCP 47). */
  language: string;
  size: 'client' | 'staff';
  files: readonly FormFile[];
  locked: boolean;
  /** The day where the organization is, as `2026-11-26`; without it that of the reader. */
  today?: string;
  /** A field that is to get the focus; another object each time. */
  wanted?: { readonly pointer: string } | null;
}>('templates/form-step@1');

/**
 * How fields of a kind are filled in. The element names itself by `describedBy`, and dispatches `dossier-field-answer`
 * (bubbling and composed; detail: the answer, undefined when there is none).
 */
export const fieldControl = slot<{
  field: object;
  value: unknown;
  describedBy: string;
  invalid: boolean;
  locked: boolean;
}>('templates/field-control@1', { kinds: true });
