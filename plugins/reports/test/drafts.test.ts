import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { drafts } from '../runs/drafts.ts';

t.test('two tries of one run draw apart, and leave nothing', async (t) => {
  const folder = join(t.testdir(), 'reports');
  const files = drafts({ folder });
  await files.with('one.pdf', async (first) =>
    files.with('one.pdf', async (second) => {
      t.not(first, second);
      for (const path of [first, second]) writeFileSync(path, path);
    }),
  );
  t.same(readdirSync(folder), []);
  await t.rejects(
    files.with('one.pdf', async () => {
      throw new Error('Cancelled.');
    }),
    { message: 'Cancelled.' },
  );
  t.same(readdirSync(folder), []);
});

t.test('what a killed process left is swept after a day, what is being drawn is not', async (t) => {
  const folder = t.testdir();
  const [old, young] = [join(folder, 'draft-old'), join(folder, 'draft-young')];
  for (const path of [old, young]) mkdirSync(path);
  utimesSync(old, new Date('2020-01-01'), new Date('2020-01-01'));
  await drafts({ folder }).sweep();
  t.equal(existsSync(old), false);
  t.equal(existsSync(young), true);
});
