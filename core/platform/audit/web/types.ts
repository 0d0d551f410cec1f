import type { OrganizationEntry } from '../contract.ts';

export type {
  AuditType,
  EntryChange as AuditChange,
  FoundRecord,
  OrganizationEntry as AuditEntry,
  TrailCheck,
} from '../contract.ts';

/** `kind` is `user`, `key`, or `system` for what the platform did by itself; then `id` is the part of it that did. */
export type Actor = OrganizationEntry['actor'];
