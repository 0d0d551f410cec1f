import { t } from '@dossier/core/testing/t';
import { idempotencyKey } from '@dossier/sdk';

t.test('an idempotency key is one text of 1 to 255 characters, or there is none', (t) => {
  for (const key of [undefined, 'a', 'a'.repeat(255)]) t.equal(idempotencyKey(key), key);
  for (const key of ['', 'a'.repeat(256), ['a', 'b'], ['a']])
    t.throws(() => idempotencyKey(key), { status: 400, code: 'bad-idempotency-key' });
  t.end();
});
