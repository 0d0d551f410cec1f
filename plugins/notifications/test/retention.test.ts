/** Notices of one organization that cannot be deleted keep nobody else's, however many they are. */
import { t } from '@dossier/core/testing/t';
import { Database, definePlugin, newId } from '@dossier/sdk';
import type { OrganizationId, UserId } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';
import type { NoticeTables } from '../entities.ts';
import { retention } from '../retention.ts';

const DAY = 86_400_000;
let database: Database | undefined;
const holder = definePlugin({
  id: 'holder',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { database: Database },
  setup: (needs) => void (database = needs.database),
});
const platform = await testPlatform({ plugins: [holder, '@dossier/notifications'] });
t.teardown(() => platform.stop());
if (!database) throw new Error('The plugin was not set up.');
const { write, lookUp } = database;

const organization = (): OrganizationId => newId() as OrganizationId;
const putAway = (of: OrganizationId, days: number, times: number): Promise<unknown> => {
  const at = new Date(platform.clock.time() - days * DAY).toISOString();
  return write({ organization: of, audience: 'staff' }, (tx) =>
    tx
      .sql<NoticeTables>()
      .insertInto('notice')
      .values(
        Array.from({ length: times }, () => {
          const id = newId();
          return {
            organizationId: of,
            id,
            userId: newId() as UserId,
            kind: 'rings',
            audience: 'staff' as const,
            once: id,
            at,
            subjectType: 'bell',
            subjectId: 'a',
            why: 'rung',
            ids: '{}',
            inPage: true,
            mail: 'none' as const,
            doneAt: at,
          };
        }),
      )
      .execute(),
  );
};
const left = async (of: OrganizationId): Promise<number> =>
  (
    await write({ organization: of, audience: 'staff' }, (tx) =>
      tx.sql<NoticeTables>().selectFrom('notice').select('id').where('organizationId', '=', of).execute(),
    )
  ).length;

t.test('the others go, and those are tried again at the next turn', async (t) => {
  const [broken, other] = [organization(), organization()];
  await putAway(broken, 300, 1_001);
  await putAway(other, 181, 2);
  await putAway(other, 179, 1);
  const warned: object[] = [];
  const log = { warn: (fields: object) => void warned.push(fields) };
  const refusing: Pick<Database, 'lookUp' | 'write'> = {
    lookUp,
    write: async (access, work) => {
      if (typeof access === 'object' && access.organization === broken) throw new Error('refused');
      return write(access, work);
    },
  };
  await retention({ database: refusing, clock: platform.clock, log })(new AbortController().signal);
  t.same([await left(broken), await left(other)], [1_001, 1]);
  t.match(warned, [{ organization: broken, err: { message: 'refused' } }]);
  t.equal(warned.length, 1, 'said once');
  await retention({ database: { lookUp, write }, clock: platform.clock, log })(AbortSignal.abort());
  t.equal(await left(broken), 1_001, 'who is to stop begins nothing');
  await retention({ database: { lookUp, write }, clock: platform.clock, log })(new AbortController().signal);
  t.same([await left(broken), await left(other)], [0, 1]);
});
