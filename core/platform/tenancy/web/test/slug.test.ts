import { t } from '@dossier/core/testing/t';
import { slugFault, slugOf } from '../organizations/slug.ts';

t.test('a name suggests an address that the server takes', async (t) => {
  for (const [name, slug] of [
    ['Crédit du Nord', 'credit-du-nord'],
    ['  Acme & Söhne, Ltd. ', 'acme-sohne-ltd'],
    ['x'.repeat(80), 'x'.repeat(63)],
    [`${'x'.repeat(62)} y`, 'x'.repeat(62)],
  ] as const) {
    t.equal(slugOf(name), slug);
    t.equal(slugFault(slug), undefined, slug);
  }
  t.equal(slugOf('銀行'), '', 'nothing to suggest');
  for (const slug of ['', 'a', '-acme', 'acme-', 'Acme', 'a b', 'x'.repeat(64)])
    t.type(slugFault(slug), 'string', slug);
});
