import { badCursor, isId } from '@dossier/sdk';
import type { Database, EventLog, EventType, LogEntry } from '@dossier/sdk';
import type { PersonalParts } from './personal.ts';
import { readBack, readByIds, readLog } from './reader.ts';
import { cursorOf, logStart, toLogged } from './row.ts';
import type { Cursor, LogRow } from './row.ts';

/** The log as the audit trail reads it: rows with the title that their event type declares. */
export function createLogReader(o: {
  database: Database;
  events: readonly EventType<unknown>[];
  personal: Pick<PersonalParts, 'open'>;
}): EventLog {
  const titles = new Map(o.events.map((event) => [event.id, event.title]));
  const entryOf = (row: LogRow): LogEntry => ({
    ...toLogged(row, o.personal),
    title: titles.get(row.type) ?? row.type,
    audience: row.audience,
  });
  return {
    async of(access, { subject, workspace, audience, after, limit = 100 }) {
      const from = after === undefined ? logStart : placeIn(after);
      const page = await o.database.read(access, (tx) =>
        readLog(tx, from, bounded(limit), {
          organization: access.organization,
          ...(subject ? { subject } : {}),
          ...(workspace ? { workspace } : {}),
          ...(audience ? { audience } : {}),
        }),
      );
      return page.rows.map(entryOf);
    },
    async latest(access, { type, ...query }, { before, limit = 100 } = {}) {
      const from = before === undefined ? null : placeIn(before);
      const rows = await o.database.read(access, (tx) =>
        readBack(tx, from, bounded(limit), {
          organization: access.organization,
          ...query,
          ...(type === undefined ? {} : { types: [type] }),
        }),
      );
      return rows.map(entryOf);
    },
    async byIds(access, ids) {
      const known = [...new Set(ids)].filter(isId);
      if (known.length === 0) return [];
      const rows = await o.database.read(access, (tx) => readByIds(tx, access.organization, known));
      return rows.map(entryOf);
    },
    types: o.events.map(({ id, title, says, tells }) => ({
      type: id,
      title,
      ...(says === undefined ? {} : { says }),
      ...(tells === undefined ? {} : { tells }),
    })),
  };
}

const bounded = (limit: number): number => Math.min(Math.max(limit, 1), 1000);

/** An empty trail for what is no place would not be true. */
function placeIn(text: string): Cursor {
  const place = cursorOf(text);
  if (!place) throw badCursor('Take the place of the last entry seen, or leave it out to begin at the first.');
  return place;
}
