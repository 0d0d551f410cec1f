import { t } from '@dossier/core/testing/t';
import { oneByOne } from '../figures/one-by-one.ts';

t.test('work is done one at a time, in the order in which it came, also behind work that failed', async (t) => {
  const inTurn = oneByOne();
  const seen: string[] = [];
  const work = (name: string) =>
    inTurn(async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      seen.push(`${name} ends`);
      if (name === 'second') throw new Error('It cannot be done.');
      return name;
    });
  const outcomes = await Promise.allSettled([work('first'), work('second'), work('third')]);
  t.match(outcomes, [{ value: 'first' }, { reason: { message: 'It cannot be done.' } }, { value: 'third' }]);
  t.strictSame(seen, ['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
  t.equal(await work('fourth'), 'fourth');
});
