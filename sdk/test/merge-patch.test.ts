import { t } from '@dossier/core/testing/t';
import { mergePatch } from '../web/ui/merge-patch.ts';

t.test('a patch names only what differs, and null for what is gone (RFC 7396)', async (t) => {
  const mark = { set: true, changedAt: '2026-11-21T10:00:00Z', by: { name: 'Ada' } };
  const stored = {
    url: 'https://one.example/',
    timeout: 10_000,
    token: mark,
    tags: ['a'],
    nested: { kept: 1, gone: 2 },
  };
  t.same(mergePatch(stored, { ...stored }), {});
  t.same(mergePatch(stored, { ...stored, url: 'https://two.example/' }), { url: 'https://two.example/' });
  t.same(mergePatch(stored, { ...stored, token: 'new' }), { token: 'new' }, 'a secret replaces its mark');
  t.same(mergePatch(stored, { ...stored, token: null }), { token: null }, 'or is taken away');
  const { timeout: _, ...without } = stored;
  t.same(mergePatch(stored, without), { timeout: null });
  t.same(
    mergePatch(stored, { ...stored, tags: ['a', 'b'], nested: { kept: 1, added: 3 } }),
    { tags: ['a', 'b'], nested: { gone: null, added: 3 } },
    'lists whole, objects by their members',
  );
});
