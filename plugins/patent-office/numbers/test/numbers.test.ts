import fc from 'fast-check';
import { t } from '@dossier/core/testing/t';
import { seed } from '@dossier/core/testing';
import { parseNumber } from '../parse.ts';
import type { PatentNumber } from '../types.ts';
import { canonical, docdbInput, forms, spoken } from '../words.ts';

/** What a spelling leads to in one word; the question's subject and candidates where it is one. */
function leadsTo(text: string): string {
  const parsed = parseNumber(text);
  if (parsed.ok) return canonical(parsed.number);
  const { about, candidates } = parsed.question;
  return [`${about}?`, ...candidates.map(canonical)].join(' ');
}

const spellings: Readonly<Record<string, readonly string[]>> = {
  EP1000000A1: [
    'EP 1 000 000 A1',
    'EP1000000A1',
    'ep-1000000-a1',
    'EP.1000000.A1',
    'EP.1000000.A1.20000517',
    'EP 1,000,000 A1',
    'EP01000000A1',
    '\uFF25\uFF30\uFF11\uFF10\uFF10\uFF10\uFF10\uFF10\uFF10\uFF21\uFF11',
    'EP\u00A01\u202F000\u2009000\u00A0A1',
    ' (EP 1 000 000 A1), ',
    'EP-A1-1 000 000',
    'Patent No. EP 1000000 A1',
    'https://patents.google.com/patent/EP1000000A1/en',
    'https://worldwide.espacenet.com/patent/search?q=pn%3DEP1000000A1',
    'EP\u2011 1000000\u2013A1',
    'EP1000000 (A1)',
    'EP1000000 (A1) \u2015 2000-05-17',
    'EP patent application no. EP 1000000 A1',
  ],
  EP1000000: ['EP1000000', 'EP 1 000 000'],
  EP1000000B1: ['EP-1000000-B1', 'EP 1000000B1', 'EP-B1 1000000'],
  EP0680812A1: ['EP 680812 A1', 'EP 0 680 812 A1', 'EP0680812A1'],
  US2024318866A1: ['US 2024/0318866 A1', 'US20240318866A1', 'US2024318866A1', 'US-2024-0318866-A1'],
  US10123456B2: [
    'US10,123,456 B2',
    'US 10123456 B2',
    'us 10.123.456 b2',
    'US010123456B2',
    'U.S. Patent No. 10,123,456 B2',
    'US Pat. 10,123,456 B2',
  ],
  US5277199A: ['US-A-5277199', 'US 5,277,199 A', 'US05277199A'],
  USD900123S1: ['US D900,123 S1', 'USD900123S1', 'US D 900 123 S1'],
  USRE45678E1: ['US RE45,678 E1', 'USRE45678E1'],
  WO2024071553A1: ['WO 2024/071553 A1', 'WO2024071553A1', 'WO/2024/071553 A1', 'WO 24/71553 A1', 'WO-A1-2024/071553'],
  WO2024071553: ['WO2024071553', 'WO 2024/71553'],
  WO9412345A1: ['WO 94/12345 A1', 'WO9412345A1', 'WO 1994/012345 A1', 'WO1994012345A1'],
  WO03012345A1: ['WO 03/012345 A1', 'WO03012345A1', 'WO 2003/012345 A1'],
  DE102022118204A1: ['DE 10 2022 118 204 A1', 'DE102022118204A1', 'DE 10 2022 118204 A1'],
  DE3546191A1: ['DE 35 46 191 A1', 'DE3546191A1', 'DE-A1-3546191'],
  DE202022100001U1: ['DE 20 2022 100 001 U1'],
  JP2006147056A: ['JP 2006-147056 A', 'JP2006147056A', '特開2006-147056号公報', 'JP 2006/147056 A'],
  JP2006047056A: ['JP 2006-47056 A', 'JP2006047056A'],
  JPH0612345A: ['JPH0612345A', 'JP H06-12345 A', 'JP H6-012345 A', '特開平6-12345'],
  JP6123456B2: ['JP 6123456 B2', '特許第6123456号'],
  GB2345678A: ['GB 2 345 678 A', 'GB2345678A', 'gb 02345678 a'],
  KR20240131485A: ['KR 10-2024-0131485 A', 'KR20240131485A'],
  KR101234567B1: ['KR 10-1234567 B1', 'KR101234567B1'],
  MX2023010407A: ['MX 2023010407 A', 'MX/A/2023/010407 A'],
  BR112015012345A2: ['BR 11 2015 012345-2 A2', 'BR112015012345A2'],
  ATE123456T1: ['AT E 123 456 T1', 'ATE123456T1'],
  TWI123456B: ['TW I123456 B'],
  NO20101234A1: ['NO 20101234 A1', 'NO20101234A1', 'No. NO 20101234 A1'],
  FR2900000A1: ['FR 2 900 000 A1', 'FR2900000A1'],
  CN112233445B: ['CN 112233445 B'],
  AR012345A1: ['AR 012345 A1'],
};

const questions: Readonly<Record<string, string>> = {
  '': 'unknown?',
  kettle: 'unknown?',
  'PCT/EP2023/012345': 'application?',
  'pct/us23/12345': 'application?',
  'EP 99203729.4': 'application?',
  EP99203729: 'application?',
  EP05101234: 'application? EP5101234',
  'EP05101234.5': 'application? EP5101234',
  'US 12/345,678': 'application?',
  'U.S. Patent Application No. 12/345,678': 'application?',
  'DE 10 2022 118 204.5': 'application? DE102022118204',
  '1000000': 'which? EP1000000 US1000000 DE1000000 GB1000000 FR1000000',
  '20240318866 A1': 'which? US2024318866A1 DE20240318866A1 CN20240318866A1',
  'EP-A-1 000 000': 'which? EP1000000A1 EP1000000A2 EP1000000A3',
  'EP 1000000 B': 'which? EP1000000B1 EP1000000B2',
  'JP 6-12345 A': 'which? JPH0612345A JPS0612345A',
  'WO 2002/12345 A1': 'which? WO02012345A1 WO0212345A1',
  'EP1000000A1, EP1000001A1': 'which? EP1000000A1 EP1000001A1',
  'EP1000000A1 and US 10,123,456 B2': 'which? EP1000000A1 US10123456B2',
  'QQ 1234567': 'office?',
  'EP 123456789012': 'unknown?',
  'EP A1': 'unknown?',
};

t.test('every usual spelling leads to one number', (t) => {
  for (const [number, written] of Object.entries(spellings))
    for (const text of written) t.equal(leadsTo(text), number, text);
  t.end();
});

t.test('what is no publication, or may be several, is asked about', (t) => {
  for (const [text, question] of Object.entries(questions)) t.equal(leadsTo(text), question, text || '(nothing)');
  const parsed = parseNumber('PCT/EP2023/012345');
  t.match(parsed, { ok: false, question: { text: /application/ } });
  t.end();
});

const digits = (min: number, max: number) => fc.integer({ min, max }).map(String);
const made = fc
  .oneof(
    fc.record({
      country: fc.constant('EP'),
      number: digits(1_000_000, 9_999_999),
      kind: fc.constantFrom('A1', 'B1', 'A9'),
    }),
    fc.record({ country: fc.constant('US'), number: digits(1_000_000, 13_000_000), kind: fc.constantFrom('A', 'B2') }),
    fc.record({
      country: fc.constant('US'),
      number: fc.tuple(fc.integer({ min: 2001, max: 2030 }), digits(100_000, 999_999)).map((two) => two.join('')),
      kind: fc.constantFrom('A1', 'A2'),
    }),
    fc.record({
      country: fc.constant('WO'),
      number: fc.tuple(fc.integer({ min: 2004, max: 2030 }), digits(100_000, 999_999)).map((two) => two.join('')),
      kind: fc.constantFrom('A1', 'A2'),
    }),
    fc.record({
      country: fc.constant('JP'),
      number: fc.tuple(fc.integer({ min: 2000, max: 2030 }), digits(100_000, 999_999)).map((two) => two.join('')),
      kind: fc.constantFrom('A', 'B2'),
    }),
    fc.record({
      country: fc.constant('DE'),
      number: fc
        .tuple(fc.constantFrom('10', '20'), digits(2004, 2030), digits(100_000, 999_999))
        .map((all) => all.join('')),
      kind: fc.constantFrom('A1', 'B4', 'U1'),
    }),
    fc.record({
      country: fc.constantFrom('GB', 'FR', 'CN'),
      number: digits(2_000_000, 9_999_999),
      kind: fc.constantFrom('A', 'B'),
    }),
  )
  .map((number): PatentNumber => number);

const wide = (text: string): string =>
  text.replace(/[0-9A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

const variants = fc.constantFrom<(number: PatentNumber) => string>(
  canonical,
  spoken,
  docdbInput,
  (number) => canonical(number).toLowerCase(),
  (number) => wide(canonical(number)),
  (number) => spoken(number).replaceAll(' ', '\u00A0'),
  (number) => docdbInput(number).replaceAll('.', '-'),
  (number) => `  ${docdbInput(number).replaceAll('.', ' ')}\t`,
  (number) => canonical(forms(number).at(-1) ?? number),
);

t.test('all spellings of a number are the same number', (t) => {
  fc.assert(
    fc.property(made, variants, (number, spell) => {
      const text = spell(number);
      const parsed = parseNumber(text);
      return parsed.ok && canonical(parsed.number) === canonical(number);
    }),
    { numRuns: 3000, seed },
  );
  t.pass();
  t.end();
});

t.test('whatever is written leads to a number that stands for itself, or to a question', (t) => {
  const scraps = fc.string({
    unit: fc.constantFrom(...'EPUSWOJ0123456789AB /.-,()特開平 \n'.split('')),
    maxLength: 24,
  });
  fc.assert(
    fc.property(fc.oneof(scraps, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
      const parsed = parseNumber(text);
      if (!parsed.ok) return parsed.question.text.length > 0;
      const again = parseNumber(canonical(parsed.number));
      return again.ok && canonical(again.number) === canonical(parsed.number);
    }),
    { numRuns: 5000, seed },
  );
  t.pass();
  t.end();
});

t.test('a long text is no number', (t) => {
  for (const text of [
    '9 '.repeat(100_000),
    'EP'.repeat(100_000),
    'EP1000000A1,'.repeat(10_000),
    `${'A '.repeat(5000)}1`,
  ])
    t.notOk(parseNumber(text).ok);
  t.end();
});

t.test('numbers are printed as their offices print them', (t) => {
  const printed = {
    EP1000000A1: 'EP 1 000 000 A1',
    EP0680812A1: 'EP 0 680 812 A1',
    US2024318866A1: 'US 2024/0318866 A1',
    US10123456B2: 'US 10,123,456 B2',
    WO2024071553A1: 'WO 2024/071553 A1',
    WO9412345A1: 'WO 94/12345 A1',
    DE102022118204A1: 'DE 10 2022 118 204 A1',
    JP2006147056A: 'JP 2006-147056 A',
    JPH0612345A: 'JP H06-12345 A',
    KR20240131485A: 'KR 10-2024-0131485 A',
    GB2345678: 'GB 2 345 678',
  };
  for (const [word, text] of Object.entries(printed)) {
    const parsed = parseNumber(word);
    t.equal(parsed.ok && spoken(parsed.number), text);
  }
  t.end();
});

t.test('an application is named as the service searches for it, where that is known', (t) => {
  const asked = (text: string): string => {
    const parsed = parseNumber(text);
    return parsed.ok ? '' : (/search for ap=([^,]+), or/.exec(parsed.question.text)?.[1] ?? 'none');
  };
  t.equal(asked('EP 99 203 729.4'), 'EP19990203729');
  t.equal(asked('EP05101234'), 'EP20050101234');
  t.equal(asked('PCT/KR2009/006271'), 'WO2009KR06271');
  t.equal(asked('US 08/921,321'), 'none');
  t.end();
});

t.test('the day behind a number is passed over, as in what is copied here as citation', (t) => {
  for (const text of ['EP 1 000 000 B1, 2000-05-17.', 'ep1000000 b1 (2000-05-17)', 'EP1000000B1 17.05.2000']) {
    const parsed = parseNumber(text);
    t.equal(parsed.ok && docdbInput(parsed.number), 'EP.1000000.B1', text);
  }
  t.end();
});

t.test('the service may keep a published application of the USA under either of two numbers', (t) => {
  const parsed = parseNumber('US 2024/0318866 A1');
  t.strictSame(parsed.ok && forms(parsed.number).map(docdbInput), ['US.2024318866.A1', 'US.20240318866.A1']);
  const other = parseNumber('EP1000000A1');
  t.strictSame(other.ok && forms(other.number).map(docdbInput), ['EP.1000000.A1']);
  t.end();
});
