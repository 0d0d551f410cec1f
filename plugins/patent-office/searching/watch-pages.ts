/** Hits of a saved search, page by page: the newest first, as the office gives them, and no further than it reaches. */
import type { Clock, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { SearchAnswer } from '../answers/types.ts';
import type { Asking } from '../asking.ts';
import { canonical } from '../numbers/words.ts';
import { noted } from '../patents.ts';
import type { OfficeClient } from '../service/client.ts';

/** Hits that the office gives at once, and in all. */
export const [PAGE, REACH] = [100, 2_000];

export interface HitPage {
  /** Each once. What the office names without a number or a kind cannot be known again, and is left out. */
  readonly numbers: readonly string[];
  /** Of all that there are; null where the office does not say. */
  readonly total: number | null;
  /** The office sent fewer than it said. */
  readonly isPartial: boolean;
}

interface Deps {
  readonly asking: Pick<Asking, 'once'>;
  readonly clock: Clock;
}

/**
 * The page that begins with this hit, from 1, for one credit. Its patents are noted, so that a list of them costs
 * nothing; `keep` runs in the same transaction. Throws `OfficeError`, and the conflict `no-credits`.
 */
export async function pageFrom(
  { asking, clock }: Deps,
  o: {
    readonly access: WorkspaceAccess;
    readonly office: Pick<OfficeClient, 'announcing'>;
    readonly cql: string;
    readonly from: number;
    readonly keep?: (tx: Transaction, page: HitPage) => Promise<void>;
  },
): Promise<HitPage> {
  const answer = await asking.once(o.access, {
    purchase: { what: 'search', about: o.cql, credits: 1 },
    client: o.office,
    call: (asked) => asked.search(o.cql, { from: o.from, size: Math.min(PAGE, REACH - o.from + 1) }),
    keep: async (tx, found) => {
      await noted(tx, o.access.organization, found.documents, clock.now());
      await o.keep?.(tx, pageOf(found));
      return 1;
    },
  });
  return pageOf(answer);
}

const pageOf = ({ documents, total, partial }: SearchAnswer): HitPage => ({
  numbers: [
    ...new Set(
      documents.flatMap(({ number, status }) =>
        number && number.kind !== null && status !== 'not found' ? [canonical(number)] : [],
      ),
    ),
  ],
  total,
  isPartial: partial,
});
