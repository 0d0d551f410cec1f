/** What tests of saved patents, notes and saved searches begin with. */
import { startOps } from '@dossier/patent-simulator/testing';
import { bank, testClock, testPlatform } from '@dossier/core/testing';
import type { Bank, Json, TestClient, TestPlatform } from '@dossier/core/testing';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { Plugin } from '@dossier/sdk';
import { patentsFeature, savePatents, searchPatents } from '../../contract.ts';

/** An office that tests start: the simulated one, unless another is given. */
interface OfficeAt {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
}

/** A bank whose staff searches for patents, with an account at the office. */
export async function patentBank(platform: TestPlatform, office: OfficeAt, slug = 'acme') {
  const acme = await bank(platform, slug);
  const workspace = acme.staffWorkspace;
  await platform
    .service(AccessAdministration)
    .setFeature(acme.access, { workspace, feature: patentsFeature, on: true });
  for (const role of ['admin', 'officer', 'clerk'] as const) await acme.grant(role, searchPatents, true);
  await acme.grant('clerk', savePatents, false);
  const { key, secret } = office;
  const set = await acme.admin.put('/api/v1/integrations/patent-office', { values: { key, secret } });
  if (set.status !== 200) throw new Error(set.text);
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  return {
    ...acme,
    submit: async (primary: string = acme.client.email): Promise<string> =>
      (await acme.key.post('/api/v1/applications', acme.record(template, { primary }))).body.id,
    patents: `/api/v1/workspaces/${workspace}/patents`,
  };
}
export type PatentBank = Awaited<ReturnType<typeof patentBank>>;

/** Two such banks, and a simulated office; `other` is asked instead of it. */
export async function stage(o: { readonly plugins?: readonly Plugin[]; readonly other?: OfficeAt } = {}) {
  const clock = testClock();
  const ops = await startOps({ clock });
  const office = o.other ?? ops;
  const platform = await testPlatform({
    clock,
    plugins: [
      ...(o.plugins ?? []),
      ...['@dossier/workflow-handlers', '@dossier/notifications', '@dossier/reports', '@dossier/patent-office'],
    ],
    env: { PATENT_OFFICE_URL: office.url, OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' },
  });
  return {
    ...{ platform, ops },
    acme: await patentBank(platform, office),
    beta: await patentBank(platform, office, 'beta'),
    stop: async () => {
      await platform.stop();
      await ops.close();
    },
  };
}

/** Has somebody find these, so that they are known in the organization. Resolves with their numbers. */
export async function find(
  { patents }: Pick<PatentBank, 'patents'>,
  who: TestClient,
  cql: string,
): Promise<readonly string[]> {
  const answer = await who.post(`${patents}/search`, { by: 'cql', q: cql });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.results.map(({ number }: Json) => number);
}

/** Credits that an organization has used. */
export const used = async ({ admin }: Pick<Bank, 'admin'>): Promise<number> =>
  (await admin.get('/api/v1/patents/credits')).body.used;

export type { Json, TestClient };
