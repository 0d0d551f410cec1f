import { accessChangeOf, accessChanged } from './access-changed.ts';
import { settingsChanged, settingsChangeOf } from './settings-changed.ts';
import type { SettingsChange } from './settings-changed.ts';
import { createWakeSignal, createLoop } from './wake-signal.ts';
import type { AccessChange, Log, LogDatabase, Timing } from './port.ts';
import { logEnd, readLog } from './reader.ts';
import type { Cursor } from './row.ts';

/** Commits that follow each other this closely share one look, in milliseconds. */
const gather = 50;

/**
 * Every node's own look at the log, independent of relay and broker: it drops what was cached about access, and what
 * was built from settings, within one poll, and wakes the subscriptions and the relay when something has committed
 * elsewhere.
 */
export interface Watch {
  /** Notes the end of the log: what comes after it is looked at. */
  note(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  wake(): void;
}

export function createWatch(o: {
  database: LogDatabase;
  timing: Timing;
  log: Log;
  /** Milliseconds between two looks when nothing wakes it. */
  poll: number;
  types: () => ReadonlySet<string>;
  /** More of the log can be read than at the last look, of whatever types. */
  onMore: () => void;
  onEvents: (types: ReadonlySet<string>) => void;
  onAccessChange: (change: AccessChange) => void;
  onSettingsChange: (change: SettingsChange) => void;
}): Watch {
  const wakeSignal = createWakeSignal(o.timing);
  let at: Cursor | null = null;

  const look = async (): Promise<boolean> => {
    const from = at ?? (at = await o.database.systemTransaction('app_jobs', logEnd));
    const page = await o.database.systemTransaction('app_jobs', (tx) =>
      readLog(tx, from, 500, { types: [accessChanged.id, settingsChanged.id, ...o.types()] }),
    );
    for (const row of page.rows) {
      const change = accessChangeOf(row);
      if (change) o.onAccessChange(change);
      const settings = settingsChangeOf(row);
      if (settings) o.onSettingsChange(settings);
    }
    if (page.rows.length > 0) o.onEvents(new Set(page.rows.map((row) => row.type)));
    // What became readable since the last look lies between its end and this one's: where they are the same, it was
    // nothing.
    if (page.end.xid !== from.xid || page.end.seq !== from.seq) o.onMore();
    at = page.end;
    return page.full;
  };

  const loop = createLoop(async (signal) => {
    const more = await look().catch((error: unknown) => {
      o.log.warn({ err: error }, 'The event log cannot be read at present; it is tried again.');
      return false;
    });
    if (more) return;
    await wakeSignal.wait(o.poll, signal);
    await o.timing.wait(gather, signal);
  });

  return {
    async note() {
      at = await o.database.systemTransaction('app_jobs', logEnd);
    },
    start: loop.start,
    stop: loop.stop,
    wake: wakeSignal.wake,
  };
}
