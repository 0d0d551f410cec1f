import { t } from '@dossier/core/testing/t';
import type { PatentLine } from '../../contract.ts';
import { citationOf } from '../citation.ts';
import { isFresh } from '../lifetimes.ts';
import { linksOf } from '../links.ts';
import { bestText, givesTexts, readBest } from '../texts.ts';
import { ownTexts } from '../wording.ts';

const line: PatentLine = {
  number: 'EP1000000A1',
  spoken: 'EP 1 000 000 A1',
  title: 'Apparatus for bricks',
  titleLanguage: 'en',
  applicants: ['BOER BEHEER B.V. [NL]'],
  date: '2000-05-17',
  classes: [],
  family: null,
};

t.test('texts of another publication are no texts of this one', async (t) => {
  const text = (country: string, number: string, kind: string) => ({
    number: { country, number, kind },
    ...{ claims: [], descriptions: [] },
  });
  const [own, granted, other] = [text('EP', '1000000', 'A1'), text('EP', '1000000', 'B1'), text('EP', '2000000', 'A1')];
  const of = (...documents: (typeof own)[]) =>
    ownTexts({ kind: 'fulltext', documents, partial: false }, own.number).documents;
  t.same(of(other, granted, own), [own]);
  t.same(of(granted), [granted], 'an office may give them under another of its kinds');
  t.same(of(), []);
  t.throws(() => of(other), { name: 'OfficeError', reason: 'unreadable' });
});

t.test('a citation says who, what, which and when, as far as that is known', async (t) => {
  t.equal(citationOf(line), 'BOER BEHEER B.V. [NL]. Apparatus for bricks. EP 1 000 000 A1, 2000-05-17.');
  t.equal(citationOf({ ...line, applicants: [], title: null, date: null }), 'EP 1 000 000 A1.');
  t.match(citationOf({ ...line, applicants: ['A', 'B', 'C', 'D'] }), /^A; B; C et al\. Apparatus/);
});

t.test('links lead to the publication, and of a European application to the register', async (t) => {
  const number = { country: 'EP', number: '1000000', kind: 'A1' };
  t.same(linksOf(number, 'EP19990203729'), {
    espacenet: 'https://worldwide.espacenet.com/patent/search?q=pn%3DEP1000000A1',
    register: 'https://register.epo.org/application?number=EP99203729',
  });
  for (const other of [null, 'US20180123456', 'EP']) t.equal(linksOf(number, other).register, null);
});

t.test('of a family the text is offered that is read best', async (t) => {
  const member = (number: string, isSimple = true) => ({ number, isSimple });
  t.equal(bestText([member('US1A'), member('CN1A')]), null);
  const best = (...members: readonly ReturnType<typeof member>[]): string | undefined => bestText(members)?.number;
  t.equal(best(member('FR1A1'), member('WO2020000001A1'), member('EP1000000A1', false)), 'WO2020000001A1');
  t.equal(best(member('EP1000000A1'), member('EP1000000B1')), 'EP1000000B1', 'as it was granted');
  t.equal(readBest(['US2019277447A1', 'US10877012B2']), 'US10877012B2', 'also where none has any');
  t.equal(givesTexts('US'), false);
});

t.test('what was kept is believed for as long as it lasts', async (t) => {
  const at = new Date('2026-01-01T00:00:00Z');
  const after = (days: number): Date => new Date(at.getTime() + days * 86_400_000);
  const kept = { whole: true, isNone: false, at };
  t.equal(isFresh({ ...kept, part: 'biblio' }, after(29)), true);
  t.equal(isFresh({ ...kept, part: 'biblio' }, after(31)), false);
  t.equal(isFresh({ ...kept, part: 'legal' }, after(8)), false);
  t.equal(isFresh({ ...kept, part: 'claims' }, after(10_000)), true);
  t.equal(isFresh({ ...kept, part: 'claims', isNone: true }, after(2)), false, 'that there is none');
  t.equal(isFresh({ ...kept, part: 'claims', whole: false }, after(0)), false, 'what is not whole');
});
