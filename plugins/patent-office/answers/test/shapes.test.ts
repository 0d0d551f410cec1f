import { t } from '@dossier/core/testing/t';
import { shownParties } from '../parties.ts';
import { read } from '../read.ts';
import { summary } from '../summary.ts';
import type { Answer, Party } from '../types.ts';
import {
  bareSearch,
  biblioSearch,
  claimsXml,
  documentsXml,
  envelope,
  exchangeDocument,
  familyXml,
  faultXml,
  imagesXml,
  legalXml,
} from './samples.ts';

/** The answer, of the kind that is awaited. */
function answered<K extends Answer['kind']>(body: string | Uint8Array, kind: K): Extract<Answer, { kind: K }> {
  const answer = read(body);
  if (!isOf(answer, kind)) throw new Error(`It is ${JSON.stringify(answer).slice(0, 200)}, not ${kind}.`);
  return answer;
}

const isOf = <K extends Answer['kind']>(answer: Answer, kind: K): answer is Extract<Answer, { kind: K }> =>
  answer.kind === kind;

t.test('a document is read with everything that it holds', (t) => {
  const [document] = answered(documentsXml(exchangeDocument()), 'documents').documents;
  t.match(document, {
    number: { country: 'EP', number: '7000001', kind: 'A1' },
    familyId: '4711',
    status: null,
    publication: { epodoc: 'EP7000001', date: '2024-02-29' },
    application: { epodoc: 'EP20220700001', original: ['22700001.1', '22/700001'], date: '2022-08-31' },
    priorities: [{ sequence: 1, kind: 'national', epodoc: 'DE20211000001', docdb: null, date: '2021-09-01' }],
    titles: [
      { lang: 'de', text: 'Kessel mit Überlauf' },
      { lang: 'en', text: 'Kettle with an overflow' },
    ],
    applicants: [
      { format: 'epodoc', name: 'KETTLE WORKS LTD', country: 'GB' },
      { format: 'original', name: 'Kettle Works Ltd.', country: null },
    ],
    ipcOld: ['A47J27/21'],
    ipcr: [{ symbol: 'A47J27/21', level: 'A', value: 'I' }],
    classes: {
      cpc: [{ symbol: 'A47J27/1001', value: 'I', offices: ['EP', 'US'] }, { symbol: 'A47J27/1002' }],
      other: { 'US:UC': ['99/288'] },
      combinations: [['A47J27/21']],
    },
    patentCitations: [{ epodoc: 'DE3000001', categories: ['X', 'A'], claims: '1-3', date: '1987-07-02' }, {}],
    otherCitations: [{ text: 'Boiling, a history, p. 3', by: 'applicant' }],
    abstracts: [{ lang: 'en', text: 'A kettle (1) whose spout (2) is <wide>. It does not drip.' }],
  });
  t.end();
});

t.test('prefixes mean nothing, namespaces do', (t) => {
  const plain = documentsXml(exchangeDocument());
  const prefixed = plain
    .replaceAll(/<(\/?)(?!\?|o:|\/o:)([a-z])/g, '<$1ns7:$2')
    .replace('xmlns="http', 'xmlns:ns7="http')
    .replaceAll('o:world', 'zz:world')
    .replace('xmlns:o=', 'xmlns:zz=');
  t.match(prefixed, /<ns7:exchange-document /);
  t.strictSame(read(prefixed), read(plain));
  const foreign = plain.replace(
    '<bibliographic-data>',
    '<bibliographic-data><x:invention-title xmlns:x="urn:other" lang="fr">non</x:invention-title>',
  );
  t.strictSame(read(foreign), read(plain), 'what another namespace names is passed over');
  t.equal(read(plain.replace('http://www.epo.org/exchange', 'urn:other')).kind, 'unreadable');
  t.end();
});

t.test('what an office does not give is null or empty, and no error', (t) => {
  const [bare, missing] = answered(
    documentsXml(
      '<exchange-document country="JP" doc-number="1" kind="A"><bibliographic-data><parties/></bibliographic-data></exchange-document>',
      '<exchange-document country="JP" doc-number="2" status="not found"/>',
    ),
    'documents',
  ).documents;
  t.match(bare, { titles: [], applicants: [], abstracts: [], publication: null, application: null, classes: null });
  t.match(missing, { number: { number: '2', kind: null }, status: 'not found' });
  t.ok(answered(documentsXml('<exchange-document status="not found"/>'), 'documents').partial);
  t.end();
});

t.test('what is no date is none', (t) => {
  const dated = (date: string): unknown =>
    answered(documentsXml(exchangeDocument().replaceAll('20240229', date)), 'documents').documents[0]?.publication
      ?.date;
  t.equal(dated('20240229'), '2024-02-29');
  t.equal(dated('2024-02-29'), '2024-02-29');
  for (const no of ['20230229', '20241301', '20240100', '00010101', '2024', '']) t.equal(dated(no), null, no);
  t.end();
});

t.test('a search tells its hits, its range, and whether fewer came than it promises', (t) => {
  const whole = answered(bareSearch(3), 'search');
  t.match(whole, { total: 3, query: 'ti = kettle', begin: 1, end: 3, partial: false, documents: [] });
  t.match(whole.hits[0], { familyId: '9000', ids: { docdb: { country: 'EP', number: '7000000', kind: 'A1' } } });
  t.equal(answered(bareSearch(3, { total: 3, end: 25 }), 'search').partial, false, 'the last page is no error');
  t.equal(answered(bareSearch(3, { total: 10_000, begin: 98, end: 100 }), 'search').partial, false);
  t.equal(answered(bareSearch(2, { total: 10_000, begin: 98, end: 100 }), 'search').partial, true);
  t.equal(answered(bareSearch(0, { total: 0, end: 25 }), 'search').partial, false);
  const rich = answered(biblioSearch(2), 'search');
  t.equal(rich.documents.length, 2, 'each hit has a wrapper of its own');
  t.equal(rich.hits.length, 0);
  t.end();
});

t.test('a family tells its members and whether one is missing', (t) => {
  const family = answered(familyXml(['A1', 'B1']), 'family');
  t.match(family, { legal: false, total: 2, partial: false });
  t.match(family.members[1], {
    publication: { docdb: { kind: 'B1' }, date: '2024-02-29' },
    representative: true,
    priorities: [{ docdb: { country: 'DE' }, active: true }],
    events: [],
  });
  t.ok(answered(familyXml(['A1', 'B1'], 3), 'family').partial);
  t.end();
});

t.test('legal events keep all that was sent, and their dates are dates', (t) => {
  const family = answered(legalXml(), 'family');
  t.match(family, { legal: true, partial: false });
  t.match(family.members[0]?.events, [
    {
      code: 'AK',
      desc: 'DESIGNATED STATES',
      impact: '+',
      date: '2024-02-29',
      country: 'EP',
      refCountry: 'CH',
      effective: '2024-03-01',
    },
    { code: 'PG25', impact: null, date: null, effective: null },
  ]);
  t.match(family.members[0]?.events[0]?.fields.at(-1), { field: 'L525EP', desc: 'Effective DATE', text: '20240301' });
  t.end();
});

t.test('pages, texts and equivalents that there are', (t) => {
  t.match(answered(imagesXml(), 'images-inquiry').results, [
    { number: { number: '7000001' }, instances: [{ desc: 'FullDocument', pages: 3, sections: { CLAIMS: 2 } }] },
  ]);
  const inquiry = envelope(
    '<o:fulltext-inquiry><o:inquiry-result><o:publication-reference><document-id document-id-type="epodoc"><doc-number>EP7</doc-number></document-id></o:publication-reference><o:fulltext-instance lang="EN" desc="claims"><o:fulltext-format-options><o:fulltext-format>text-only</o:fulltext-format></o:fulltext-format-options></o:fulltext-instance></o:inquiry-result></o:fulltext-inquiry>',
  );
  t.match(answered(inquiry, 'fulltext-inquiry').results, [
    { epodoc: 'EP7', instances: [{ desc: 'claims', lang: 'en', formats: ['text-only'] }] },
  ]);
  const same = envelope(
    '<o:equivalents-inquiry><o:inquiry-result><publication-reference><document-id document-id-type="epodoc"><doc-number>US7</doc-number></document-id></publication-reference></o:inquiry-result></o:equivalents-inquiry>',
  );
  t.match(answered(same, 'equivalents').members, [{ epodoc: 'US7' }]);
  t.end();
});

t.test('errors of the service, of its gateway and of what stands behind it', (t) => {
  t.match(answered(faultXml(), 'error'), {
    root: 'fault',
    code: 'CLIENT.AmbiguousRequest',
    cause: 'two',
    resolutions: ['publication/docdb/EP.7000001.A1', 'publication/docdb/EP.7000001.B1'],
  });
  const gateway =
    '<error><code>403</code><message>Too much</message><moreInfo>http://example.org</moreInfo>\n\t</error>\n\t\t';
  t.match(answered(gateway, 'error'), {
    root: 'error',
    code: '403',
    message: 'Too much',
    moreInfo: 'http://example.org',
  });
  const behind = '<?xml-stylesheet type=\'text/xsl\' href=\'x.xsl\' ?>{"error":{"code":500,"message":"No symbol"}}';
  t.match(answered(behind, 'error'), { root: 'json', code: '500', message: 'No symbol' });
  t.end();
});

t.test('what is no answer says why', (t) => {
  const reasonOf = (body: string | Uint8Array): unknown => answered(body, 'unreadable').reason;
  t.equal(read('').kind, 'empty-body');
  t.equal(read(new Uint8Array()).kind, 'empty-body');
  t.equal(reasonOf('<?xml-stylesheet href="x"?>'), 'cut', 'an instruction alone');
  t.equal(reasonOf('<!DOCTYPE html><html><head><title>404</title><br></head></html>'), 'html');
  t.equal(reasonOf('<html><body>404</body></html>'), 'html');
  t.equal(reasonOf('Service unavailable'), 'malformed');
  t.equal(reasonOf('{"a":'), 'cut');
  t.equal(reasonOf('<a/>'), 'unknown');
  t.equal(reasonOf(envelope('')), 'unknown');
  t.equal(reasonOf(new Uint8Array([60, 97, 62, 0xc3])), 'malformed', 'cut within a character');
  t.equal(reasonOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47])), 'malformed', 'a picture');
  t.strictSame(summary(read("<?xml-stylesheet href='x'?>")), {
    kind: 'not-xml',
    error: 'no element found: line 1, column 27',
  });
  t.end();
});

t.test('entities and document types do no harm', (t) => {
  const lol = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
  const laughs = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "ha">${lol}]><fault xmlns="http://ops.epo.org"><code>&l9;</code></fault>`;
  t.match(read(laughs), { kind: 'unreadable', reason: 'malformed' });
  const outside =
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><fault xmlns="http://ops.epo.org"><code>&x;</code></fault>';
  t.match(read(outside), { kind: 'unreadable', reason: 'malformed' });
  const harmless =
    '<!DOCTYPE fault SYSTEM "x.dtd"><fault xmlns="http://ops.epo.org"><code>a&amp;b &#x41;</code></fault>';
  t.match(read(harmless), { kind: 'error', code: 'a&b A' });
  t.end();
});

t.test('size, depth and count are bounded', (t) => {
  const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`;
  t.match(read(deep), { kind: 'unreadable', reason: 'too-deep' });
  t.match(read(`${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`), { kind: 'unreadable', reason: 'too-deep' });
  t.match(read(bareSearch(100), { count: 50 }), { kind: 'unreadable', reason: 'too-many' });
  t.match(read(bareSearch(100), { size: 1000 }), { kind: 'unreadable', reason: 'too-large' });
  t.match(read(`<a ${Array.from({ length: 60 }, (_, at) => `b${at}=""`).join(' ')}/>`, { count: 50 }), {
    reason: 'too-many',
  });
  t.end();
});

t.test('nothing that is sent keeps the reader busy for long', (t) => {
  const n = 300_000;
  const many = (text: string, times = n): string => text.repeat(times);
  const name = (text: string): string =>
    documentsXml(exchangeDocument().replace('KETTLE WORKS LTD', text).replace('Kettle Works Ltd.', text));
  const bodies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    unreadable: {
      brackets: many('<'),
      'open elements': many('<a>'),
      references: `<a>${many('&amp;')}</a>`,
      'a reference that does not end': `<a>&${many('a')}`,
      'an attribute that does not end': `<a b="${many('x')}`,
      'a comment that does not end': `<!--${many('-')}`,
      'instructions that do not end': many('<?a '),
      'brackets of JSON': many('['),
      'quotes of JSON': `{"${many('\\"')}`,
    },
    documents: {
      'a name of commas': name(`${many(', ')}x`),
      'a name of brackets': name(many('[US] ')),
      'many parties': documentsXml(
        exchangeDocument().replace(
          '<applicants>',
          `<applicants>${many('<applicant data-format="original"><applicant-name><name>A</name></applicant-name></applicant>', 20_000)}`,
        ),
      ),
    },
    fulltext: {
      'a claim of separators': claimsXml(`1. A.`, `2. The kettle of claim 1 ${many(', ', 50_000)} x`),
      'a claim of words': claimsXml(many('claim 1 or ', 50_000)),
      'claims that refer to all': claimsXml(
        ...Array.from({ length: 9_999 }, (_, at) => `${at + 1}. Any preceding claim.`),
      ),
      'a whole set in one line': claimsXml(Array.from({ length: 2_000 }, (_, at) => `${at + 1}. A kettle.`).join(' ')),
    },
  };
  for (const [kind, named] of Object.entries(bodies))
    for (const [what, body] of Object.entries(named)) {
      const answer = read(body);
      t.equal(answer.kind, kind, what);
      if (answer.kind === 'documents')
        for (const { applicants } of answer.documents) t.ok(shownParties(applicants).length > 0);
    }
  t.end();
});

t.test('encodings are as declared', (t) => {
  const text = '<?xml version="1.0" encoding="ISO-8859-1"?><error><code>é</code></error>';
  t.match(read(Buffer.from(text, 'latin1')), { kind: 'error', code: 'é' });
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<error><code>é</code></error>', 'utf16le')]);
  t.match(read(wide), { kind: 'error', code: 'é' });
  t.match(read(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('<error><code>é</code></error>')])), {
    code: 'é',
  });
  t.end();
});

t.test('JSON holds the same tree, whether elements are single or repeated', (t) => {
  const id = { '@document-id-type': 'docdb', country: { $: 'EP' }, 'doc-number': { $: '7' }, kind: { $: 'A1' } };
  const document = {
    '@country': 'EP',
    '@doc-number': '7',
    '@kind': 'A1',
    'bibliographic-data': {
      'publication-reference': { 'document-id': id },
      'invention-title': [
        { '@lang': 'en', $: 'Kettle' },
        { '@lang': 'de', $: 'Kessel' },
      ],
      parties: {},
    },
    abstract: { '@lang': 'en', p: [{ $: 'One.' }, { $: 'Two.' }] },
  };
  const wrap = (documents: unknown): string =>
    JSON.stringify({
      'x:world-patent-data': {
        '@xmlns': { $: 'http://www.epo.org/exchange', x: 'http://ops.epo.org' },
        'exchange-documents': documents,
      },
    });
  const one = answered(wrap({ 'exchange-document': document }), 'documents').documents;
  t.match(one, [
    {
      publication: { docdb: { number: '7' } },
      titles: [
        { lang: 'en', text: 'Kettle' },
        { lang: 'de', text: 'Kessel' },
      ],
      abstracts: [{ text: 'One. Two.' }],
    },
  ]);
  const several = answered(
    wrap([{ 'exchange-document': document }, { 'exchange-document': [document, document] }]),
    'documents',
  );
  t.strictSame(several.documents, [...one, ...one, ...one]);
  t.end();
});

t.test('parties are shown once', (t) => {
  const normal = (sequence: number, name: string, country: string | null = null): Party => ({
    sequence,
    format: 'epodoc',
    name,
    country,
  });
  const filed = (sequence: number, name: string): Party => ({ sequence, format: 'original', name, country: null });
  t.strictSame(
    shownParties([
      normal(1, 'KETTLE WORKS', 'GB'),
      normal(2, 'POT', 'DE'),
      filed(1, 'Kettle Works Ltd.'),
      filed(2, 'Pot GmbH'),
    ]),
    [
      { name: 'Kettle Works Ltd.', country: 'GB' },
      { name: 'Pot GmbH', country: 'DE' },
    ],
    'as filed, where both lists are of the same people',
  );
  t.strictSame(
    shownParties([normal(1, 'A', 'GB'), normal(2, 'B'), filed(1, 'X')]).map(({ name }) => name),
    ['A', 'B'],
  );
  t.strictSame(
    shownParties([normal(1, 'SPOUT A', 'GB'), filed(1, 'Spout, A.'), filed(2, 'Handle, B.')]),
    [
      { name: 'Spout, A.', country: 'GB' },
      { name: 'Handle, B.', country: null },
    ],
    'nobody is missing',
  );
  t.strictSame(shownParties([filed(1, 'Same'), filed(2, 'SAME')]), [{ name: 'Same', country: null }]);
  t.end();
});
