/** A made-up patent as the server keeps it, for pages. */
import type { DocumentState, PatentRecord, PartState } from '../../../replies.ts';
import type { PatentLine, PatentPart, SavedPatent } from '../../../contract.ts';
import { parts } from '../../../contract.ts';

export const number = 'EP4187120A1';

export const line: PatentLine = {
  number,
  spoken: 'EP 4 187 120 A1',
  title: 'Solid-state hydrogen storage vessel with radial heat pipes',
  titleLanguage: 'en',
  applicants: ['Nordvik Energi AS'],
  date: '2024-05-29',
  classes: ['F17C 11/00', 'C01B 3/00'],
  family: '80000001',
};

const stateOf = (part: PatentPart, there: readonly PatentPart[]): PartState => ({
  part,
  state: there.includes(part) ? 'there' : 'not-asked',
  at: there.includes(part) ? '2026-11-12T09:00:00.000Z' : null,
  credits: there.includes(part) ? 0 : 1,
});

/** What a search leaves behind: bibliographic data, and nothing else. */
export const found: PatentRecord = {
  patent: line,
  publications: [],
  parts: parts.map((part) => stateOf(part, ['biblio'])),
  biblio: {
    titles: [
      { lang: 'en', text: 'Solid-state hydrogen storage vessel with radial heat pipes' },
      { lang: 'de', text: 'Feststoff-Wasserstoffspeicher mit radialen Wärmerohren' },
    ],
    abstracts: [
      { lang: 'en', text: 'A vessel stores hydrogen in a bed of metal hydride.' },
      { lang: 'de', text: 'Ein Behälter speichert Wasserstoff in einem Bett aus Metallhydrid.' },
    ],
    applicants: ['Nordvik Energi AS'],
    inventors: ['Sund, Marit', 'Vaage, Jon'],
    filedOn: '2023-11-17',
    application: 'EP20230801234',
    priorities: [{ number: 'NO20221234', date: '2022-11-21' }],
    classes: [
      { symbol: 'F17C 11/00', isAdditional: false },
      { symbol: 'C01B 3/00', isAdditional: true },
    ],
    cited: [
      {
        number: 'EP3998412B1',
        spoken: 'EP 3 998 412 B1',
        name: null,
        date: '2023-11-08',
        by: 'examiner',
        categories: ['X'],
      },
    ],
    literature: ['Sund, M.: Hydride beds, 2019, pages 12 to 18.'],
  },
  claims: null,
  description: null,
  family: null,
  legal: null,
  citing: null,
  pages: null,
  textAt: null,
  links: { espacenet: 'https://worldwide.espacenet.com/patent/search?q=pn%3DEP4187120A1', register: null },
  savedTo: [],
  citation: 'EP 4187120 A1 (NORDVIK ENERGI AS) 29 May 2024',
};

/** A patent that nobody of the organization has met. */
export const unread: PatentRecord = {
  ...found,
  patent: { ...line, title: null, titleLanguage: null, applicants: [], date: null, classes: [], family: null },
  parts: parts.map((part) => stateOf(part, [])),
  biblio: null,
};

const claim = (of: number, text: string, dependsOn: readonly number[], depth: number) => ({
  number: of,
  text,
  dependsOn: [...dependsOn],
  depth,
});

/** The same when all of it was read. */
export const whole: PatentRecord = {
  ...found,
  parts: parts.map((part) => stateOf(part, parts)),
  claims: [
    {
      lang: 'en',
      isPartial: false,
      claims: [
        claim(1, 'A vessel for storing hydrogen in a metal hydride.', [], 0),
        claim(2, 'The vessel of claim 1, wherein the heat pipes are arranged in three planes.', [1], 1),
        claim(3, 'The vessel of claim 2, wherein the core melts between 48 °C and 62 °C.', [2], 2),
        claim(9, 'A method of filling a vessel, in which the core is cooled.', [], 0),
      ],
    },
    { lang: 'de', isPartial: false, claims: [claim(1, 'Behälter zum Speichern von Wasserstoff.', [], 0)] },
  ],
  description: [
    {
      lang: 'en',
      paragraphs: [
        { number: null, isHeading: true, text: 'Technical field' },
        { number: '0001', isHeading: false, text: 'The invention is about stores for hydrogen.' },
        { number: null, isHeading: true, text: 'Embodiments' },
        { number: '0032', isHeading: false, text: 'The material in the core melts between 48 °C and 62 °C.' },
      ],
    },
  ],
  family: [
    { number, spoken: 'EP 4 187 120 A1', date: '2024-05-29', isSimple: true, hasText: true },
    { number: 'US2024221904A1', spoken: 'US 2024/0221904 A1', date: '2024-07-04', isSimple: true, hasText: false },
    { number: 'DE102022118204B4', spoken: 'DE 10 2022 118 204 B4', date: null, isSimple: false, hasText: false },
  ],
  legal: [
    { number, code: 'PGFP', text: 'Renewal fee for year 4 paid', impact: '+', date: '2025-12-02', country: 'EP' },
    { number, code: '18W', text: 'Application withdrawn', impact: '-', date: '2026-03-01', country: 'EP' },
    { number, code: null, text: 'Examination requested', impact: null, date: '2024-12-11', country: 'EP' },
  ],
  citing: { total: 1, lines: [{ ...line, number: 'WO2026071553A1', spoken: 'WO 2026/071553 A1', title: null }] },
  pages: 3,
};

export const saved: SavedPatent = {
  patent: line,
  tag: 'closest art',
  reason: 'Core and pipes as in our figure 2',
  by: { id: '01939f00-0000-7000-8000-0000000000c1', name: 'Ines Duarte' },
  at: '2026-11-12T09:00:00.000Z',
  version: 1,
};

type PageState = DocumentState['pages'][number]['state'];

/** A document of which pages are in these states, the first page first. */
export const documentOf = (states: readonly PageState[], isRunning = false): DocumentState => ({
  number,
  of: states.length,
  pages: states.map((state, at) => ({
    page: at + 1,
    state,
    trouble: state === 'failed' ? 'The office sent something that is no page.' : null,
  })),
  isWhole: states.every((state) => state === 'there'),
  isRunning,
  credits: states.filter((state) => state !== 'there').length,
  sections: [{ title: 'Claims', page: 2 }],
});
