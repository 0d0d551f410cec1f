import { t } from '@dossier/core/testing/t';
import { presence } from '../src/api/presence.ts';

t.test('somebody is at a page that was opened or touched within the last minute', async (t) => {
  const page = new EventTarget();
  let now = 5_000;
  const isAttended = presence(page, () => now);
  t.equal(isAttended(), true, 'who has just opened it is there');
  now += 59_999;
  t.equal(isAttended(), true);
  now += 1;
  t.equal(isAttended(), false);
  for (const touch of ['keydown', 'pointermove', 'wheel', 'touchstart', 'input']) {
    page.dispatchEvent(new Event(touch));
    t.equal(isAttended(), true, touch);
    now += 60_000;
    t.equal(isAttended(), false);
  }
});
