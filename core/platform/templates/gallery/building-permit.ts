import { address, calculated, choice, choices, content, decision, documentsCheck, longText, money } from './build.ts';
import { number, papers, phone, rows, text, when, whole, yesNo } from './build.ts';

/** Leave to build: the plot, what is to stand on it, who plans it, and what the neighbours say. */
export const buildingPermit = (currency: string) =>
  content(
    [
      {
        key: 'plot',
        title: 'The plot',
        minutes: 3,
        parts: {
          place: address('Where is it?'),
          parcel: text('Number of the plot in the register'),
          size: number('Its size in square metres', { minimum: 1 }),
          owns: yesNo('Does the plot belong to you?'),
          owner: text('To whom does it belong?', when('owns', 'equals', false)),
          listed: yesNo('Is a building on it listed as a monument?'),
        },
      },
      {
        key: 'work',
        title: 'What you want to build',
        minutes: 6,
        parts: {
          kind: choice('What is it?', {
            NEW: 'A new building',
            EXTENSION: 'An extension',
            CHANGE: 'Another use of a building',
            DEMOLITION: 'A demolition',
          }),
          use: choices(
            'What is it used for?',
            { HOMES: 'Homes', WORK: 'Offices or workshops', SHOP: 'Shops', FARM: 'Farming', OTHER: 'Something else' },
            when('kind', 'not-equals', 'DEMOLITION'),
          ),
          homes: whole('How many homes?', { minimum: 1, maximum: 2_000, ...when('use', 'contains', 'HOMES') }),
          storeys: rows(
            'Storeys',
            {
              storey: text('Which?', { help: 'For example ground floor' }),
              area: number('Floor area in square metres'),
            },
            when('kind', 'one-of', ['NEW', 'EXTENSION']),
          ),
          floorArea: calculated('Floor area in all', 'sum(storeys.area)', { 'x-decimals': 2 }),
          footprint: number('Area that is built over, in square metres', when('kind', 'one-of', ['NEW', 'EXTENSION'])),
          coverage: calculated('Share of the plot in per cent', 'round(footprint / size * 100, 1)', {
            'x-decimals': 1,
          }),
          height: number('Height in metres', { maximum: 400, ...when('kind', 'one-of', ['NEW', 'EXTENSION']) }),
          about: longText('Describe the work', { maxLength: 3_000 }),
          cost: money('What does it cost, about?', currency),
        },
      },
      {
        key: 'planner',
        title: 'Who plans it',
        minutes: 2,
        parts: {
          planner: text('Name of the architect or engineer'),
          chamber: text('Their number in the chamber'),
          plannerPhone: phone('Their phone number', { needed: false }),
        },
      },
      {
        key: 'neighbours',
        title: 'Your neighbours',
        minutes: 3,
        show: { field: 'kind', is: 'one-of', value: ['NEW', 'EXTENSION'] },
        parts: {
          neighbours: rows('Neighbours', {
            neighbour: text('Name'),
            agrees: yesNo('They have agreed in writing'),
            why: text('Why not?', { needed: false, ...when('agrees', 'equals', false) }),
          }),
        },
      },
      {
        key: 'papers',
        title: 'Plans and documents',
        minutes: 5,
        parts: {
          site: papers('Site plan', 'Scale 1:500, not older than six months'),
          drawings: papers('Drawings', 'Floor plans, sections and views, scale 1:100', {
            'x-most': 30,
            ...when('kind', 'one-of', ['NEW', 'EXTENSION', 'CHANGE']),
          }),
          structure: papers('Structural calculation', 'It can follow', {
            'x-later': true,
            ...when('kind', 'one-of', ['NEW', 'EXTENSION']),
          }),
          consent: papers('Consent of the owner', 'In writing', when('owns', 'equals', false)),
          monument: papers('Opinion of the office for monuments', 'Of this year', when('listed', 'equals', true)),
        },
      },
    ],
    {
      amount: 'cost',
      keyAnswers: ['kind', 'floorArea', 'coverage', 'listed'],
      next: 'We look whether everything is there and ask the offices concerned. You hear from us within four weeks.',
      workflow: [
        documentsCheck('We look whether everything is there'),
        decision('Offices concerned', 'The offices concerned give their opinion'),
        decision('Permit', 'We decide'),
      ],
    },
  );
