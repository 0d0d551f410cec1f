import { t } from '@dossier/core/testing/t';
import { faultsOf } from '../src/api/faults.ts';

const said = (pointer: string, detail: string): string | undefined =>
  faultsOf([{ pointer, code: 'x', detail }])[0]?.detail;

t.test('what is wrong with a field is said without the key that programs know it by', (t) => {
  t.equal(said('/targetUserId', 'targetUserId must not be empty.'), 'Please fill this in.');
  t.equal(said('/answers/purpose', 'purpose is missing.'), 'Please fill this in.');
  t.equal(said('/values/url', 'url must be a valid uri.'), 'This is not a valid address.');
  t.equal(said('/emails/0', 'emails[0] must be a valid email.'), 'This is not a valid e-mail address.');
  t.equal(said('/linkType', 'linkType takes at most 64 characters.'), 'This takes at most 64 characters.');
  t.end();
});

t.test('what a person wrote the sentence for stays as it is', (t) => {
  t.equal(said('/name', 'A team of this name is there already.'), 'A team of this name is there already.');
  t.equal(said('', 'name is missing.'), 'name is missing.');
  t.same(faultsOf([{ pointer: 1 }, 'no']), [{ pointer: '', detail: 'This is not valid.' }]);
  t.same(faultsOf(undefined), []);
  t.end();
});
