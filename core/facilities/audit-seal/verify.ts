import type { Transaction } from '@dossier/sdk';
import { sql } from 'kysely';
import { chainStart, digestOf, linkOf } from './digest.ts';
import { newestEntries } from './newest-entries.ts';
import { installation, logColumns } from '../events/index.ts';
import type { LogDatabase, LogRow } from '../events/index.ts';
import type { SealedHead, SealFile } from './seal-file.ts';

/** The first entry of an organization's chain that is not as it was sealed. Entries count from 1. */
export interface Broken {
  readonly kind: 'altered' | 'deleted' | 'reordered' | 'inserted' | 'truncated' | 'rewritten' | 'forged head';
  readonly entry: number;
  /** The event, where it is known. */
  readonly event: string | null;
  readonly detail: string;
}

export interface Verdict {
  readonly organization: string;
  /** Entries of the chain that were found. */
  readonly entries: number;
  /** The last signed head; null when none was written yet. */
  readonly signedUpTo: number | null;
  /** Events that are not sealed yet: nothing can be said of them. */
  readonly unsealed: number;
  readonly broken: Broken | null;
}

interface Entry extends Omit<LogRow, 'id'> {
  readonly id: string | null;
  readonly number: string;
  readonly entryId: string;
  readonly digest: string;
  readonly link: string;
  readonly salt: string | null;
}

/** So few that their digests hold the process for some milliseconds. */
const batch = 250;

/**
 * Checks one organization, or all that have events, a chain or a signed head. Reads in pages: it may run next to the
 * server.
 */
export async function verifyLog(o: {
  database: LogDatabase;
  file: SealFile;
  organization?: string;
  /** Hears how many entries of a chain were looked at. */
  passed?: (entries: number) => Promise<void>;
}): Promise<readonly Verdict[]> {
  const waiting = await o.database.systemTransaction('app_jobs', unsealed);
  if (o.organization) return [await verifyOne(o.database, o.file, o.organization, waiting, o.passed)];
  const chains = await o.database.systemTransaction('app_jobs', (tx) => newestEntries(tx, 'all'));
  const organizations = [
    ...new Set([...chains.map((chain) => chain.organizationId), ...(await o.file.organizations()), ...waiting.keys()]),
  ].sort();
  const verdicts: Verdict[] = [];
  for (const organization of organizations) verdicts.push(await verifyOne(o.database, o.file, organization, waiting));
  return verdicts;
}

async function verifyOne(
  database: LogDatabase,
  file: SealFile,
  organization: string,
  waiting: ReadonlyMap<string, number>,
  passed?: (entries: number) => Promise<void>,
): Promise<Verdict> {
  const { heads, forged } = await file.read(organization);
  const signedUpTo = heads.at(-1)?.number ?? null;
  const signed = new Map(heads.map((head) => [head.number, head]));
  let last = { number: 0, link: chainStart };
  let trusted = 0;
  const verdict = (broken: Broken | null): Verdict => ({
    organization,
    entries: last.number,
    signedUpTo,
    unsealed: waiting.get(organization) ?? 0,
    broken,
  });

  for (;;) {
    const page = await database.systemTransaction('app_jobs', (tx) => readEntries(tx, organization, last.number));
    for (const entry of page) {
      const broken = checkEntry(entry, last, page) ?? checkHead(entry, signed.get(Number(entry.number)), trusted);
      if (broken) return verdict(broken);
      last = { number: Number(entry.number), link: entry.link };
      if (signed.has(last.number)) trusted = last.number;
    }
    await passed?.(last.number);
    if (page.length < batch) break;
  }
  if (signedUpTo !== null && last.number < signedUpTo) {
    return verdict({
      kind: 'truncated',
      entry: last.number + 1,
      event: null,
      detail: `The chain ends at entry ${last.number}, but its signed head says that it reached entry ${signedUpTo}.`,
    });
  }
  const inserted = await database.systemTransaction('app_jobs', (tx) => firstUnsealed(tx, organization));
  if (inserted)
    return verdict({
      kind: 'inserted',
      entry: last.number,
      event: inserted,
      detail: 'This event stands among the sealed ones, but was never sealed.',
    });
  if (forged > 0)
    return verdict({
      kind: 'forged head',
      entry: last.number,
      event: null,
      detail: `${forged} lines of the file of signed heads do not carry this installation's signature.`,
    });
  return verdict(null);
}

function checkEntry(entry: Entry, last: { number: number; link: string }, page: readonly Entry[]): Broken | null {
  const expected = last.number + 1;
  const number = Number(entry.number);
  if (number !== expected)
    return {
      kind: 'deleted',
      entry: expected,
      event: null,
      detail:
        number === expected + 1 ? `Entry ${expected} is missing.` : `Entries ${expected} to ${number - 1} are missing.`,
    };
  const { entryId: event, salt } = entry;
  if (entry.id === null)
    return { kind: 'deleted', entry: number, event, detail: 'The event of this entry is missing.' };
  if (salt === null)
    return {
      kind: 'altered',
      entry: number,
      event,
      detail: 'The salt of this entry is missing, so that its event cannot be checked.',
    };
  const row = { ...entry, id: entry.id };
  if (digestOf(row, salt) !== entry.digest) {
    // Does another event of the page fit here? Then two have changed places.
    const swapped = page.some(
      (other) =>
        other.id !== null &&
        other !== entry &&
        (digestOf({ ...other, id: row.id }, salt) === entry.digest ||
          digestOf({ ...row, seq: other.seq }, salt) === entry.digest),
    );
    return swapped
      ? { kind: 'reordered', entry: number, event, detail: 'This event has changed places with another one.' }
      : { kind: 'altered', entry: number, event, detail: 'This event is not what it was when it was sealed.' };
  }
  if (linkOf(last.link, entry.digest) !== entry.link)
    return { kind: 'reordered', entry: number, event, detail: 'This entry does not follow the one before it.' };
  return null;
}

/** A chain that was computed anew is sound in itself, but does not meet what was signed outside. */
function checkHead(entry: Entry, head: SealedHead | undefined, trusted: number): Broken | null {
  if (!head || head.link === entry.link) return null;
  return {
    kind: 'rewritten',
    entry: trusted + 1,
    event: null,
    detail: `The entries ${trusted + 1} to ${entry.number} were sealed anew: they do not lead to the head that was signed at ${head.at}.`,
  };
}

async function readEntries(tx: Transaction, organization: string, after: number): Promise<readonly Entry[]> {
  const found =
    await sql<Entry>`select s.number::text as number, s.id::text as "entryId", s.digest, s.link, t.salt, ${logColumns}
    from seal_entry s left join event e on e."organizationId" = s."organizationId" and e.id = s.id left join seal_salt t on t."organizationId" = s."organizationId" and t.id = s.id
    where s."organizationId" = ${organization}::text::uuid and s.number > ${sql.lit(after)} order by s.number limit ${sql.lit(batch)}`.execute(
      tx.sql(),
    );
  return found.rows;
}

/**
 * By organization, how many events stand behind the place that the sealer has reached. Compared with one place, the
 * order of the log is an index; asked whether there is a place, it would be read whole.
 */
async function unsealed(tx: Transaction): Promise<ReadonlyMap<string, number>> {
  const reached = sql`(select xid, seq from consumer_position where id = 'kernel/sealer' union all select '0'::xid8, 0 order by 1 desc limit 1)`;
  const found = await sql<{
    organization: string;
    events: string;
  }>`select e."organizationId"::text as organization, count(*) as events
    from ${reached} p join event e on (e.xid, e.seq) > (p.xid, p.seq) group by 1`.execute(tx.sql());
  return new Map(found.rows.map(({ organization, events }) => [organization, Number(events)]));
}

async function firstUnsealed(tx: Transaction, organization: string): Promise<string | null> {
  const found = await sql<{
    id: string;
  }>`select e.id::text as id from event e join consumer_position p on p.id = 'kernel/sealer' and (e.xid, e.seq) <= (p.xid, p.seq)
    where e."organizationId" = ${organization}::text::uuid and not exists (select 1 from seal_entry s where s."organizationId" = e."organizationId" and s.id = e.id)
    order by e.xid, e.seq limit 1`.execute(tx.sql());
  return found.rows[0]?.id ?? null;
}

/** What `dossier audit verify` prints; `intact` decides its exit code. */
export function describeVerdicts(verdicts: readonly Verdict[]): { readonly intact: boolean; readonly text: string } {
  const lines = verdicts.map(({ organization, entries, signedUpTo, unsealed: left, broken }) => {
    const name = organization === installation ? 'installation' : `organization ${organization}`;
    const outside = signedUpTo === null ? 'no head is signed yet' : `signed up to entry ${signedUpTo}`;
    if (!broken)
      return `${name}: intact, ${entries} entries, ${outside}${left > 0 ? `; ${left} events are not sealed yet: a running server does it` : ''}`;
    return `${name}: broken at entry ${broken.entry} (${broken.kind}). ${broken.detail}${broken.event ? ` Event ${broken.event}.` : ''}`;
  });
  const intact = verdicts.every(({ broken }) => broken === null);
  return {
    intact,
    text:
      verdicts.length === 0
        ? 'intact: nothing has been sealed yet'
        : [...lines, intact ? 'intact' : 'broken'].join('\n'),
  };
}
