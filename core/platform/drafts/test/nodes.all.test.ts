/** Two nodes on one PostgreSQL look after the same drafts, and scanners judge a file while its draft is being sent. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { Database, definePlugin } from '@dossier/sdk';
import type { SystemAccess } from '@dossier/sdk';
import { sharedPostgres } from '../../../../test/servers/postgres.ts';
import { bank, eventually, testClock, testPlatform } from '../../../testing/index.ts';
import type { TestPlatform } from '../../../testing/index.ts';
import { FileRecords, fileScanners } from '../../files/contract.ts';
import type { ScanVerdict } from '../../files/contract.ts';
import { mailTransports } from '../../mail/contract.ts';
import { stepHandlers } from '../../workflow/contract.ts';
import type { StepOutcome } from '../../workflow/contract.ts';
import { sweeping } from '../sweeping.ts';

const postgres = await sharedPostgres();
t.teardown(() => postgres?.stop());

const day = 86_400_000;
const kept = { keptDays: 90, reminderDays: 7 };
const DRAFTS = 8;
const look: StepOutcome = { outcome: 'failed', reasons: [{ code: 'look', text: 'Look at it.' }] };

t.test('two nodes look after drafts', { skip: postgres === null }, async (t) => {
  const clock = testClock();
  const database = await postgres!.createDatabase('drafts');
  /** What was sent of which draft, by whichever node. */
  const mails: string[] = [];
  let scan: () => Promise<ScanVerdict> = async () => ({ clean: true });
  /** Runs inside the transaction in which a draft is sent; then somebody has to look. */
  let check = async (): Promise<StepOutcome> => look;
  /** Of each node that was started. */
  const systems: SystemAccess[] = [];
  const letterBox = definePlugin({
    id: 'letter-box',
    version: '1.0.0',
    kernel: '^1.0.0',
    extends: [mailTransports, stepHandlers, fileScanners],
    setup(_needs, plugin) {
      systems.push(plugin.asSystem);
      const always = { open: 'to members' } as const;
      plugin.contribute(fileScanners, 'scanner', always, { scan: () => scan() });
      plugin.contribute(stepHandlers, 'Check', always, {
        title: 'Check',
        outside: false,
        rechecks: ['documents'],
        run: () => check(),
      });
      plugin.contribute(mailTransports, 'letter-box', always, {
        async send({ kind, text }) {
          if (kind === 'draft-reminder') mails.push(/\/apply\/([0-9a-f-]{36})/.exec(text)?.[1] ?? text);
          return { outcome: 'sent' };
        },
      });
    },
  });
  const running: TestPlatform[] = [];
  const start = async (env: Readonly<Record<string, string>> = {}): Promise<TestPlatform> => {
    const node = await testPlatform({ plugins: [letterBox], clock, env: { ...database.overseen, ...env } });
    running.push(node);
    return node;
  };
  t.teardown(async () => {
    for (const node of running.toReversed()) await node.stop();
  });
  const first = await start();
  const second = await start({ DATA_DIR: first.dataDir });
  const acme = await bank(first);
  const templateId = await acme.template(['Check'], {
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  });
  const paper = { requirementKey: 'income', fileName: 'a.txt', contentBase64: Buffer.from('Paper').toString('base64') };
  const begin = async (): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let i = 0; i < DRAFTS; i++) {
      const { body } = await acme.admin.post(`/api/v1/workspaces/${acme.staffWorkspace}/drafts`, { templateId });
      const { status, text } = await acme.admin.post(`/api/v1/drafts/${body.id}/files`, paper);
      if (status !== 201) throw new Error(text);
      ids.push(body.id);
    }
    return ids.toSorted();
  };
  const there = async (): Promise<number> => (await acme.admin.get('/api/v1/drafts')).body.length;
  const bytes = (): number => {
    const root = join(first.dataDir, 'files');
    return existsSync(root)
      ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length
      : 0;
  };
  const settled = (...nodes: readonly TestPlatform[]): Promise<unknown> =>
    Promise.all(nodes.map((node) => node.settle()));

  await t.test('each draft has one reminder and one end, also when a node comes anew in between', async (t) => {
    const ids = await begin();
    // What recurs counts from when a node first saw it.
    await settled(first, second);
    clock.advance(84 * day);
    await eventually('all are reminded of', async () => {
      await settled(first, second);
      return mails.length >= DRAFTS;
    });
    for (let hour = 0; hour < 3; hour++) {
      clock.advance(3_600_000);
      await settled(first, second);
    }
    t.same(mails.toSorted(), ids);
    await running.pop()!.stop();
    const third = await start({ DATA_DIR: first.dataDir });
    clock.advance(5 * day);
    await settled(first, third);
    t.same(mails.toSorted(), ids, 'a node that was not there then does not remind again');
    t.equal(await there(), DRAFTS);
    clock.advance(3 * day);
    await eventually('all are deleted, with the bytes of their files', async () => {
      await settled(first, third);
      return (await there()) === 0 && bytes() === 0;
    });
    t.same(mails.splice(0).toSorted(), ids);
  });

  await t.test(
    'nodes that look in the same moment wait for each other, and what fails on one the other does',
    async (t) => {
      const ids = await begin();
      const done: string[] = [];
      let failing = 0;
      const [one, other] = running.map((node) =>
        sweeping({
          database: node.service(Database),
          clock,
          records: node.service(FileRecords),
          system: systems[0]!,
          log: { info() {}, warn() {}, error() {} },
          tell: (_access, { id, what }) => void done.push(`${what} ${id}`),
          async remind(_tx, _access, { id }) {
            // As a process that ends in the middle of its transaction.
            if (failing-- > 0) throw new Error('It died.');
            done.push(`reminded ${id}`);
          },
          times: async () => kept,
        }),
      );
      const sweep = (): Promise<unknown> =>
        Promise.all([one!, other!].map((node) => node(new AbortController().signal)));
      clock.advance(84 * day);
      failing = DRAFTS / 2;
      await sweep();
      await sweep();
      t.same(
        done.splice(0).toSorted(),
        ids.map((id) => `reminded ${id}`),
      );
      clock.advance(8 * day);
      await sweep();
      t.same(
        done.splice(0).toSorted(),
        ids.map((id) => `deleted ${id}`),
      );
      await eventually('the bytes have gone too', async () => {
        await settled(...running);
        return bytes() === 0;
      });
      t.same(mails, []);
    },
  );

  await t.test('a file that is judged while its draft is sent is judged as what it becomes', async (t) => {
    const url = `/api/v1/drafts/${(await begin())[0]}`;
    await settled(...running);
    const applicants = [{ type: 'PRIMARY', firstName: 'Sam', lastName: 'Swift', email: 'sam@else.example' }];
    const answers = { amount: 25_000, purpose: 'CAR' };
    await acme.admin.put(url, { answers, typed: {}, step: null, done: [], applicants });
    const verdict = Promise.withResolvers<ScanVerdict>();
    scan = () => verdict.promise;
    const late = { ...paper, fileName: 'late.txt' };
    t.match(await acme.admin.post(`${url}/files`, late), { status: 201, body: { scan: 'pending' } });
    const [inside, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let checks = 0;
    check = async () => {
      checks += 1;
      inside.resolve();
      await goOn.promise;
      return look;
    };
    const waits = (): Promise<boolean> =>
      first.kernel.database.asOwner(async (owner) => {
        const { rows } = await owner.run(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
    const sending = acme.admin.post(`${url}/submit`);
    await inside.promise;
    // The draft is being sent on one node while the other one hears of the virus.
    let isOver = false;
    const scanned = running[1]!.settle().finally(() => (isOver = true));
    verdict.resolve({ clean: false, threat: 'Eicar' });
    await eventually('the verdict waits, or is written', () => isOver || waits());
    goOn.resolve();
    const sent = await sending;
    t.equal(sent.status, 201, sent.text);
    await scanned;
    await settled(...running);
    const { documents } = (await acme.admin.get(`/api/v1/applications/${sent.body.applicationId}`)).body;
    t.match(
      documents.filter(({ fileName }: { fileName: string }) => fileName === 'late.txt'),
      [{ scan: 'infected' }],
    );
    t.equal(checks, 2, 'what rests on documents is checked anew');
    const audit = await acme.admin.get(`/api/v1/applications/${sent.body.applicationId}/audit?limit=100`);
    t.match(
      audit.body.filter(({ type }: { type: string }) => type === 'documents/scanned@1'),
      [{ after: { fileName: 'late.txt', scan: 'infected' } }],
    );
  });
});
