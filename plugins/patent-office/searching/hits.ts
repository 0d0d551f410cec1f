/** Hits as pages show them: what is known of each publication, and whether this person has seen or saved it. */
import type { Transaction, WorkspaceAccess } from '@dossier/sdk';
import { mark } from '../cql/index.ts';
import type { Term } from '../cql/index.ts';
import type { PatentTables } from '../entities.ts';
import { readBest } from '../library/texts.ts';
import { known } from '../patents.ts';
import type { KnownPatent } from '../patents.ts';
import type { Hit } from '../replies.ts';

/** Hits in the order of the office; those of one family name the one of them that is read best. */
export async function hitsOf(
  tx: Transaction,
  access: WorkspaceAccess,
  numbers: readonly string[],
  { saved, looked }: { readonly saved: ReadonlySet<string>; readonly looked: readonly Term[] },
): Promise<readonly Hit[]> {
  const patents = await known(tx, access.organization, numbers);
  const seen = await seenOf(tx, access, [...patents.values()]);
  const there = numbers.flatMap((number) => patents.get(number) ?? []);
  const families = Map.groupBy(there, ({ line }) => line.family ?? line.number);
  return there.map(({ id, line }) => {
    const members = families.get(line.family ?? line.number) ?? [];
    const best = readBest(members.map((member) => member.line.number));
    return {
      ...line,
      marks: mark(line.title ?? '', looked, 'title').map(({ from, to }) => ({ from, to })),
      isSaved: saved.has(line.number),
      isSeen: seen.has(id),
      behind: best === line.number ? null : best,
    };
  });
}

async function seenOf(
  tx: Transaction,
  { organization, actor }: WorkspaceAccess,
  patents: readonly KnownPatent[],
): Promise<ReadonlySet<string>> {
  if (patents.length === 0) return new Set();
  const rows = await tx
    .sql<PatentTables>()
    .selectFrom('patent_seen')
    .select('patentId')
    .where('organizationId', '=', organization)
    .where('userId', '=', actor.id)
    .where(
      'patentId',
      'in',
      patents.map(({ id }) => id),
    )
    .execute();
  return new Set(rows.map(({ patentId }) => patentId));
}
