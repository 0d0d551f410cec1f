/** What people of the demonstration have found, kept and noted. The publications are those of the simulated office. */
import type { PatentPart } from '../contract.ts';

/** An application, by the name of its step. */
export interface Told {
  readonly step: string;
  readonly client: string;
  readonly answers: Readonly<Record<string, unknown>>;
  /** Who searched, and for what. */
  readonly searches: readonly { readonly by: string; readonly cql: string }[];
  readonly saved: readonly {
    readonly by: string;
    readonly number: string;
    readonly parts: readonly PatentPart[];
    readonly tag: string;
    readonly reason: string;
  }[];
}

export const stories: readonly Told[] = [
  {
    step: 'patent file of a tank',
    client: 'Marit',
    answers: {
      title: 'Hydrogen tank whose liner is watched by light',
      inventors: 'Marit Sund\nJon Vaage',
      filingDate: '2027-02-01',
      technicalField: 'STORAGE',
      firstClaim: 'A tank for hydrogen with a polymer liner, in which a fibre carries light along the liner.',
    },
    searches: [
      { by: 'Ines', cql: 'ta all "hydrogen tank"' },
      { by: 'Ines', cql: 'pa="Nordhavn Hydrogen"' },
    ],
    saved: [
      {
        by: 'Ines',
        number: 'EP4352417B1',
        parts: ['biblio', 'claims'],
        tag: 'closest art',
        reason: 'A layer between liner and shell that reports a leak; ours has light in place of resistance.',
      },
      {
        by: 'Ines',
        number: 'WO2024056442A1',
        parts: ['biblio'],
        tag: 'background',
        reason: 'The same applicant, for filling several tanks at once.',
      },
      {
        by: 'Tomas',
        number: 'US10877012B2',
        parts: ['biblio'],
        tag: 'design around',
        reason: 'The valve at the boss is granted in the United States.',
      },
    ],
  },
  {
    step: 'patent file of a brake',
    client: 'Jon',
    answers: {
      title: 'Bicycle brake that tells its wear',
      inventors: 'Jon Vaage',
      technicalField: 'VEHICLES',
    },
    searches: [{ by: 'Tomas', cql: 'ti="bicycle brake"' }],
    saved: [
      {
        by: 'Tomas',
        number: 'EP4021789B1',
        parts: ['biblio'],
        tag: 'closest art',
        reason: 'Adjusts itself, but tells nobody how far.',
      },
    ],
  },
  {
    step: 'patent file of a filter',
    client: 'Siri',
    answers: {
      title: 'Water filter with a cartridge that changes its colour',
      inventors: 'Siri Aune',
      filingDate: 'as soon as possible',
      technicalField: 'WATER',
    },
    searches: [],
    saved: [],
  },
];

/** Of two people about one patent: neither reads the other's. */
export const notes: readonly { readonly by: string; readonly number: string; readonly text: string }[] = [
  {
    by: 'Ines',
    number: 'EP4352417B1',
    text: 'Claim 1 needs a conductive layer. Ours has none: see page 4 of the disclosure.',
  },
  {
    by: 'Tomas',
    number: 'EP4352417B1',
    text: 'The opposition period ends in May 2026. Ask the client whether they want to watch it.',
  },
];
