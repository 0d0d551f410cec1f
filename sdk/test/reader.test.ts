import { t } from '@dossier/core/testing/t';
import { shortTime } from '@dossier/sdk/web/ui/format';
import { dayOf, momentFormat, readAs, reader } from '@dossier/sdk/web/ui/reader';
import { typedMoment } from '@dossier/sdk/web/ui/wall-clock';

const nobody = { language: null, timeZone: null };
const bank = { language: 'de-AT', timeZone: 'Europe/Vienna' };
// Files of tests share a process, and another one may have read as somebody.
readAs(nobody, null);
const browser = { language: reader().language, timeZone: reader().timeZone };
t.afterEach(() => readAs(nobody, null));

const at = '2026-12-31T23:30:00.000Z';

t.test('a language or a zone that the browser does not know is passed over', async (t) => {
  readAs({ language: 'no language', timeZone: 'Europe/Nowhere' }, bank);
  t.match(reader(), bank);
  readAs({ language: 'no language', timeZone: 'Europe/Nowhere' }, null);
  t.match(reader(), browser);
});

t.test('texts are wanted in the language of the person, and else as the browser says', async (t) => {
  const { languages } = reader();
  readAs({ language: 'pl', timeZone: null }, bank);
  t.same(reader().languages, ['pl', ...languages]);
  readAs(nobody, bank);
  t.same(reader().languages, languages);
});

t.test(
  'a format that was made before goes by the reader of now, and today is the day where the reader is',
  async (t) => {
    const clock = momentFormat({ hour: '2-digit', minute: '2-digit' });
    readAs(nobody, bank);
    t.equal(clock(at), '00:30');
    t.equal(dayOf(new Date(at)), '2027-01-01');
    t.equal(shortTime(at, new Date('2027-01-01T12:00:00Z')), '00:30', 'it is of today');
    readAs({ language: null, timeZone: 'America/New_York' }, bank);
    t.equal(clock(at), '18:30');
    t.equal(dayOf(new Date(at)), '2026-12-31');
    t.equal(shortTime(at, new Date('2027-01-01T12:00:00Z')), '31. Dez. 2026');
    t.equal(typedMoment('2026-12-31T18:30')?.toISOString(), at, 'and what is typed is read by the same clock');
  },
);
