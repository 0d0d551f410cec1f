/** A new workspace works at once: what is meant for its type is on, and nothing else. */
import { t } from '@dossier/core/testing/t';
import { Registry, startsOn } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';

const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers', '@dossier/reports'] });
t.teardown(() => platform.stop());
const acme = await bank(platform);

for (const type of ['STAFF', 'CLIENT', 'MIXED'] as const)
  t.test(`a new workspace of type ${type} has on what suits it`, async (t) => {
    const made = await acme.admin.post('/api/v1/workspaces', { name: `New ${type}`, type });
    t.equal(made.status, 201);
    const { features: declared } = platform.service(Registry);
    const usual = declared.filter((one) => one.workspaces.includes(type) && startsOn(one, 'BANK')).map(({ id }) => id);
    t.ok(usual.includes('applications'));
    const { features: shown } = (await acme.admin.get(`/api/v1/workspaces/${made.body.id}/access`)).body;
    t.same(
      shown
        .filter(({ on }: { on: boolean }) => on)
        .map(({ id }: { id: string }) => id)
        .sort(),
      usual.toSorted(),
    );
  });
