import { ActorShown, idText, momentText, orNull, permission, Type } from '@dossier/sdk';
import type { Reply } from '@dossier/sdk';

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
});
export type AuditEntry = Reply<typeof AuditEntry>;

/** An entry with what it is about, and where: `workspaceId` is null for what belongs to no workspace. */
export const OrganizationEntry = Type.Object(
  {
    ...AuditEntry.properties,
    subject: Type.Object({
      type: Type.String(),
      id: Type.String({ description: 'A UUID for most types; for plugins and the like their name.' }),
    }),
    workspaceId: orNull(idText()),
  },
  { title: 'AuditEntry', examples: [example] },
);
export type OrganizationEntry = Reply<typeof OrganizationEntry>;

/** A type that entries can have, for example `api-keys/issued@1`, and its title. */
export const AuditType = Type.Object(
  { type: Type.String(), title: Type.String() },
  { title: 'AuditType', examples: [{ type: example.type, title: example.title }] },
);
export type AuditType = Reply<typeof AuditType>;
