import { badCursor } from '@dossier/sdk';
import type { Database, EventLog, EventType } from '@dossier/sdk';
import { readLog } from './reader.ts';
import { cursorOf, logStart, toLogged } from './row.ts';

/** The log as the audit trail reads it: rows with the title that their event type declares. */
export function createLogReader(o: { database: Database; events: readonly EventType<unknown>[] }): EventLog {
  const titles = new Map(o.events.map((event) => [event.id, event.title]));
  return {
    async of(access, { subject, workspace, audience, after, limit = 100 }) {
      const from = after === undefined ? logStart : cursorOf(after);
      // An empty trail would not be true.
      if (!from) throw badCursor('Take the place of the last entry seen, or leave it out to begin at the first.');
      const page = await o.database.read(access, (tx) => readLog(tx, from, Math.min(Math.max(limit, 1), 1000), { organization: access.organization, ...(subject ? { subject } : {}), ...(workspace ? { workspace } : {}), ...(audience ? { audience } : {}) }));
      return page.rows.map((row) => ({ ...toLogged(row), title: titles.get(row.type) ?? row.type, audience: row.audience }));
    },
  };
}
