import { markdownExcerpt } from '@dossier/sdk/markdown-text';
import type { Cards } from '../../applications/cards/contract.ts';
import type { NoticeKind, NoticeText } from '../../notices/contract.ts';
import type { Reading, Seen } from '../reading.ts';

/** Notices of comments that are there for who reads them as this at that moment, with how the comment begins. */
export const saying =
  ({ reading, cards }: { readonly reading: Pick<Reading, 'seenMany'>; readonly cards: Cards }) =>
  (as: 'staff' | 'client'): NoticeKind['tell'] =>
  async (reader, places, notices) => {
    const known = await cards.of(
      reader,
      places,
      notices.map(({ subject }) => subject.id),
    );
    const seen = new Map<string, Seen>();
    for (const place of places) {
      const ids = notices.flatMap(({ workspace, subject, ids }) =>
        (workspace ?? known.get(subject.id)?.workspaceId) === place.workspace ? (ids?.['commentId'] ?? []) : [],
      );
      if (ids.length > 0) for (const [id, one] of await reading.seenMany(place, ids)) seen.set(id, one);
    }
    const told = new Map<string, NoticeText>();
    for (const { id, subject, ids } of notices) {
      const card = known.get(subject.id);
      const { row, met } = seen.get(ids?.['commentId'] ?? '') ?? {};
      if (!card || !row || met?.as !== as || row.removedAt !== null) continue;
      told.set(id, {
        text: null,
        excerpt: markdownExcerpt(row.text, { names: true }),
        isInternal: row.kind === 'internal',
        subject: { ...card, about: `${card.about} · ${card.state}`, path: `${card.path}?tab=dossier-comments` },
      });
    }
    return told;
  };
