/** People are found by who may see the list of them, among the members of the organization alone. */
import { t } from '@dossier/core/testing/t';
import { bank, sharedPlatform } from '@dossier/core/testing';
import type { TestClient } from '@dossier/core/testing';

const platform = await sharedPlatform();
const [acme, beta] = [await bank(platform), await bank(platform, 'beta')];
const name = 'Renée Müller-Østergård';
const renee = await acme.person(name, 'clerk');
await beta.person('Renée Elsewhere', 'clerk');

interface Hit {
  readonly title: string;
  readonly state: string | null;
  readonly path: string;
  readonly workspaceId: string | null;
}
const found = async (text: string, who: TestClient = acme.admin): Promise<readonly Hit[]> => {
  const answer = await who.get(`/api/v1/search?text=${encodeURIComponent(text)}`);
  t.equal(answer.status, 200, text);
  const of = (answer.body as readonly { readonly kind: string; readonly hits: readonly Hit[] }[]).find(
    ({ kind }) => kind === 'people',
  );
  return of?.hits ?? [];
};

t.test('a part of a name finds the page of the person, in any order, neither case nor accents counting', async (t) => {
  for (const text of ['renee', 'MÜLLER', 'muller renée', 'Rene\u0301e Mu\u0308ll', renee.email])
    t.match(
      await found(text),
      [
        {
          title: name,
          state: null,
          workspaceId: null,
          path: `settings/people/${renee.id}`,
        },
      ],
      text,
    );
});

t.test('lone signs are no syntax: they find nobody, and part words', async (t) => {
  for (const text of ['%%', '__', '\\\\', "''"]) t.same(await found(text), [], text);
  for (const text of ['ren%müll', 'øst_ren']) t.match(await found(text), [{ title: name }], text);
  t.same(await found('ren%zzz'), []);
});

t.test('nobody is found by who may not see the list, nor of another organization', async (t) => {
  t.same(await found('renee', acme.clerk), []);
  t.same(await found('renee', acme.client), []);
  t.same(
    (await found('renee', beta.admin)).map(({ title }) => title),
    ['Renée Elsewhere'],
  );
});

t.test('one who is suspended is found as such', async (t) => {
  t.equal((await acme.admin.put(`/api/v1/people/${renee.id}/suspension`)).status, 204);
  t.match(await found('renee'), [{ state: 'Suspended' }]);
});
