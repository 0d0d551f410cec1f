import { t } from '@dossier/core/testing/t';
import { mailboxOf, spellingsOf } from '../src/index.ts';

t.test('one mailbox is known in every spelling of its domain', async (t) => {
  const readable = 'ada@müller.example';
  for (const spelling of [
    readable,
    'Ada@MÜLLER.example',
    ' ada@mu\u0308ller.example ',
    'ada@xn--mller-kva.example',
    'ADA@XN--MLLER-KVA.EXAMPLE',
    'ada@müller\u3002example',
    '\u202Aada@müller.example\u202C',
  ]) {
    t.equal(mailboxOf(spelling), readable, spelling);
    t.same(spellingsOf(spelling), [readable, 'ada@xn--mller-kva.example'], spelling);
  }
  t.same(spellingsOf('Ada@Acme.example'), ['ada@acme.example']);
  t.not(mailboxOf('adä@acme.example'), mailboxOf('ada@acme.example'), 'what stands before the @ is the mailbox itself');
  for (const odd of ['', 'ada', '@acme.example', 'ada@', 'ada@xn--', 'ada@a b.example'])
    t.equal(mailboxOf(odd), odd.toLowerCase(), odd);
});
