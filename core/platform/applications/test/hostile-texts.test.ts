/** Texts that one person wrote stand whole where others read them, and take away nothing that others wrote. */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';

const platform = await sharedPlatform();
const acme = await bank(platform);
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'id', title: 'Identity' }],
  schema: {
    type: 'object',
    properties: {
      said: { type: 'string', title: 'Said', 'x-id': 'said' },
      day: { type: 'string', format: 'date', title: 'Day', 'x-id': 'day' },
      many: { type: 'array', items: { type: 'string', enum: ['beside', 'other'] }, title: 'Many', 'x-id': 'many' },
    },
  },
  wizard: [{ key: 'all', title: 'All', fields: ['said', 'day', 'many'] }],
});

const texts: Readonly<Record<string, string>> = {
  quotes: `${'>'.repeat(1_500)} word`,
  lines: 'line\n'.repeat(390).trim(),
  marks: `a${'\u0301'.repeat(1_000)}b`,
  'a turned text': 'abc\u202Edef\u2066',
  controls: 'a\u0001b\u0008c\u001Bd\u2028e',
  'a header': 'x\r\nBcc: x@y.example',
  'a formula': '=1+1',
  'a day that does not exist': '2026-13-45',
  spaces: 'two  \t spaces\n\n  1. one\n* a',
  'other scripts': '👩‍👩‍👧 漢字 עברית हिन्दी',
};

t.test('an answer and a reason are read as they were written, each in its place', async (t) => {
  const ids = new Map<string, string>();
  for (const [name, said] of Object.entries(texts)) {
    const answers = { said, day: said, many: [said, 'beside'] };
    const made = await acme.key.post(
      '/api/v1/applications',
      acme.record(template, { primary: acme.client.email, answers }),
    );
    t.equal(made.status, 201, name);
    ids.set(name, made.body.id);
  }
  await platform.settle();
  for (const [name, id] of ids) {
    const reason = texts[name]!;
    t.equal((await acme.officer.post(`/api/v1/applications/${id}/reject`, { reason })).status, 200, name);
  }
  await platform.settle();
  const columns = ['said', 'day', 'many'].map((key) => `${template}:${key}`).join(',');
  const file = String(
    (await acme.officer.get(`/api/v1/workspaces/${acme.staffWorkspace}/applications.csv?columns=${columns}`)).body,
  );
  const trail = String((await acme.admin.get('/api/v1/audit/export?format=csv')).body);
  for (const [name, id] of ids) {
    const said = texts[name]!;
    const shown = await acme.officer.get(`/api/v1/applications/${id}`);
    t.match(shown.body, { answers: { said, many: [said, 'beside'] }, decision: { reason: said } }, name);
    t.match(file, `${said.replaceAll('"', '""')}, beside`, `${name}, in the file`);
    const entries = await acme.officer.get(`/api/v1/applications/${id}/audit`);
    t.ok(
      entries.body.some((one: { after?: { reason?: string } }) => one.after?.reason === said),
      `${name}, in the history`,
    );
    t.equal((await acme.client.get(`/api/v1/applications/${id}`)).body.decision.reason, said, `${name}, to the client`);
    const whole = await acme.admin.get(`/api/v1/audit?limit=50&subjectType=application&subjectId=${id}`);
    t.ok(whole.status === 200 && whole.text.includes(JSON.stringify(said)), `${name}, in the trail`);
    t.match(trail, said.replaceAll('"', '""').slice(0, 20), `${name}, in the file of the trail`);
  }
});

t.test('what is no answer to its field stands in the file as JSON', async (t) => {
  const answers = { said: { a: [1] }, many: [1, { b: null }], day: false };
  await acme.key.post('/api/v1/applications', acme.record(template, { answers }));
  const columns = ['said', 'many', 'day'].map((key) => `${template}:${key}`).join(',');
  const { body } = await acme.officer.get(
    `/api/v1/workspaces/${acme.staffWorkspace}/applications.csv?columns=${columns}&sort=-createdAt`,
  );
  t.match(String(body), ',"{""a"":[1]}","[1,{""b"":null}]",false\r\n');
});
