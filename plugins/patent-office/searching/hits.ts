/** Hits as pages show them: what is known of each publication, and whether this person has seen or saved it. */
import type { Transaction, WorkspaceAccess } from '@dossier/sdk';
import { mark } from '../cql/index.ts';
import type { Term } from '../cql/index.ts';
import type { PatentTables } from '../entities.ts';
import { readBest } from '../library/texts.ts';
import { known } from '../patents.ts';
import type { KnownPatent } from '../patents.ts';
import type { Hit } from '../replies.ts';

/**
 * In the order of the office. Those of one family stand where the first of them does: the one that is read best, with
 * the numbers of the others.
 */
export async function hitsOf(
  tx: Transaction,
  access: WorkspaceAccess,
  numbers: readonly string[],
  { saved, looked }: { readonly saved: ReadonlySet<string>; readonly looked: readonly Term[] },
): Promise<readonly Hit[]> {
  const patents = await known(tx, access.organization, numbers);
  const seen = await seenOf(tx, access, [...patents.values()]);
  const families = new Map<string, Map<string, KnownPatent>>();
  for (const number of numbers) {
    const patent = patents.get(number);
    if (!patent) continue;
    const family = patent.line.family ?? patent.line.number;
    const members = families.get(family) ?? new Map<string, KnownPatent>();
    families.set(family, members.set(patent.line.number, patent));
  }
  return [...families.values()].flatMap((members) => {
    const alike = [...members.keys()];
    const best = readBest(alike);
    const patent = members.get(best);
    if (!patent) return [];
    const { line, id } = patent;
    return {
      patent: line,
      marks: mark(line.title ?? '', looked, 'title').map(({ from, to }) => ({ from, to })),
      isSaved: saved.has(line.number),
      isSeen: seen.has(id),
      others: alike.filter((number) => number !== best),
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
