import { t } from '@dossier/core/testing/t';
import { pointerTo } from '@dossier/sdk';

t.test('a pointer leads to any name', (t) => {
  t.equal(pointerTo('answers', 'a/b~c', 0), '/answers/a~1b~0c/0');
  t.equal(pointerTo('~1'), '/~01');
  t.equal(pointerTo(''), '/');
  t.equal(pointerTo(), '');
  t.end();
});
