/** What is done at night for all organizations is done for the others when it fails for one. */
import { t } from '@dossier/core/testing/t';
import { bank } from '@dossier/core/testing';
import type { Bank, Json } from '@dossier/core/testing';
import { mayView, stage } from './stage.ts';

const HOUR = 3_600_000;
const { platform, acme } = await stage();
t.teardown(() => platform.stop());
const beta = await bank(platform, 'beta');
await mayView(beta, 'officer', true);
const { asOwner } = platform.kernel.database;

const ordered = async ({ officer, staffWorkspace }: Bank): Promise<string> => {
  const {
    body: { id },
  } = await officer.post(`/api/v1/workspaces/${staffWorkspace}/report-runs`, { template: 'custom', format: 'csv' });
  await platform.settle();
  return id;
};
const run = async ({ officer }: Bank, id: string): Promise<Json> =>
  (await officer.get(`/api/v1/report-runs/${id}`)).body;
const later = async (milliseconds: number): Promise<void> => {
  platform.clock.advance(milliseconds);
  await platform.settle();
};

/** Nothing of an organization's runs can be changed, as when its part of the storage is damaged. */
async function damaged({ organization }: Bank, work: () => Promise<void>): Promise<void> {
  await asOwner((owner) =>
    owner.run(
      `create function damaged() returns trigger language plpgsql as $$ begin raise exception 'This part of the storage is damaged.'; end $$`,
    ),
  );
  await asOwner((owner) =>
    owner.run(
      `create trigger damaged before update on report_run for each row when (new."organizationId" = '${organization}') execute function damaged()`,
    ),
  );
  await work();
  await asOwner((owner) => owner.run('drop trigger damaged on report_run'));
  await asOwner((owner) => owner.run('drop function damaged()'));
}

// Whichever of them is looked at first: it fails once.
for (const [one, other] of [
  [acme, beta],
  [beta, acme],
] as const) {
  t.test('old files', async (t) => {
    const [first, second] = [await ordered(one), await ordered(other)];
    await damaged(one, async () => {
      await later(92 * 24 * HOUR);
      t.match(await Promise.all([run(one, first), run(other, second)]), [
        { state: 'done', resultDeletedAt: null },
        { resultDeletedAt: String },
      ]);
    });
    await later(24 * HOUR);
    t.match(await run(one, first), { resultDeletedAt: String }, 'and for that one in the next night');
  });

  t.test('lost runs', async (t) => {
    const [first, second] = [await ordered(one), await ordered(other)];
    // As a process leaves them that dies at its last try.
    await asOwner((owner) =>
      owner.run(
        `update report_run set state = 'running', "endedAt" = null, "startedAt" = "jobAt" where id = any($1::uuid[])`,
        [[first, second]],
      ),
    );
    await asOwner((owner) => owner.run(`delete from pgboss.job_common where name = 'reports/make'`));
    await damaged(one, async () => {
      await later(HOUR + 60_000);
      t.match(await Promise.all([run(one, first), run(other, second)]), [{ state: 'running' }, { state: 'done' }]);
    });
    await later(60_000);
    t.match(await run(one, first), { state: 'done' }, 'and that one a minute later');
  });
}
