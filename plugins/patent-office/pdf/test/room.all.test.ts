/** What is kept stays below a size. */
import { t } from '@dossier/core/testing/t';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { FileRecords } from '@dossier/core/platform/files/contract';
import { bank, testClock, testPlatform } from '@dossier/core/testing';
import { startOps } from '@dossier/patent-simulator/testing';
import { Database } from '@dossier/sdk';
import { patentsFeature, searchPatents } from '../../contract.ts';
import type { PatentTables } from '../../entities.ts';
import { roomMaker } from '../room.ts';

const clock = testClock();
const ops = await startOps({ clock });
const platform = await testPlatform({
  plugins: ['@dossier/workflow-handlers', '@dossier/patent-office'],
  clock,
  env: { PATENT_OFFICE_URL: ops.url, OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' },
});
t.teardown(() => platform.stop());
t.teardown(() => ops.close());
const database = platform.service(Database);
const acme = await bank(platform);
await platform
  .service(AccessAdministration)
  .setFeature(acme.access, { workspace: acme.staffWorkspace, feature: patentsFeature, on: true });
await acme.grant('officer', searchPatents, true);
await acme.admin.put('/api/v1/integrations/patent-office', { values: { key: ops.key, secret: ops.secret } });
const of = (number: string): string => `/api/v1/workspaces/${acme.staffWorkspace}/patents/${number}/pdf`;

const documents = () =>
  database.read(acme.access, (tx) =>
    tx
      .sql<PatentTables>()
      .selectFrom('patent_document as d')
      .innerJoin('patent as p', 'p.id', 'd.patentId')
      .select(['d.id', 'd.patentId', 'd.size', 'p.docdb'])
      .orderBy('d.usedAt')
      .execute(),
  );

t.test('what nobody has read for longest goes, and nothing that is saved', async (t) => {
  const numbers = ['US2008110820A1', 'EP1012211A1', 'DE202021103355U1', 'DE102021112233A1'];
  for (const number of numbers) {
    clock.advance(7_200_000);
    t.equal((await acme.officer.post(of(number), {})).status, 202);
    await platform.settle();
  }
  clock.advance(7_200_000);
  // The second one is read again, so that it is the newest.
  t.equal((await acme.officer.get(`${of('EP1012211A1')}/file`)).status, 200);
  const before = await documents();
  t.strictSame(
    before.map(({ docdb }) => docdb),
    ['US2008110820A1', 'DE202021103355U1', 'DE102021112233A1', 'EP1012211A1'],
  );
  t.ok(before.every(({ size }) => Number(size) > 1_000));

  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  const { id: applicationId } = (
    await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email }))
  ).body;
  const [oldest, next, , newest] = before;
  if (!oldest || !next || !newest) throw new Error('A document is missing.');
  await database.write(acme.access, (tx) =>
    tx
      .sql<PatentTables>()
      .insertInto('patent_saved')
      .values({
        ...{ organizationId: acme.organization, applicationId, patentId: oldest.patentId, tag: 'closest', reason: '' },
        ...{ byId: acme.officer.id, byName: 'Officer', at: clock.now().toISOString(), version: 1 },
      })
      .execute(),
  );

  const total = before.reduce((sum, { size }) => sum + Number(size), 0);
  const records = platform.service(FileRecords);
  const room = (most: number) => roomMaker({ database, records, limit: async () => most });
  await room(total)(acme.access, newest.id);
  t.equal((await documents()).length, 4, 'as much as may be kept');
  await room(total - 1)(acme.access, newest.id);
  t.strictSame(
    (await documents()).map(({ docdb }) => docdb),
    ['US2008110820A1', 'DE102021112233A1', 'EP1012211A1'],
  );
  await room(0)(acme.access, newest.id);
  t.strictSame(
    (await documents()).map(({ docdb }) => docdb),
    ['US2008110820A1', 'EP1012211A1'],
    'the saved one, and the one that has just come',
  );
  t.equal((await acme.officer.get(`${of('US2008110820A1')}/file`)).status, 200);
  t.equal((await acme.officer.get(`${of(next.docdb)}/file`)).status, 404);
});
