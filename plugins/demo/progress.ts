import { shapeOf } from '@dossier/sdk';
import type { Clock, Database, OrganizationId, Static, TSchema } from '@dossier/sdk';
import type { DemoTables } from './entities.ts';

/**
 * Remembers which steps of a seeding are done, so that one that was interrupted goes on and a finished one adds
 * nothing.
 */
export interface Progress {
  /**
   * Runs `work` in a transaction together with the note that it is done; when it is done already, returns what it
   * returned then.
   */
  once<S extends TSchema>(
    organization: OrganizationId,
    step: string,
    result: S,
    work: () => Promise<Static<S>>,
  ): Promise<Static<S>>;
  /** What a step returned; undefined when it is not done. */
  done<S extends TSchema>(organization: OrganizationId, step: string, result: S): Promise<Static<S> | undefined>;
}

export function createProgress({ database, clock }: { database: Database; clock: Clock }): Progress {
  const done: Progress['done'] = (organization, step, result) =>
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
