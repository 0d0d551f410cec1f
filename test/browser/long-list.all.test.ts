import { t } from '@dossier/core/testing/t';
import { violations } from '../../web/test/axe.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());

t.test('a client with more applications than a page reaches the oldest, each once, while one arrives', async (t) => {
  const benjamin = stage.person('benjamin').email;
  for (let i = 0; i < 60; i += 1) await stage.submit('clean', 'Benjamin', 'Okafor', benjamin);
  const { page, faults } = await stage.as('benjamin', stage.clientList);
  const older = page.getByRole('button', { name: 'Show older ones' });
  await older.waitFor();
  const arrived = `${stage.clientList}/${await stage.submit('clean', 'Benjamin', 'Okafor', benjamin)}`;
  await page.locator(`dossier-my-list a[href="${arrived}"]`).waitFor();
  t.same(await violations(page), []);
  await older.press('Enter');
  await page.locator('dossier-my-list .item a').nth(61).waitFor();
  const all = await page
    .locator('dossier-my-list .item a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  t.match(
    { first: all[0], count: all.length, different: new Set(all).size },
    { first: arrived, count: 62, different: 62 },
    'the one of the demonstration too',
  );
  t.same(faults, []);
});
