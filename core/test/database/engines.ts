/** Engines that a test body runs on: a real PostgreSQL, where there is one, and in a run of everything PGlite too. */
import type { Test } from 'tap';
import { openDatabase } from '../../facilities/database/index.ts';
import type { DatabaseOptions, OpenDatabase } from '../../facilities/database/index.ts';
import { blankDump } from '../../testing/dump.ts';
import { everything } from '../../testing/set.ts';
import { sharedPostgres } from '../../../test/servers/postgres.ts';
import { rates, recordingLog, shops } from './sample.ts';

/** `superUrl` is for what a test looks at past every wall. */
export type Place = Pick<DatabaseOptions, 'dataDir' | 'url' | 'adminUrl' | 'loadDump'> & { readonly superUrl?: string };

export interface EngineUnderTest {
  readonly kind: 'pglite' | 'postgresql';
  /** On one of the engines: the quicker one that is there, for what does not depend on the engine. */
  readonly once: boolean;
  /** An empty database. On PGlite every call opens another one. */
  empty(): Promise<Place>;
  /** Opened, migrated, closed at the end of the test. */
  open(t: Test, o?: Partial<DatabaseOptions>): Promise<OpenDatabase>;
}

let count = 0;

export async function onBothEngines(t: Test, body: (t: Test, engine: EngineUnderTest) => Promise<void>): Promise<void> {
  // Loading the embedded database many times takes its time on a busy machine.
  const server = await sharedPostgres();
  if (server) t.teardown(() => server.stop());
  if (everything || !server)
    await t.test('on PGlite', (t) =>
      body(
        t,
        underTest('pglite', server === null, async () => ({ dataDir: 'memory', loadDump: await blankDump() })),
      ),
    );
  if (server)
    await t.test('on PostgreSQL', (t) =>
      body(
        t,
        underTest('postgresql', true, () => server.createDatabase(`test_${++count}`)),
      ),
    );
}

function underTest(kind: EngineUnderTest['kind'], once: boolean, empty: EngineUnderTest['empty']): EngineUnderTest {
  return {
    kind,
    once,
    empty,
    async open(t, o = {}) {
      const place = o.loadDump === undefined && o.url === undefined ? await empty() : {};
      const db = await openDatabase({ plugins: [shops, rates], log: recordingLog().log, ...place, ...o });
      t.teardown(() => db.close());
      await db.migrate();
      return db;
    },
  };
}
