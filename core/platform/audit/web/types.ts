import type { OrganizationEntry } from '@dossier/core/platform/audit/contract';

export type { AuditType, OrganizationEntry as AuditEntry } from '@dossier/core/platform/audit/contract';

/** `kind` is `user`, `key`, or `system` for what the platform did by itself; then `id` is the part of it that did. */
export type Actor = OrganizationEntry['actor'];
