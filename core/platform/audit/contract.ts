import { ActorShown, event, idText, momentText, orNull, permission, service, Type } from '@dossier/sdk';
import type { LogEntry, OrganizationAccess, Reply, Sealed } from '@dossier/sdk';

const example = {
  id: '0190c0de-0000-7000-8000-0000000000a1',
  place: '1042-88',
  at: '2026-03-02T09:30:00.000Z',
  type: 'api-keys/issued@1',
  title: 'An API key was issued',
  actor: { kind: 'user', id: '0190c0de-0000-7000-8000-000000000021', name: 'Ada Admin' },
  before: null,
  after: { name: 'Partner portal', scopes: ['applications:write'] },
  details: {},
  audience: 'internal',
  subject: { type: 'api-key', id: '0190c0de-0000-7000-8000-000000000081' },
  workspaceId: null,
  sentence: [
    { text: 'Ada Admin', is: 'actor', record: null },
    { text: ' issued the API key ', is: 'text', record: null },
    { text: 'Partner portal', is: 'value', record: null },
    { text: '.', is: 'text', record: null },
  ],
  changes: [{ title: 'Name', before: null, after: 'Partner portal', withheld: false }],
};

/** Reads internal entries of the audit trail of applications in a workspace. */
export const readAudit = permission('audit.read', { title: 'Read the audit trail', staff: true });

/**
 * Reads everything that was done in the organization: in every workspace, and to its people, access, keys and settings.
 */
export const readOrganizationAudit = permission('audit.readOrganization', {
  title: 'Read the audit trail of the organization',
  scope: 'organization',
  staff: true,
});

/** Part of a sentence: `record` leads to what is named there; `workspaceId` is null for what belongs to none. */
export const SentencePart = Type.Object({
  text: Type.String(),
  is: Type.Union([Type.Literal('text'), Type.Literal('actor'), Type.Literal('value'), Type.Literal('record')]),
  record: orNull(
    Type.Object({
      type: Type.String(),
      id: idText(),
      workspaceId: orNull(idText()),
      path: orNull(
        Type.String({
          description:
            'Its page, below that of the workspace; without a workspace a page of the organization, or of its settings (settings/…). Null for what has none.',
        }),
      ),
    }),
  ),
});
export type SentencePart = Reply<typeof SentencePart>;

/**
 * One entry of an audit trail: who did what, when, and what it was before and after. `place` in the log is the cursor
 * to go on from. For clients, somebody of the staff who reviewed or decided is
 * `{ kind: 'user', id: '', name: 'Staff' }`.
 */
export const AuditEntry = Type.Object({
  id: idText(),
  place: Type.String(),
  at: momentText(),
  type: Type.String(),
  title: Type.String(),
  actor: ActorShown,
  before: Type.Unknown(),
  after: Type.Unknown(),
  details: Type.Unknown(),
  audience: Type.Union([Type.Literal('internal'), Type.Literal('external')]),
  sentence: Type.Array(SentencePart, { description: 'Who did what, to be read one after another.' }),
});
export type AuditEntry = Reply<typeof AuditEntry>;

/** One thing that was changed, in words; null where there was nothing. */
export const EntryChange = Type.Object({
  title: Type.String(),
  before: orNull(Type.String({ description: 'In words; a day and a moment as in ISO 8601.' })),
  after: orNull(Type.String({ description: 'In words; a day and a moment as in ISO 8601.' })),
  withheld: Type.Boolean({
    description: 'Before and after are for those who may read the record itself, and no part of an export.',
  }),
});
export type EntryChange = Reply<typeof EntryChange>;

/** An entry with what it is about, and where: `workspaceId` is null for what belongs to no workspace. */
export const OrganizationEntry = Type.Object(
  {
    ...AuditEntry.properties,
    subject: Type.Object({
      type: Type.String(),
      id: Type.String({ description: 'A UUID for most types; for plugins and the like their name.' }),
    }),
    workspaceId: orNull(idText()),
    changes: Type.Array(EntryChange, {
      description: 'What is another than before, in words: of `before` and `after`, or inside of the record.',
    }),
  },
  { title: 'AuditEntry', examples: [example] },
);
export type OrganizationEntry = Reply<typeof OrganizationEntry>;

/** As it is exported: `seal` is null for what is not in the chain yet, and binds an entry to all before it. */
export type ExportedEntry = OrganizationEntry & { readonly seal: Sealed | null };

/** Whether the trail is complete and unchanged: how far the check that runs has come, and what the last one found. */
export const TrailCheck = Type.Object(
  {
    state: Type.Union(
      [Type.Literal('waiting'), Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')],
      { description: '`failed`: it was interrupted, which says nothing of the trail.' },
    ),
    checked: Type.Integer({ description: 'Entries that were looked at.' }),
    total: Type.Integer(),
    found: orNull(
      Type.Object({
        at: momentText(),
        by: Type.String(),
        entries: Type.Integer(),
        unsealed: Type.Integer({ description: 'Entries so new that nothing can be said of them yet.' }),
        intact: Type.Boolean(),
        fault: orNull(Type.String({ description: 'The first thing that is not as it was, in words.' })),
        entry: orNull(Type.Integer({ description: 'At which entry, counted from 1.' })),
      }),
    ),
  },
  {
    title: 'AuditCheck',
    examples: [
      {
        state: 'done',
        checked: 48219,
        total: 48219,
        found: {
          at: '2026-03-02T09:30:00.000Z',
          by: 'Ada Admin',
          entries: 48219,
          unsealed: 0,
          intact: true,
          fault: null,
          entry: null,
        },
      },
    ],
  },
);
export type TrailCheck = Reply<typeof TrailCheck>;

export const trailExported = event('audit/exported@1', {
  says: '{actor} exported the audit trail as {payload.format}.',
  title: 'The audit trail was exported',
  schema: Type.Object({ format: Type.String() }),
  isReading: true,
});
export const trailChecked = event('audit/checked@1', {
  says: {
    by: 'payload.intact',
    is: { true: 'The audit trail was checked for {payload.by}, and is complete and unchanged.' },
    otherwise: 'The audit trail was checked for {payload.by}, and is not as it was written.',
  },
  title: 'The audit trail was checked',
  schema: Type.Object({ entries: Type.Integer(), intact: Type.Boolean(), by: Type.String() }),
});

/** Something that the trail can be narrowed to. */
export const FoundRecord = Type.Object(
  { type: Type.String(), id: idText(), name: Type.String() },
  {
    title: 'AuditRecord',
    examples: [{ type: 'application', id: '0190c0de-0000-7000-8000-000000000031', name: '2026-000123' }],
  },
);
export type FoundRecord = Reply<typeof FoundRecord>;

/** A type that entries can have, for example `api-keys/issued@1`, and its title. */
export const AuditType = Type.Object(
  { type: Type.String(), title: Type.String() },
  { title: 'AuditType', examples: [{ type: example.type, title: example.title }] },
);
export type AuditType = Reply<typeof AuditType>;

/** An event for somebody whom it concerns. It need not be in the log yet. */
export interface Telling {
  readonly event: Pick<LogEntry, 'type' | 'subject' | 'actor' | 'before' | 'after' | 'payload'> &
    Pick<LogEntry, 'organization' | 'workspace'>;
  /** Why they hear of it, as a key of `concerns` and `tells` of the event's type. */
  readonly why: string;
  readonly as: 'staff' | 'client';
}

/** Says what happened in the words that the types of events declare. */
export interface Sentences {
  /**
   * These in their order, each a sentence without a full stop: as `tells` has it for why they hear of it or for what
   * they are, or else as the trail tells it. Whether the reader may hear of it has been asked before.
   */
  told(reader: OrganizationAccess, asked: readonly Telling[]): Promise<readonly string[]>;
}
export const Sentences = service<Sentences>('audit/sentences@1');
