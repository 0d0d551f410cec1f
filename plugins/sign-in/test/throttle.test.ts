import t from 'tap';
import { allowed, blockAfter } from '../throttle.ts';

t.test('the first tries are free, then each wait is twice as long, up to a quarter of an hour', async (t) => {
  t.same([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 500].map((failures) => blockAfter(failures, allowed.account) / 1000), [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
});

t.test('an address that many people share has more free tries than an account', async (t) => {
  t.equal(blockAfter(allowed.address - 1, allowed.address), 0);
  t.ok(allowed.address > allowed.account);
});
