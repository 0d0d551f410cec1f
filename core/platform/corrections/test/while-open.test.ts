/** What else stays, and what goes on, while a client is asked for a correction. */
import { t } from '@dossier/core/testing/t';
import { bank, eventually, sharedPlatform } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import { AccessAdministration } from '../../access/contract.ts';
import { correctionsFeature } from '../contract.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const DAY = 86_400_000;
const amount = { field: 'amount', reason: 'The smallest loan is 1,000.' };
const income = { document: 'income', reason: 'Please send your payslip.' };
const papers = [
  { key: 'income', title: 'Proof of income' },
  { key: 'identity', title: 'Proof of identity' },
  { key: 'address', title: 'Proof of address' },
];
/** An application whose amount is too small, so that an officer has it before them. */
const begun = async (more: object = {}): Promise<string> => {
  const made = await acme.template(['DocumentCompletenessCheckHandler'], { requiredDocuments: papers, ...more });
  const answers = { amount: 5, purpose: 'CAR' };
  const record = acme.record(made, { primary: acme.client.email, answers });
  return (await acme.key.post('/api/v1/applications', record)).body.id;
};
const ask = async (id: string, items: readonly object[]): Promise<Json> => {
  const dueAt = new Date(platform.clock.time() + 7 * DAY).toISOString();
  const answer = await acme.officer.post(`/api/v1/applications/${id}/corrections`, { items, dueAt });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};
const keep = (correction: string, answers: object) =>
  acme.client.put(`/api/v1/corrections/${correction}/answers`, { answers });
const now = async (who: TestClient, id: string): Promise<Json> => (await who.get(`/api/v1/applications/${id}`)).body;
const faultsOf = ({ body }: { body: Json }): readonly string[] =>
  body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);

t.test('switched off while the client is asked: it is taken back, and the case goes on', async (t) => {
  const id = await begun();
  const { id: correction } = await ask(id, [amount]);
  t.ok((await now(acme.officer, id)).waitingSince);
  const turn = (on: boolean) =>
    platform
      .service(AccessAdministration)
      .setFeature(acme.access, { workspace: acme.staffWorkspace, feature: correctionsFeature, on });
  await turn(false);
  await eventually('nothing is waited for', async () => (await now(acme.officer, id)).waitingSince, null);
  t.match(await now(acme.officer, id), { status: 'InReview', waitingSince: null, waitingUntil: null });
  t.equal((await now(acme.client, id)).waitingSince, null);
  await turn(true);
  t.match((await acme.officer.get(`/api/v1/applications/${id}/corrections`)).body, [
    { id: correction, state: 'taken-back', mayAnswer: false },
  ]);
  t.equal((await keep(correction, { amount: 2_000 })).status, 409);
  t.match(await ask(id, [amount]), { number: 2, state: 'open' });
});

t.test('papers that are not asked for wait until the correction is sent', async (t) => {
  const paper = (who: TestClient, id: string, keys: readonly (string | null)[]) =>
    who.upload(
      `/api/v1/applications/${id}/documents`,
      keys.flatMap((key) => [
        ...(key === null ? [] : [{ name: 'requirementKey', value: key }]),
        { name: 'file', fileName: `${key}.txt`, contentType: 'text/plain', bytes: `Of ${key}` },
      ]),
    );
  const id = await begun();
  for (const key of ['income', 'identity']) t.equal((await paper(acme.client, id, [key])).status, 201);
  const { id: correction } = await ask(id, [amount, income]);
  const refused = await paper(acme.client, id, ['identity']);
  t.equal(refused.status, 422);
  t.strictSame(faultsOf(refused), ['/files/0/requirementKey not-asked']);
  t.match(refused.body.errors[0].detail, /"Proof of identity" is not part of it/);
  t.strictSame(faultsOf(await paper(acme.client, id, [null])), ['/files/0/requirementKey not-asked']);
  t.equal((await now(acme.officer, id)).documents.length, 2, 'nothing of it was kept');
  t.equal((await paper(acme.client, id, ['income'])).status, 201, 'what is marked comes');
  t.equal((await paper(acme.client, id, ['address'])).status, 201, 'and what the page asks for since it is not here');
  t.equal((await paper(acme.officer, id, ['identity'])).status, 201, 'staff adds what they like');
  t.equal((await keep(correction, { amount: 2_000 })).status, 200);
  t.equal((await acme.client.post(`/api/v1/corrections/${correction}/send`, {})).status, 200);
  t.equal((await paper(acme.client, id, [null])).status, 201, 'afterwards anything comes again');

  const open = await begun({ additions: true });
  t.equal((await paper(acme.client, open, ['identity'])).status, 201);
  await ask(open, [amount]);
  t.equal((await paper(acme.client, open, [null])).status, 201, 'what was forgotten comes where the template lets it');
  t.strictSame(faultsOf(await paper(acme.client, open, ['identity'])), ['/files/0/requirementKey not-asked']);
});
