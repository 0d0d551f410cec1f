import { t } from '@dossier/core/testing/t';
import { stage } from '../../workflow/test/stage.ts';
import type { Stage } from '../../workflow/test/stage.ts';

let s: Stage;
let templateId: string;
t.before(async () => {
  s = await stage();
  templateId = await s.template();
});
t.teardown(() => s.stop());

const numberOf = async (at: Stage = s, template = templateId): Promise<string> =>
  String((await at.submit(template))['number']);

t.test('applications are counted in their organization, year by year', async (t) => {
  const other = await stage({ platform: s.platform, slug: 'other', script: s.script });
  const year = s.platform.clock.now().getUTCFullYear();
  t.same([await numberOf(), await numberOf()], [`${year}-000001`, `${year}-000002`]);
  t.equal(await numberOf(other, await other.template()), `${year}-000001`, 'each organization from the beginning');
  s.platform.clock.advance(366 * 86_400_000);
  t.equal(await numberOf(), `${s.platform.clock.now().getUTCFullYear()}-000001`, 'and each year');
});

t.test('one that was refused takes no number with it', async (t) => {
  const before = await numberOf();
  await t.rejects(s.submit(templateId, { amount: 'much' }, 'no address'));
  const after = await numberOf();
  t.equal(Number(after.slice(5)), Number(before.slice(5)) + 1);
});

t.test('in a rush no number is given twice', async (t) => {
  const rounds: string[] = [];
  for (let round = 0; round < 4; round++)
    rounds.push(...(await Promise.all(Array.from({ length: 12 }, () => numberOf()))));
  t.equal(new Set(rounds).size, 48);
  t.ok(
    rounds.every((number) => /^\d{4}-\d{6}$/.test(number)),
    rounds.join(' '),
  );
});

t.test('staff find an application by its number as they hear it', async (t) => {
  const { id, number } = await s.submit(templateId);
  const found = async (search: string): Promise<readonly unknown[]> =>
    (await s.officer.get(`/api/v1/applications?workspaceId=${s.staff}&search=${encodeURIComponent(search)}`)).body.map(
      (row: { id: string }) => row.id,
    );
  for (const search of [String(number), String(number).slice(5), String(Number(String(number).slice(5)))])
    t.ok((await found(search)).includes(id), search);
  t.same(await found('1999-000001'), []);
});
