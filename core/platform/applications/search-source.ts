/** Applications, by number, names, e-mail address and amount. */
import type { Clock, Database } from '@dossier/sdk';
import type { SearchHit, SearchSource } from '../search/contract.ts';
import { cardOf, cards, reachIn } from './cards/cards.ts';
import type { Card } from './cards/contract.ts';
import { listApplications } from './list.ts';
import { amountTerm } from './terms.ts';

/** Staff find those of their workspaces, clients their own; newest first. */
export function applicationsFound(database: Database, clock: Clock): SearchSource {
  const list = listApplications(database);
  const shown = cards(database);
  return {
    title: 'Applications',
    icon: 'applications',
    sign: '#',
    async find(access, places, { words, amount, limit }) {
      const there = reachIn(access, places);
      const { reach } = there;
      const reader = { organization: access.organization, reach, id: access.actor.id, now: clock.now().toISOString() };
      const spelled = [words, ...(amount === null ? [] : [[[amountTerm(amount)]]])];
      const pages = await Promise.all(spelled.map((one) => list.rows(reader, { words: one, limit })));
      const rows = new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row]));
      return [...rows.values()]
        .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
        .slice(0, limit)
        .map((row) => hitOf(row.id, cardOf(row, there)));
    },
    async at(access, places, pages) {
      const ids = pages.flatMap(({ path }) => /^(?:applications|my)\/([^/?]+)$/.exec(path)?.[1] ?? []);
      return [...(await shown.of(access, places, ids))].map(([id, card]) => hitOf(id, card));
    },
  };
}

const hitOf = (id: string, { as: _as, dueAt: _dueAt, flags: _flags, ...card }: Card): SearchHit => ({ id, ...card });
