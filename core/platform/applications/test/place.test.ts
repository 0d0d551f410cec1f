/** The neighbours of a case in the list from which it was opened. */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  schema: {
    type: 'object',
    properties: {
      amount: {
        type: 'number',
        title: 'Amount',
        'x-kind': 'money',
        'x-currency': 'EUR',
        'x-decimals': 2,
        'x-id': 'amount_of_loan',
      },
    },
  },
  wizard: [{ key: 'loan', title: 'Loan', fields: ['amount'] }],
  amount: 'amount_of_loan',
  requiredDocuments: [{ key: 'id', title: 'Identity' }],
});
const submit = async (amount: unknown): Promise<string> => {
  platform.clock.advance(1_000);
  return (await acme.key.post('/api/v1/applications', acme.record(template, { answers: { amount } }))).body.id;
};
const place = async (id: string, args = '', who = acme.officer) =>
  await who.graphql(
    `query($id: ID!) { applicationPlace(id: $id${args && `, ${args}`}) { previous next position total } }`,
    { id },
  );
const at = async (id: string, args = '') => (await place(id, args)).data.applicationPlace;

const cheap = await submit(5);
const dear = await submit(900);
const none = await submit('a lot');
const middle = await submit(50);

t.test('a case has the neighbours that its list shows, in any order of it', async (t) => {
  t.strictSame(await at(dear), { previous: none, next: cheap, position: 3, total: 4 }, 'the newest first by itself');
  t.strictSame(await at(middle), { previous: null, next: none, position: 1, total: 4 });
  const byAmount = 'sort: "-amount"';
  t.strictSame(await at(dear, byAmount), { previous: null, next: middle, position: 1, total: 4 });
  t.strictSame(await at(none, byAmount), { previous: cheap, next: null, position: 4, total: 4 }, 'none is the least');
  t.strictSame(await at(cheap, 'sort: "amount"'), { previous: none, next: middle, position: 2, total: 4 });
  for (const sort of ['createdAt', '-amount', 'applicantName', '-templateName', 'updatedAt', 'status']) {
    const listed = (
      await acme.officer.get(`/api/v1/applications?workspaceId=${acme.staffWorkspace}&sort=${sort}`)
    ).body.map(({ id }: { id: string }) => id);
    const walked = [];
    for (let id: string | null = listed[0]; id; id = (await at(id, `sort: "${sort}"`)).next) walked.push(id);
    t.strictSame(walked, listed, `next by next as the list by ${sort}`);
  }
});

t.test('a case that the filter leaves no more still leads on', async (t) => {
  const args = 'amountFrom: 50, sort: "amount"';
  t.strictSame(await at(middle, args), { previous: null, next: dear, position: 1, total: 2 });
  t.strictSame(await at(cheap, args), { previous: null, next: middle, position: null, total: 2 });
  t.equal((await acme.officer.post(`/api/v1/applications/${middle}/reject`, { reason: 'No.' })).status, 200);
  t.strictSame(await at(middle, 'view: "unassigned"'), { ...(await at(middle, 'view: "unassigned"')), position: null });
  t.strictSame(await at(middle, 'view: "decided"'), { previous: null, next: null, position: 1, total: 1 });
});

t.test('nobody learns the place of what they may not read', async (t) => {
  t.strictSame((await place(dear, '', beta.officer)).data, { applicationPlace: null });
  t.strictSame((await place('0190aaaa-0000-7000-8000-000000000000')).data, { applicationPlace: null });
  t.strictSame((await place('no id')).data, { applicationPlace: null });
  t.notOk((await place(dear, '', acme.client)).data?.applicationPlace, 'a client has no queue');
  t.match((await place(dear, 'view: "some", sort: "colour"')).errors, [
    { extensions: { errors: [{ pointer: '?view' }, { pointer: '?sort' }] } },
  ]);
});
