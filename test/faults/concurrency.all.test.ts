/** Many at the same moment: one wins, the others get a conflict, and nothing happens twice. */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { bank, logged, testPlatform } from '../../core/testing/index.ts';
import type { Json, TestAnswer, TestPlatform } from '../../core/testing/index.ts';
import { startPostgres } from '../servers/postgres.ts';

const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));
const statuses = (answers: readonly TestAnswer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const checked = ['DocumentCompletenessCheckHandler'];
const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const counted = (entries: readonly Json[], type: RegExp): number =>
  entries.filter((entry) => type.test(entry.type)).length;

const plugins = ['@dossier/workflow-handlers', '@dossier/bureau-simulator'];

t.test('on the embedded database', async (t) => {
  const platform = await testPlatform({ plugins });
  t.teardown(() => platform.stop());
  await atOnce(t, platform);
});

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());
t.test('on PostgreSQL, where it is truly at the same time', { skip: postgres === null }, async (t) => {
  const platform = await testPlatform({
    plugins,
    env: (await postgres!.createDatabase('concurrency')).overseen,
    // Forty at once wait for each other on a busy machine.
    databaseLimits: { turn: 30_000 },
  });
  t.teardown(() => platform.stop());
  await atOnce(t, platform);
});

async function atOnce(t: Test, platform: TestPlatform): Promise<void> {
  const acme = await bank(platform);
  const halted = async (): Promise<string> => {
    const template = await acme.template(checked, { requiredDocuments: [{ key: 'income', title: 'Proof of income' }] });
    const made = await acme.key.post('/api/v1/applications', acme.record(template));
    if (made.body.status !== 'InReview') throw new Error(`It did not halt: ${made.text}`);
    return made.body.id;
  };
  const trail = async (id: string): Promise<Json[]> => {
    await logged(platform);
    return (await acme.officer.get(`/api/v1/applications/${id}/audit?limit=200`)).body;
  };
  const upload = (id: string, name = 'income.pdf'): Promise<TestAnswer> =>
    acme.key.upload(`/api/v1/applications/${id}/documents`, [
      { name: 'requirementKey', value: 'income' },
      { name: 'file', fileName: name, contentType: 'application/pdf', bytes: pdf },
    ]);

  /** Files that the store keeps. */
  const stored = () =>
    readdirSync(join(platform.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );

  await t.test('of ten officers who approve at once one does, and nine hear that it is decided', async (t) => {
    const id = await halted();
    const officers = await times(10, (i) => acme.person(`Officer ${i}`, 'officer'));
    const answers = await Promise.all(officers.map((officer) => officer.post(`/api/v1/applications/${id}/approve`)));
    t.same(statuses(answers), [200, ...Array.from({ length: 9 }, () => 409)]);
    t.same(
      [...new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))],
      ['already-decided'],
    );
    const entries = await trail(id);
    const decisions = entries.filter(
      (entry) => /^applications\/changed/.test(entry.type) && entry.after.status === 'Approved',
    );
    t.equal(decisions.length, 1, 'the trail names one decision');
    const winner = officers[answers.findIndex(({ status }) => status === 200)];
    t.equal(decisions[0].actor.id, winner?.id, 'by the one who won');
  });

  await t.test('of approve and reject at the same moment one holds', async (t) => {
    const id = await halted();
    const other = await acme.person('Rita Rejects', 'officer');
    const answers = await Promise.all([
      acme.officer.post(`/api/v1/applications/${id}/approve`),
      other.post(`/api/v1/applications/${id}/reject`, { reason: 'No.' }),
    ]);
    t.same(statuses(answers), [200, 409]);
    const now = (await acme.officer.get(`/api/v1/applications/${id}`)).body;
    t.equal(now.status, answers[0]?.status === 200 ? 'Approved' : 'Rejected');
  });

  await t.test('the same submission with one Idempotency-Key in parallel makes one application', async (t) => {
    const template = await acme.template(checked);
    const key = { 'idempotency-key': randomUUID() };
    const record = acme.record(template, { primary: 'twice@partner.example' });
    const answers = await times(8, () => acme.key.post('/api/v1/applications', record, key));
    t.same(
      statuses(answers),
      Array.from({ length: 8 }, () => 201),
    );
    t.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    t.equal(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length, 7);
    const list = (await acme.key.get('/api/v1/applications?limit=100')).body;
    t.equal(list.filter((one: Json) => one.applicants[0].email === 'twice@partner.example').length, 1);
  });

  await t.test('without a key each submission is one of its own', async (t) => {
    const template = await acme.template(checked);
    const answers = await times(2, () => acme.key.post('/api/v1/applications', acme.record(template)));
    t.equal(new Set(answers.map(({ body }) => body.id)).size, 2);
  });

  await t.test('one key with two bodies in parallel: the slower one gets a conflict', async (t) => {
    const template = await acme.template(checked);
    const key = { 'idempotency-key': randomUUID() };
    const answers = await times(2, (i) =>
      acme.key.post(
        '/api/v1/applications',
        acme.record(template, { answers: { amount: 2000 + i, purpose: 'CAR' } }),
        key,
      ),
    );
    t.same(statuses(answers), [201, 422]);
  });

  await t.test('a document reviewed twice at once has one review, and the check runs on', async (t) => {
    const id = await halted();
    const document = (await upload(id)).body;
    const other = await acme.person('Ria Reviews', 'officer');
    const answers = await Promise.all(
      [acme.officer, other].map((one) => one.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'approved' })),
    );
    t.ok(
      answers.every(({ status }) => status === 200 || status === 409),
      `answers ${statuses(answers).join(', ')}`,
    );
    t.ok(answers.some(({ status }) => status === 200));
    const entries = await trail(id);
    t.equal(counted(entries, /^documents\/reviewed/), 1, 'the trail has one review');
    const now = (await acme.officer.get(`/api/v1/applications/${id}`)).body;
    t.match(now, { status: 'Approved', documents: [{ reviewStatus: 'approved' }] });
    t.equal(
      entries.filter((entry) => /^applications\/changed/.test(entry.type) && entry.after.status === 'Approved').length,
      1,
    );
  });

  await t.test('approving and rejecting one document at once leaves one of both, as the trail says last', async (t) => {
    const id = await halted();
    const document = (await upload(id)).body;
    const answers = await Promise.all([
      acme.officer.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'rejected', reason: 'Not legible.' }),
      acme.officer.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'approved' }),
    ]);
    t.ok(
      answers.every(({ status }) => status === 200 || status === 409),
      `answers ${statuses(answers).join(', ')}`,
    );
    const now = (await acme.officer.get(`/api/v1/applications/${id}`)).body;
    const last = (await trail(id)).findLast((entry) => /^documents\/reviewed/.test(entry.type));
    t.equal(now.documents[0].reviewStatus, last.after.reviewStatus);
  });

  await t.test('of ten officers who say what they saw and reject one document at once, one is heard', async (t) => {
    const id = await halted();
    const document = (await upload(id)).body;
    const seen = { reviewStatus: document.reviewStatus, reviewedAt: document.reviewedAt };
    const answers = await times(10, (i) =>
      acme.officer.put(`/api/v1/documents/${document.id}`, { reviewStatus: 'rejected', reason: `Reason ${i}.`, seen }),
    );
    t.same(statuses(answers), [200, ...Array.from({ length: 9 }, () => 409)]);
    t.same(
      [...new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))],
      ['reviewed-meanwhile'],
    );
    const now = (await acme.officer.get(`/api/v1/applications/${id}`)).body;
    t.equal(now.documents[0].reason, answers.find(({ status }) => status === 200)?.body.reason);
    t.equal(counted(await trail(id), /^documents\/reviewed/), 1, 'the trail has one review');
  });

  await t.test('the same document uploaded at once by several is a file for each, and each can be read', async (t) => {
    const id = await halted();
    const before = stored().length;
    const answers = await times(5, (i) => upload(id, `income-${i}.pdf`));
    t.same(
      statuses(answers),
      Array.from({ length: 5 }, () => 201),
    );
    t.equal(new Set(answers.map(({ body }) => body.id)).size, 5, 'each upload is a document of its own');
    for (const { body } of answers)
      t.same(new Uint8Array((await acme.officer.get(`/api/v1/documents/${body.id}/content`)).bytes), pdf);
    t.equal(counted(await trail(id), /^documents\/uploaded/), 5);
    t.equal(stored().length - before, 5, 'nothing half-written is left');
  });

  await t.test('many submissions at once are all there, each with its own trail', async (t) => {
    const template = await acme.template(checked);
    const answers = await times(40, (i) =>
      acme.key.post('/api/v1/applications', acme.record(template, { primary: `many-${i}@partner.example` })),
    );
    t.same([...new Set(statuses(answers))], [201]);
    t.same([...new Set(answers.map(({ body }) => body.status))], ['Approved']);
    t.equal(new Set(answers.map(({ body }) => body.id)).size, 40);
  });
}
