/** Comments are found by what they say, by those who may read them at that moment. */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import { AccessAdministration } from '../../access/contract.ts';
import { commentsFeature, readComments } from '../contract.ts';
import { excerptAt } from '../excerpt.ts';

const platform = await sharedPlatform();
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const template = await acme.template(['DocumentCompletenessCheckHandler']);
const submit = async (primary: string): Promise<{ readonly id: string; readonly number: string }> =>
  (await acme.key.post('/api/v1/applications', acme.record(template, { primary }))).body;
const write = async (who: TestClient, id: string, kind: string, text: string, more = {}): Promise<Json> => {
  platform.clock.advance(1_000);
  const answer = await who.post(`/api/v1/applications/${id}/comments`, { kind, text, ...more });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};

interface Found {
  readonly isAlike: boolean;
  readonly hits: readonly {
    readonly id: string;
    readonly title: string;
    readonly path: string;
    readonly state: string;
  }[];
}
const search = async (who: TestClient, text: string): Promise<Found | undefined> => {
  const answer = await who.get(`/api/v1/search?kind=comments&text=${encodeURIComponent(text)}`);
  t.equal(answer.status, 200, answer.text);
  return answer.body[0];
};
const idsFor = async (who: TestClient, text: string): Promise<readonly string[]> =>
  (await search(who, text))?.hits.map(({ id }) => id) ?? [];

const own = await submit(acme.client.email);
const others = await submit('someone@else.example');

t.test(
  'staff finds both kinds, a client what is external in their own, and nobody of elsewhere anything',
  async (t) => {
    const noted = await write(
      acme.officer,
      own.id,
      'internal',
      'The payslip of **Quarzwerk** GmbH (> 3000) looks forged.',
    );
    const told = await write(acme.officer, own.id, 'external', 'Please send the payslip of Quarzwerk again');
    const elsewhere = await write(acme.officer, others.id, 'external', 'Quarzwerk pays late');
    t.strictSame(await idsFor(acme.officer, 'quarzw'), [elsewhere.id, told.id, noted.id], 'the newest first');
    t.strictSame(await idsFor(acme.officer, 'forged payslip'), [noted.id], 'all words, in any order');
    t.strictSame(await idsFor(acme.client, 'quarzwerk'), [told.id]);
    t.strictSame(await idsFor(acme.client, 'forged'), []);
    for (const who of [acme.otherClient, beta.officer]) t.strictSame(await idsFor(who, 'quarzwerk'), []);
    t.match(await search(acme.officer, 'forged'), {
      hits: [
        {
          title: 'The payslip of Quarzwerk GmbH (> 3000) looks forged.',
          about: `Otto Officer, in Carl Client, ${own.number}, Loan 1`,
          state: 'Internal',
          path: `applications/${own.id}?tab=dossier-comments`,
          workspaceId: acme.staffWorkspace,
        },
      ],
    });
    t.match(await search(acme.client, 'again'), {
      hits: [{ state: null, path: `my/${own.id}?tab=dossier-comments`, workspaceId: acme.clientWorkspace }],
    });
  },
);

t.test('what was changed is found by what it says now, and what was removed by nothing', async (t) => {
  const made = await write(acme.officer, own.id, 'internal', 'Ask the Steuerberater');
  t.strictSame(await idsFor(acme.officer, 'steuerberater'), [made.id]);
  t.equal((await acme.officer.put(`/api/v1/comments/${made.id}`, { text: 'Ask the Finanzamt' })).status, 200);
  t.strictSame(await idsFor(acme.officer, 'steuerberater'), []);
  t.strictSame(await idsFor(acme.officer, 'finanzamt'), [made.id]);
  t.equal((await acme.officer.delete(`/api/v1/comments/${made.id}`)).status, 204);
  t.strictSame(await idsFor(acme.officer, 'finanzamt'), []);
});

t.test('one that is shown to the client is found by them from then on, slips and all', async (t) => {
  const made = await write(acme.officer, own.id, 'internal', 'Zahlungsaufschub is possible');
  t.strictSame(await idsFor(acme.client, 'zahlungsaufschub'), []);
  t.match(await search(acme.officer, 'zahlugsaufschub'), { isAlike: true, hits: [{ id: made.id }] });
  t.equal(await search(acme.client, 'zahlugsaufschub'), undefined, 'words of the staff help no client to spell');
  t.equal((await acme.admin.post(`/api/v1/comments/${made.id}/share`, { version: 1 })).status, 200);
  t.strictSame(await idsFor(acme.client, 'zahlungsaufschub'), [made.id]);
  t.match(await search(acme.client, 'zahlugsaufschub'), { isAlike: true, hits: [{ id: made.id }] });
});

t.test('an officer who is an applicant finds of their case what they could read as its client', async (t) => {
  const { id } = await submit(acme.officer.email);
  await write(acme.admin, id, 'internal', 'Kolibri inside');
  const told = await write(acme.admin, id, 'external', 'Kolibri outside');
  t.strictSame(await idsFor(acme.officer, 'kolibri'), [told.id]);
  t.equal((await idsFor(acme.admin, 'kolibri')).length, 2);
});

t.test('a right or a feature that ended, ends at once', async (t) => {
  await write(acme.officer, own.id, 'internal', 'Nachtigall');
  t.equal((await idsFor(acme.clerk, 'nachtigall')).length, 1);
  await acme.grant('clerk', readComments, false);
  t.strictSame(await idsFor(acme.clerk, 'nachtigall'), []);
  await acme.grant('clerk', readComments, true);
  const turn = (on: boolean) =>
    platform
      .service(AccessAdministration)
      .setFeature(acme.access, { workspace: acme.staffWorkspace, feature: commentsFeature, on });
  await turn(false);
  t.strictSame(await idsFor(acme.officer, 'nachtigall'), []);
  await turn(true);
});

t.test('people who are named and files that are spoken of are found by their parts', async (t) => {
  const text = `@[Ada Admin](user:${acme.admin.id}) look at \`gehalt_März-2026.pdf\``;
  const made = await write(acme.officer, own.id, 'internal', text);
  for (const words of ['ada look', 'marz', 'gehalt', '2026.pdf'])
    t.strictSame(await idsFor(acme.officer, words), [made.id]);
  t.strictSame(await idsFor(acme.officer, acme.admin.id), [], 'an id is no word');
});

t.test('an excerpt is about the word that was found', (t) => {
  const long = `${'so it is '.repeat(20)}and the Äpfel are ripe ${'and so on '.repeat(20)}`.trim();
  t.match(excerptAt(long, [['apfel']]), /^….*Äpfel are ripe.*…$/u);
  t.ok(excerptAt(long, [['apfel']]).length <= 92);
  t.equal(excerptAt('Hello there', [['there']]), 'Hello there');
  t.match(excerptAt(`${'x'.repeat(300)} y`, [['x']]), /^x{90}…$/u);
  t.end();
});
