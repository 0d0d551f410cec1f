import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestPlatform } from '@dossier/core/testing';
import type { WorkspaceAccess } from '@dossier/sdk';
import { platformOnPostgres } from '../../../../test/servers/postgres.ts';
import { Tenancy } from '../../tenancy/contract.ts';
import { Applications } from '../contract.ts';
import type { SubmissionRecord } from '../contract.ts';

const postgres = await platformOnPostgres(t);

const opened = async (platform: TestPlatform, acme: Bank, name: string): Promise<string> =>
  (await platform.service(Tenancy).createWorkspace(acme.access, { name, type: 'STAFF' })).id;

t.test(
  'a submission that passed the gate before its workspace was archived is refused, and leaves nothing',
  async (t) => {
    const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers'] });
    t.teardown(() => platform.stop());
    const acme = await bank(platform);
    const workspace = await opened(platform, acme, 'Pilot');
    const templateId = await acme.template(['DocumentCompletenessCheckHandler']);
    const record = { ...acme.record(templateId, { answers: {} }), workspaceId: workspace };
    const passed = (await platform.kernel.systemAccess(acme.organization, workspace)) as WorkspaceAccess;
    t.equal((await acme.admin.delete(`/api/v1/workspaces/${workspace}`)).status, 204);

    await t.rejects(platform.service(Applications).submit(passed, record as unknown as SubmissionRecord), {
      status: 503,
      code: 'busy',
      message: /Nothing was changed/,
    });
    t.same((await acme.key.get('/api/v1/applications')).body, []);
    t.equal((await acme.key.post('/api/v1/applications', record)).status, 404, 'the gate refuses a second attempt');
  },
);

t.test(
  'of a submission and an archiving at the same moment one comes first, and the other knows it',
  { skip: postgres === null },
  async (t) => {
    const platform = await testPlatform({
      plugins: ['@dossier/workflow-handlers'],
      env: postgres!,
    });
    t.teardown(() => platform.stop());
    const acme = await bank(platform);
    const templateId = await acme.template(['DocumentCompletenessCheckHandler']);
    for (let round = 0; round < 8; round++) {
      const workspace = await opened(platform, acme, `Pilot ${round}`);
      const record = { ...acme.record(templateId, { answers: {} }), workspaceId: workspace };
      const headers: Record<string, string> = round % 2 === 0 ? {} : { 'idempotency-key': `round ${round}` };
      const [submitted, archived] = await Promise.all([
        acme.key.post('/api/v1/applications', record, headers),
        acme.admin.delete(`/api/v1/workspaces/${workspace}`),
      ]);
      t.ok(
        (submitted!.status === 201 && archived!.status === 409) ||
          ([404, 503].includes(submitted!.status) && archived!.status === 204),
        `${submitted!.status} and ${archived!.status}`,
      );
    }
  },
);
