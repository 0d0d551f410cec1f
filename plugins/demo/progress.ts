import { shapeOf } from '@dossier/sdk';
import type { Clock, Database } from '@dossier/sdk';
import type { DemoProgress } from './contract.ts';
import type { DemoTables } from './entities.ts';

export function createProgress({ database, clock }: { database: Database; clock: Clock }): DemoProgress {
  const done: DemoProgress['done'] = (organization, step, result) =>
    database.read(organization, async (tx) => {
      const row = await tx
        .sql<DemoTables>()
        .selectFrom('demo_step')
        .select('result')
        .where('organizationId', '=', organization)
        .where('step', '=', step)
        .executeTakeFirst();
      return row && shapeOf(result).demand(row.result);
    });

  return {
    done,
    async once(organization, step, result, work) {
      const before = await done(organization, step, result);
      if (before !== undefined) return before;
      return database.write(organization, async (tx) => {
        const db = tx.sql<DemoTables>();
        // A second process that seeds at the same time waits here, and then finds the step done.
        const mine = await db
          .insertInto('demo_step')
          .values({ organizationId: organization, step, result: '{}', at: clock.now().toISOString() })
          .onConflict((c) => c.doNothing())
          .returning('step')
          .execute();
        if (mine.length === 0) {
          const row = await db
            .selectFrom('demo_step')
            .select('result')
            .where('organizationId', '=', organization)
            .where('step', '=', step)
            .executeTakeFirstOrThrow();
          return shapeOf(result).demand(row.result);
        }
        const value = await work();
        await db
          .updateTable('demo_step')
          .set({ result: JSON.stringify(value) })
          .where('organizationId', '=', organization)
          .where('step', '=', step)
          .execute();
        return value;
      });
    },
  };
}
