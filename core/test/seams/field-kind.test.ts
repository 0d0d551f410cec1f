/** What a plugin brings to templates: a kind of field, and a check with settings of its own. */
import { t } from '@dossier/core/testing/t';
import { definePlugin, Type } from '@dossier/sdk';
import { bank, testPlatform } from '../../testing/index.ts';
import { fieldKinds, FieldSchemas } from '../../platform/templates/contract.ts';
import { stepHandlers } from '../../platform/workflow/contract.ts';

/** ISO 13616: with the first four characters at the end and letters as numbers, 1 remains of a division by 97. */
const remainder = (iban: string): number =>
  [...`${iban.slice(4)}${iban.slice(0, 4)}`].reduce((rest, one) => Number(`${rest}${parseInt(one, 36)}`) % 97, 0);

const Score = Type.Object({ least: Type.Integer({ minimum: 0, title: 'Least score' }) });
let seen: unknown;

const iban = definePlugin({
  id: 'iban',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [fieldKinds, stepHandlers],
  setup(_needs, plugin) {
    plugin.contribute(
      fieldKinds,
      'iban',
      { open: 'to members' },
      {
        label: 'IBAN',
        answer: Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' }),
        limits: Type.Object({ 'x-countries': Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }))) }),
        checkAnswer(answer, field) {
          const [text, countries] = [String(answer), field['x-countries']];
          if (Array.isArray(countries) && !countries.includes(text.slice(0, 2))) return 'is of another country';
          if (text.startsWith('XX')) throw new Error('Nobody knows.');
          return remainder(text) === 1 ? null : 'has check digits that do not fit';
        },
      },
    );
    plugin.contribute(
      stepHandlers,
      'ScoreCheckHandler',
      { open: 'to members' },
      {
        title: 'Score',
        outside: false,
        settings: Score,
        run: async ({ settings }) => {
          seen = settings;
          return { outcome: 'passed' };
        },
      },
    );
  },
});

const platform = await testPlatform({ plugins: [iban] });
t.teardown(() => platform.stop());
const b = await bank(platform);

const field = { type: 'string', 'x-kind': 'iban', title: 'Account', 'x-countries': ['DE', 'XX'] };
const form = (account: object, settings: object = { least: 600 }): object => ({
  name: 'Transfer',
  schema: { type: 'object', properties: { account }, required: ['account'] },
  wizard: [{ key: 'account', title: 'Account', fields: ['account'] }],
  workflow: [
    { name: 'Score', kind: 'SYSTEM', handler: 'ScoreCheckHandler', settings },
    { name: 'Underwriting', kind: 'MANUAL' },
  ],
  requiredDocuments: [],
});

t.test('a page finds the kind beside those that come with templates', async (t) => {
  const { body } = await b.admin.get('/api/v1/field-kinds');
  const types = new Map(body.map(({ id, type }: { id: string; type: string | null }) => [id, type]));
  for (const [id, type] of [
    ['iban', 'string'],
    ['string', 'string'],
    ['integer', 'integer'],
    ['address', 'object'],
    ['heading', null],
  ] as const)
    t.equal(types.get(id), type, id);
  const one = body.find(({ id }: { id: string }) => id === 'iban');
  t.match(one, {
    label: 'IBAN',
    answer: { type: 'string' },
    limits: { properties: { 'x-countries': { type: 'array' } } },
  });
  const query = '{ fieldKinds { id label group type answer limits common } }';
  t.same((await b.admin.post('/graphql', { query })).body.data.fieldKinds, body, 'by GraphQL too');
});

t.test('fields are held to the kind: its type, and its limits', async (t) => {
  const faults = async (account: object): Promise<string[]> =>
    (await b.admin.post('/api/v1/templates', form(account))).body.errors.map(
      ({ pointer, code }: { pointer: string; code: string }) =>
        `${pointer.replace('/schema/properties/account', '')} ${code}`,
    );
  t.same(await faults({ ...field, type: 'number' }), ['/type bad-type']);
  t.same(await faults({ ...field, 'x-kind': 'colour' }), ['/x-kind unknown-kind']);
  t.same(await faults({ ...field, minLength: 3, 'x-countries': ['Germany'] }), [
    '/minLength unknown-keyword',
    '/x-countries/0 bad-limit',
  ]);
  t.same(await faults({ ...field, default: 'DE89370400440532013001' }), ['/default bad-default']);
});

t.test('answers are held to the kind, and a wrong one halts the application at its officer', async (t) => {
  const made = await b.admin.post('/api/v1/templates', form(field));
  t.match(made, {
    status: 201,
    body: { draft: { format: 1, workflow: [{ key: 'score', settings: { least: 600 } }, { key: 'underwriting' }] } },
  });
  t.equal((await b.admin.post(`/api/v1/templates/${made.body.id}/publish`)).status, 200);
  const submit = async (account: unknown) =>
    (await b.key.post('/api/v1/applications', b.record(made.body.id, { answers: { account } }))).body;
  t.match(await submit('DE89370400440532013000'), {
    status: 'Approved',
    steps: [{ key: 'score', state: 'passed' }, {}],
  });
  t.same(seen, { least: 600 }, 'the check is given what the template sets');
  for (const [account, code, text] of [
    ['DE89370400440532013001', 'kind', 'Account: this answer has check digits that do not fit.'],
    ['FR1420041010050500013M02606', 'kind', 'Account: this answer is of another country.'],
    ['XX0000000000000000', 'kind', 'Account: this answer could not be checked.'],
    ['DE89 3704', 'kind', 'Account: this answer is not written as expected.'],
    [12, 'type', 'Account: answer with a text.'],
  ] as const)
    t.match(await submit(account), {
      status: 'InReview',
      steps: [{ state: 'failed', reasons: [{ code, text, pointer: '/answers/account' }] }, { state: 'running' }],
    });
});

t.test('settings that the check does not take are not published', async (t) => {
  const made = await b.admin.post('/api/v1/templates', { ...form(field, { least: -1 }), name: 'Unsettled' });
  t.match(await b.admin.post(`/api/v1/templates/${made.body.id}/publish`), {
    status: 422,
    body: { errors: [{ pointer: '/workflow/0/settings/least', code: 'bad-setting' }] },
  });
});

t.test('content of another format is refused where it says so, with all other faults', async (t) => {
  const answer = await b.admin.post('/api/v1/templates', { ...form({ type: 'text' }), name: 'Newer', format: 2 });
  t.match(answer, {
    status: 422,
    body: { errors: [{ pointer: '/format', code: 'unknown-format' }, { pointer: '/schema/properties/account/type' }] },
  });
});

t.test('others that keep records by the same schemas have the kind too', async (t) => {
  const fields = platform.service(FieldSchemas);
  const schema = { type: 'object', properties: { account: field } };
  t.same(await fields.faults(schema, '/schema'), []);
  t.match(await fields.check(b.organization, 'seam', schema, { account: 'DE89370400440532013001' }), [
    { pointer: '/account', code: 'kind' },
  ]);
});
