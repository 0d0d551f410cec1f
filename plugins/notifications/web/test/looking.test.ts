import { t } from '@dossier/core/testing/t';
import { recordAt } from '../looking.ts';

const workspace = '01a21eb8-b795-7000-a816-608c727d75c7';
const record = '01a21eb8-b795-7000-a816-608c727d75c8';

t.test('what is new of the open record is noted, and of no other', async (t) => {
  const at = (rest: string): string | null => recordAt(`/p/acme/${rest}`);
  t.equal(at(`w/${workspace}/applications/${record}`), record);
  t.equal(at(`w/${workspace}/reports/runs/${record}/rows`), record);
  t.equal(at(`o/messages/${record}`), record);
  t.equal(at(`w/${workspace}/applications`), null);
  t.equal(at(`w/${workspace}/applications/${record}0`), null);
  t.equal(at(`w/${workspace}/applications/a${record}`), null);
  t.equal(at(`settings/teams/${record}/invitations`), record);
  t.equal(at('settings'), null);
});
