/** What authors of saved searches hear: what is new since they have not looked, whichever look found it. */
import { isInOrganization, isId } from '@dossier/sdk';
import type { Database, Delivered, OrganizationId, Transaction } from '@dossier/sdk';
import type { Cards } from '@dossier/core/platform/applications/cards/contract';
import type { Concerned, NoticeKind, NoticeText } from '@dossier/core/platform/notices/contract';
import { watchFound } from '../contract.ts';
import type { PatentTables } from '../entities.ts';
import { known } from '../patents.ts';
import { toldFindings } from './watch-rows.ts';
import type { WatchRow } from './watch-rows.ts';

/** Patents that are counted in a notice: as many as a look can find. */
const COUNTED = 2_000;
/** Of these the titles are shown. */
const TITLES = 3;
/** Milliseconds that the event of a look is noted after what it found, at most. */
const AFTER = 60_000;

/** Where an application shows the reader's saved searches, behind its address. */
const WATCHES = '?tab=dossier-patents&patents=watches';
/** For one that was saved with no application, or with one that its author reads no more. */
const ELSEWHERE = 'applications';

interface Deps {
  readonly database: Pick<Database, 'read'>;
  readonly cards: Pick<Cards, 'of'>;
}

export const watchKind = ({ database, cards }: Deps): NoticeKind => ({
  title: 'A search that you saved finds new patents',
  group: 'Patents',
  icon: 'bell',
  audience: 'staff',
  usual: { page: true, mail: 'daily' },
  why: { author: 'You saved this search.' },
  events: [watchFound],

  async of(happened) {
    const concerned: Concerned[] = [];
    for (const [organization, some] of byOrganization(happened)) {
      const watches = await database.read({ organization, audience: 'staff' }, (tx) =>
        watchesBy(
          tx,
          organization,
          some.map(({ event }) => event.subject.id),
        ),
      );
      for (const { event } of some) {
        const watch = watches.get(event.subject.id);
        if (!watch) continue;
        concerned.push({
          event: event.id,
          to: watch.userId,
          why: 'author',
          subject: { type: 'patent-watch', id: watch.id },
          workspace: watch.workspaceId,
          // One notice for a search until its author has seen it; then it comes anew.
          once: watch.id,
          again: true,
        });
      }
    }
    return concerned;
  },

  async tell(reader, places, notices) {
    const asStaff = { organization: reader.organization, audience: 'staff' } as const;
    const watches = await database.read(asStaff, (tx) =>
      watchesBy(
        tx,
        reader.organization,
        notices.map(({ subject }) => subject.id),
      ),
    );
    const cases = await cards.of(
      reader,
      places,
      [...watches.values()].flatMap(({ applicationId }) => applicationId ?? []),
    );
    return database.read(asStaff, async (tx) => {
      const told = new Map<string, NoticeText>();
      for (const { id, subject, at } of notices) {
        const watch = watches.get(subject.id);
        // Its author alone, and where they still may search.
        if (watch?.userId !== reader.actor.id) continue;
        if (!places.some(({ workspace }) => workspace === watch.workspaceId)) continue;
        const since = new Date(new Date(at).getTime() - AFTER);
        const found = await toldFindings(tx, reader.organization, { watchId: watch.id, since, limit: COUNTED });
        const numbers = found.map(({ docdb }) => docdb);
        if (numbers.length === 0) continue;
        const card = watch.applicationId === null ? undefined : cases.get(watch.applicationId);
        told.set(id, {
          text: numbers.length === 1 ? 'Found a new patent' : `Found ${numbers.length} new patents`,
          excerpt: await titlesOf(tx, reader.organization, numbers.slice(0, TITLES)),
          isInternal: true,
          subject: {
            title: watch.name,
            about: card ? `Saved search · ${card.about}` : 'Saved search',
            workspaceId: watch.workspaceId,
            path: card?.as === 'staff' ? `${card.path}${WATCHES}` : ELSEWHERE,
          },
        });
      }
      return told;
    });
  },
});

/** Events of one organization come together, as they are delivered. */
const byOrganization = (happened: readonly Delivered[]): ReadonlyMap<OrganizationId, readonly Delivered[]> => {
  const sorted = new Map<OrganizationId, Delivered[]>();
  for (const one of happened)
    if (isInOrganization(one.access))
      sorted.set(one.access.organization, [...(sorted.get(one.access.organization) ?? []), one]);
  return sorted;
};

async function watchesBy(
  tx: Transaction,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WatchRow>> {
  const some = [...new Set(ids)].filter(isId);
  if (some.length === 0) return new Map();
  const rows = await tx
    .sql<PatentTables>()
    .selectFrom('patent_watch')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('id', 'in', some)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function titlesOf(
  tx: Transaction,
  organization: OrganizationId,
  numbers: readonly string[],
): Promise<string | null> {
  const patents = await known(tx, organization, numbers);
  const titles = numbers.flatMap((number) => {
    const line = patents.get(number)?.line;
    return line ? [line.title === null ? line.spoken : `${line.title} (${line.spoken})`] : [];
  });
  return titles.length > 0 ? titles.join(' · ') : null;
}
