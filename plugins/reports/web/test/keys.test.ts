import { t } from '@dossier/core/testing/t';
import { Keys } from '../editor/sections/keys.ts';

t.test('a key stays with its item through our own changes, and a list from elsewhere has new ones', async (t) => {
  const keys = new Keys();
  const first = ['a', 'b', 'c'];
  keys.follow(first);
  t.same(keys.all, [1, 2, 3]);
  const moved = ['b', 'a', 'c'];
  keys.set(moved, [2, 1, 3]);
  keys.follow(moved);
  t.same(keys.all, [2, 1, 3]);
  keys.follow([...moved]);
  t.same(keys.all, [4, 5, 6]);
});
