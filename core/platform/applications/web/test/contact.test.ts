import { t } from '@dossier/core/testing/t';
import { callTo, letterTo } from '../my/contact.ts';

t.test('a number is dialled without what people write between its digits', async (t) => {
  t.equal(callTo('+49 (0)30 12/34-56'), 'tel:+4930123456');
  t.equal(callTo('(030) 123-456'), 'tel:030123456');
  t.equal(callTo('(0) 112'), 'tel:0112', 'at home the zero is dialled');
  t.equal(callTo('(+44) 20'), 'tel:+4420');
});

t.test('a letter names the application, and an address cannot add to it', async (t) => {
  t.equal(letterTo('loans@bank.example', '2026-000431'), 'mailto:loans@bank.example?subject=2026-000431');
  t.equal(letterTo('a&cc=b?@bank.example', '1'), 'mailto:a%26cc%3Db%3F@bank.example?subject=1');
});
