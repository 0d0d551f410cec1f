/** Drafts over time: their owner is reminded once, and they are deleted; they go with their place. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { Database, definePlugin } from '@dossier/sdk';
import { eventually } from '../../../testing/index.ts';
import { createApplications } from '../../applications/contract.ts';
import { FileRecords } from '../../files/contract.ts';
import { mailTransports } from '../../mail/contract.ts';
import type { MailMessage } from '../../mail/contract.ts';
import { manageIntegrations } from '../../settings/contract.ts';
import { manageOrganization, Tenancy } from '../../tenancy/contract.ts';
import { stage } from '../../workflow/test/stage.ts';
import { sweeping } from '../sweeping.ts';

const mails: MailMessage[] = [];
const letterBox = definePlugin({
  id: 'letter-box',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [mailTransports],
  setup: (_needs, plugin) =>
    plugin.contribute(
      mailTransports,
      'letter-box',
      { open: 'to members' },
      {
        async send(message) {
          mails.push(message);
          return { outcome: 'sent' };
        },
      },
    ),
});
const s = await stage({ plugins: [letterBox] });
t.teardown(() => s.stop());
const templateId = await s.template(undefined, { requiredDocuments: [{ key: 'income', title: 'Proof of income' }] });
const owner = await s.person('owner', { permissions: [createApplications] });
const manager = await s.person('manager', { permissions: [manageOrganization, manageIntegrations] });
const day = 86_400_000;
const content = { answers: {}, typed: {}, step: null, done: [], applicants: [] };
const paper = { requirementKey: 'income', fileName: 'a.txt', contentBase64: Buffer.from('Paper').toString('base64') };
const begin = async (who = owner, workspace: string = s.staff): Promise<string> => {
  const url = `/api/v1/drafts/${(await who.post(`/api/v1/workspaces/${workspace}/drafts`, { templateId })).body.id}`;
  if ((await who.post(`${url}/files`, paper)).status !== 201) throw new Error('The file was refused.');
  return url;
};
/** What is discarded goes after the answer. */
const noFiles = (): Promise<boolean> =>
  eventually('no file is left', () => {
    const root = join(s.platform.dataDir, 'files');
    return (
      !existsSync(root) || !readdirSync(root, { recursive: true, withFileTypes: true }).some((one) => one.isFile())
    );
  });
const keep = async (values: { keptDays?: number | null; reminderDays?: number | null }): Promise<void> => {
  const { status, text } = await manager.put('/api/v1/integrations/drafts', { values });
  if (status !== 200) throw new Error(text);
};

t.test('who has left a draft alone is reminded once, a week before it is deleted with its files', async (t) => {
  const url = await begin();
  await s.at(82 * day);
  t.same(mails, []);
  await s.at(day + 3_600_000);
  t.match(mails, [
    {
      to: { address: owner.email },
      kind: 'draft-reminder',
      subject: /Loan 0/,
      text: new RegExp(`/p/acme/w/${s.staff}/apply/${url.split('/').at(-1)}`),
    },
  ]);
  for (let i = 0; i < 6; i++) await s.at(day);
  t.match((await owner.get(url)).body, { files: [{}] }, 'it is kept as long as the reminder said');
  await s.at(day);
  t.equal((await owner.get(url)).status, 404);
  await noFiles();
  t.equal(mails.splice(0).length, 1);
});

t.test('one that is saved after the reminder is kept for as long as at first', async (t) => {
  const url = await begin();
  await s.at(84 * day);
  t.equal(mails.splice(0).length, 1);
  t.equal((await owner.put(url, content)).status, 200);
  await s.at(30 * day);
  t.equal((await owner.get(url)).status, 200);
  await s.at(54 * day);
  t.equal(mails.splice(0).length, 1, 'reminded anew');
  await s.at(8 * day);
  t.equal((await owner.get(url)).status, 404);
});

t.test('the organization says how long; a shorter time deletes nothing sooner than was said', async (t) => {
  const reminded = await begin();
  await s.at(84 * day);
  t.equal(mails.splice(0).length, 1);
  await keep({ keptDays: 1 });
  await s.at(5 * day);
  t.equal((await owner.get(reminded)).status, 200);
  await s.at(3 * day);
  t.equal((await owner.get(reminded)).status, 404);
  await keep({ reminderDays: 0 });
  const fresh = await begin();
  await s.at(day / 2);
  t.equal((await owner.get(fresh)).status, 200);
  await s.at(day);
  t.equal((await owner.get(fresh)).status, 404);
  t.same(mails, []);
  await keep({ keptDays: null, reminderDays: null });
});

t.test('two nodes that look at the same moment remind once and delete once', async (t) => {
  const id = (await begin()).split('/').at(-1)!;
  s.platform.clock.advance(84 * day);
  const done: string[] = [];
  const node = sweeping({
    database: s.platform.service(Database),
    clock: s.platform.clock,
    records: s.platform.service(FileRecords),
    system: () => s.system(),
    log: { info() {}, warn() {}, error() {} },
    tell: (_access, { what }) => void done.push(what),
    remind: async (_tx, _access, draft) => void done.push(`reminded of ${draft.id === id ? 'it' : draft.id}`),
    times: async () => ({ keptDays: 90, reminderDays: 7 }),
  });
  const both = () => Promise.all([node(new AbortController().signal), node(new AbortController().signal)]);
  await both();
  t.same(done, ['reminded of it']);
  s.platform.clock.advance(8 * day);
  await both();
  t.same(done, ['reminded of it', 'deleted']);
});

t.test('what a sent draft became is known for a week', async (t) => {
  const url = await begin();
  const applicants = [{ type: 'PRIMARY', firstName: 'Grace', lastName: 'Hopper', email: owner.email }];
  await owner.put(url, { ...content, answers: { amount: 900 }, applicants });
  const { status, text } = await owner.post(`${url}/submit`);
  t.equal(status, 201, text);
  await s.at(6 * day);
  t.match(await owner.post(`${url}/submit`), { status, text });
  await s.at(day + 3_600_000);
  t.equal((await owner.post(`${url}/submit`)).status, 404);
});

t.test('who works no more there is not written to, and their draft goes in its time', async (t) => {
  const url = await begin();
  const [membership] = (await owner.get(`/users/${owner.id}/user-teams`)).body;
  t.equal((await owner.delete(`/api/v1/user-teams/${membership.id}`)).status, 204);
  t.match((await owner.get(url)).status, /^40[134]$/);
  await s.at(84 * day);
  t.same(mails, []);
  await s.at(8 * day);
  const left = await s.platform.kernel.database.asOwner((o) => o.run('select "id" from "application_draft"'));
  t.same(left.rows, []);
});

t.test('drafts of a workspace that is archived go with it', async (t) => {
  const { id: workspace } = await s.platform
    .service(Tenancy)
    .createWorkspace(await s.system(), { name: 'Soon closed', type: 'STAFF' });
  const visitor = await s.person('visitor', { workspaces: [workspace, s.staff], permissions: [createApplications] });
  const [there, here] = [await begin(visitor, workspace), await begin(visitor)];
  t.equal((await manager.delete(`/api/v1/workspaces/${workspace}`)).status, 204);
  t.equal((await visitor.get(there)).status, 404);
  t.match((await visitor.get('/api/v1/drafts')).body, [{ id: here.split('/').at(-1)! }]);
  t.equal((await visitor.delete(here)).status, 204);
  const left = await s.platform.kernel.database.asOwner((o) => o.run('select "id" from "application_draft_file"'));
  t.same(left.rows, []);
});
