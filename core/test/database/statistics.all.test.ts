/** The embedded database has nobody who looks at its tables as they grow: the kernel does. */
import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { openDatabase } from '../../facilities/database/index.ts';
import { blankDump } from '../../testing/dump.ts';
import { eventually } from '../../testing/waiting.ts';
import { organizations, recordingLog, shops } from './sample.ts';
import type { Tables } from './sample.ts';

const { a } = organizations;

t.test('statistics follow the growth of a table', async (t) => {
  const db = await openDatabase({
    dataDir: 'memory',
    loadDump: await blankDump(),
    plugins: [shops],
    log: recordingLog().log,
  });
  t.teardown(() => db.close());
  await db.migrate();
  const known = async (): Promise<number> =>
    Number(
      (await db.asOwner((owner) => owner.run(`select reltuples from pg_class where relname = 'item'`))).rows[0]?.[
        'reltuples'
      ],
    );
  await db.database.write(a, (tx) => tx.sql<Tables>().insertInto('shop').values({ id: a, slug: 'a' }).execute());
  const add = async (writes: number): Promise<void> => {
    for (let n = 0; n < writes; n++)
      await db.database.write(a, (tx) =>
        tx
          .sql<Tables>()
          .insertInto('item')
          .values(
            [1, 2].map((one) => ({
              organizationId: a,
              id: newId(),
              name: `Item ${one}`,
              createdAt: new Date().toISOString(),
            })),
          )
          .execute(),
      );
  };
  t.equal(await known(), -1, 'nothing is known of a new table');
  await add(200);
  await eventually('the table was looked at', known, 400);
  await add(200);
  t.equal(await eventually('it was looked at again', known, 800), 800);
});
