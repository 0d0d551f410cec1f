/** Small made-up answers in the shapes of the service. Prefixes are of our own choice: nothing may go by them. */
const head = '<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/xsl" href="/style/made-up.xsl"?>';

/** An envelope with what stands in it; `o` is the prefix of the service, none that of documents. */
export const envelope = (content: string): string =>
  `${head}\n<o:world-patent-data xmlns="http://www.epo.org/exchange" xmlns:o="http://ops.epo.org">${content}</o:world-patent-data>`;

export interface Made {
  readonly country?: string;
  readonly number?: string;
  readonly kind?: string;
}

const idOf = (m: Made): Required<Made> => ({ country: 'EP', number: '7000001', kind: 'A1', ...m });

/** Ids of a publication in both usual forms. */
function ids(m: Made, date = '20240229'): string {
  const { country, number, kind } = idOf(m);
  return `<document-id document-id-type="docdb"><country>${country}</country><doc-number>${number}</doc-number><kind>${kind}</kind><date>${date}</date></document-id>
    <document-id document-id-type="epodoc"><doc-number>${country}${number}</doc-number><date>${date}</date></document-id>`;
}

/** A bare search of so many hits. */
export const bareSearch = (count: number, o: { total?: number; begin?: number; end?: number } = {}): string =>
  envelope(`<o:biblio-search total-result-count="${o.total ?? count}"><o:query syntax="CQL">ti = kettle</o:query>
  <o:range begin="${o.begin ?? 1}" end="${o.end ?? count}"/><o:search-result>${Array.from(
    { length: count },
    (_, at) => {
      const { country, number, kind } = idOf({ number: String(7_000_000 + at) });
      return `
            <o:publication-reference system="ops.epo.org" family-id="${9000 + at}">
                <document-id document-id-type="docdb">
                    <country>${country}</country>
                    <doc-number>${number}</doc-number>
                    <kind>${kind}</kind>
                </document-id>
            </o:publication-reference>`;
    },
  ).join('')}</o:search-result></o:biblio-search>`);

const cpc = (at: number, office: string): string => `<patent-classification sequence="${at}">
    <classification-scheme office="EP" scheme="CPCI"/><section>A</section><class>47</class><subclass>J</subclass>
    <main-group>27</main-group><subgroup>${1000 + at}</subgroup><classification-value>I</classification-value>
    <generating-office>${office}</generating-office></patent-classification>`;

const party = (role: string, at: number, name: string, format: string): string =>
  `<${role} sequence="${at}" data-format="${format}"><${role}-name><name>${name}</name></${role}-name></${role}>`;

const citation = (at: number): string => `<citation cited-phase="search" cited-by="examiner" sequence="${at}">
    <patcit num="${at}">${ids({ country: 'DE', number: String(3_000_000 + at) }, '19870702')}</patcit>
    <category>X</category><category>A</category><rel-claims>1-3</rel-claims></citation>`;

/** A whole document: `weight` makes it as long as real ones (about 1.2 KB for each). */
export function exchangeDocument(m: Made = {}, weight = 2): string {
  const { country, number, kind } = idOf(m);
  const many = Array.from({ length: weight }, (_, at) => at + 1);
  return `<exchange-document system="ops.epo.org" family-id="4711" country="${country}" doc-number="${number}" kind="${kind}">
  <bibliographic-data>
    <publication-reference>${ids({ country, number, kind })}</publication-reference>
    <classification-ipc><text>A47J 27/21</text></classification-ipc>
    <classifications-ipcr><classification-ipcr sequence="1"><text>A47J  27/    21            A I                    </text></classification-ipcr></classifications-ipcr>
    <patent-classifications>${many.map((at) => cpc(at, 'EP') + cpc(at, 'US')).join('\n')}
      <patent-classification sequence="1"><classification-scheme office="US" scheme="UC"/><classification-symbol>99/288</classification-symbol></patent-classification>
      <combination-set sequence="1"><combination-rank><rank-number>1</rank-number><patent-classification><classification-scheme office="EP" scheme="CPCI"/><classification-symbol>A47J27/21</classification-symbol></patent-classification></combination-rank></combination-set>
    </patent-classifications>
    <application-reference doc-id="5"><document-id document-id-type="docdb"><country>EP</country><doc-number>22700001</doc-number><kind>A</kind></document-id>
      <document-id document-id-type="epodoc"><doc-number>EP20220700001</doc-number><date>20220831</date></document-id>
      <document-id document-id-type="original"><doc-number>22700001.1</doc-number></document-id><document-id document-id-type="original"><doc-number>22/700001</doc-number></document-id></application-reference>
    <priority-claims><priority-claim sequence="1" kind="national"><document-id document-id-type="epodoc"><doc-number>DE20211000001</doc-number><date>20210901</date></document-id></priority-claim></priority-claims>
    <parties><applicants>${party('applicant', 1, 'KETTLE WORKS LTD\u2002[GB]\n', 'epodoc')}${party('applicant', 1, 'Kettle Works Ltd., ', 'original')}</applicants>
      <inventors>${many.map((at) => party('inventor', at, `SPOUT NO${at}\u2002[DE]`, 'epodoc')).join('')}${many.map((at) => party('inventor', at, `Spout, No${at}, `, 'original')).join('')}</inventors></parties>
    <invention-title lang="de">Kessel mit &#220;berlauf</invention-title><invention-title lang="en">Kettle with an overflow</invention-title>
    <references-cited>${many.map(citation).join('')}<citation cited-phase="search" cited-by="applicant"><nplcit num="9"><text>Boiling, a history, p. 3</text></nplcit></citation></references-cited>
  </bibliographic-data>
  <abstract lang="en"><p>A kettle (1) whose spout (2) is &lt;wide&gt;.</p><p>It does not drip.</p></abstract>
</exchange-document>`;
}

export const documentsXml = (...documents: readonly string[]): string =>
  envelope(`<exchange-documents>${documents.join('\n')}</exchange-documents>`);

/** A search with bibliographic data: each hit in a wrapper of its own. */
export const biblioSearch = (count: number, weight = 2): string =>
  envelope(`<o:biblio-search total-result-count="${count}"><o:query syntax="CQL">pa = kettle</o:query>
  <o:range begin="1" end="${count}"/><o:search-result>${Array.from(
    { length: count },
    (_, at) =>
      `<exchange-documents>${exchangeDocument({ number: String(7_000_000 + at) }, weight)}</exchange-documents>`,
  ).join('\n')}</o:search-result></o:biblio-search>`);

/** Full text of one document. */
export const fulltextXml = (content: string): string =>
  envelope(`<f:fulltext-documents xmlns="http://www.epo.org/fulltext" xmlns:f="http://www.epo.org/fulltext">
  <f:fulltext-document system="ops.epo.org"><bibliographic-data><publication-reference data-format="docdb"><document-id>
  <country>EP</country><doc-number>7000001</doc-number><kind>B1</kind></document-id></publication-reference></bibliographic-data>
  ${content}</f:fulltext-document></f:fulltext-documents>`);

export const claimsXml = (...texts: readonly string[]): string =>
  fulltextXml(
    `<claims lang="EN"><claim>${texts.map((text) => `<claim-text>${text}</claim-text>`).join('')}</claim></claims>`,
  );

const member = (kind: string, more = ''): string => `<o:family-member family-id="4711">
  <publication-reference>${ids({ kind })}</publication-reference>
  <application-reference doc-id="5" is-representative="YES"><document-id document-id-type="docdb"><country>EP</country><doc-number>22700001</doc-number><kind>A</kind><date>20220831</date></document-id></application-reference>
  <priority-claim sequence="1" kind="national"><document-id document-id-type="docdb"><country>DE</country><doc-number>2021000001</doc-number><kind>A</kind><date>20210901</date></document-id><priority-active-indicator>YES</priority-active-indicator></priority-claim>${more}</o:family-member>`;

export const familyXml = (kinds: readonly string[], total = kinds.length): string =>
  envelope(
    `<o:patent-family legal="false" total-result-count="${total}">${kinds.map((kind) => member(kind)).join('')}</o:patent-family>`,
  );

export const legalXml = (): string =>
  envelope(
    `<o:patent-family legal="true" total-result-count="3">${member(
      'A1',
      `<o:legal code="AK  " desc="DESIGNATED STATES" infl="+" dateMigr="00010101"><o:pre line="00001">EP AK</o:pre>
  <o:L001EP desc="Country Code">EP</o:L001EP><o:L007EP desc="Gazette DATE">2024-02-29</o:L007EP><o:L008EP desc="Code">AK</o:L008EP>
  <o:L500EP><o:L501EP desc="Ref Country">CH</o:L501EP><o:L525EP desc="Effective DATE">20240301</o:L525EP></o:L500EP></o:legal>
  <o:legal code="PG25" desc="LAPSED" infl=" " dateMigr="00010101"><o:L001EP desc="Country Code">EP</o:L001EP><o:L007EP desc="Gazette DATE">0001-01-01</o:L007EP></o:legal>`,
    )}</o:patent-family>`,
  );

export const imagesXml = (): string =>
  envelope(`<o:document-inquiry><o:inquiry-result><publication-reference>${ids({})}</publication-reference>
  <o:document-instance system="ops.epo.org" number-of-pages="3" desc="FullDocument" link="published-data/images/EP/7000001/A1/fullimage">
  <o:document-format-options><o:document-format>application/pdf</o:document-format></o:document-format-options>
  <o:document-section name="CLAIMS" start-page="2"/></o:document-instance></o:inquiry-result></o:document-inquiry>`);

export const faultXml = (): string => `${head}
<fault xmlns="http://ops.epo.org"><code>CLIENT.AmbiguousRequest</code><message>Which one?</message><details><cause>two</cause>
<resolution>publication/docdb/EP.7000001.A1</resolution><resolution>publication/docdb/EP.7000001.B1</resolution></details></fault>`;

/** One of each kind, for tests that damage them. */
export const samples = (): string[] => [
  bareSearch(3),
  biblioSearch(2),
  documentsXml(exchangeDocument(), exchangeDocument({ kind: 'B1' })),
  claimsXml('1. A kettle.', '2. The kettle of claim 1, made of steel.'),
  fulltextXml(
    '<description lang="EN"><heading>FIELD</heading><p>[0001] Kettles &amp; pots.</p><p>More.</p></description>',
  ),
  familyXml(['A1', 'B1']),
  legalXml(),
  imagesXml(),
  faultXml(),
];
