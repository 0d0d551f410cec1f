import type { OrganizationAccess } from './access.ts';
import { service } from './references.ts';

/** Where an event stands in the chain of its organization, from 1; `link` binds it to all before it. SHA-256 in hex. */
export interface Sealed {
  readonly number: number;
  readonly digest: string;
  readonly link: string;
}

/** What a look through the chain of an organization found; `broken` is the first thing that is not as it was. */
export interface SealVerdict {
  readonly entries: number;
  /** The last entry of which a proof is kept outside of the database. */
  readonly signedUpTo: number | null;
  /** Events that are not in the chain yet. */
  readonly unsealed: number;
  readonly broken: {
    readonly kind: 'altered' | 'deleted' | 'reordered' | 'inserted' | 'truncated' | 'rewritten' | 'forged head';
    readonly entry: number;
    readonly event: string | null;
  } | null;
}

/** The seal over the event log of an organization: whether it is complete and unchanged. */
export interface LogSeal {
  /** By the ids of events; those that are not sealed yet are left out. */
  of(access: OrganizationAccess, ids: readonly string[]): Promise<ReadonlyMap<string, Sealed>>;
  /** Reads all of it, in pages; `progress` hears of each, with the number of entries that there are. */
  verify(
    access: OrganizationAccess,
    o: { readonly signal: AbortSignal; progress(checked: number, total: number): Promise<void> },
  ): Promise<SealVerdict>;
}
export const LogSeal = service<LogSeal>('kernel/log-seal@1');
