import {
  address,
  choice,
  choices,
  clientCheck,
  content,
  day,
  decision,
  documentsCheck,
  email,
  longText,
} from './build.ts';
import { note, papers, rows, text, when, whole, yesNo } from './build.ts';

/** An invention that a firm of attorneys is to file: what it is, whose, what is known, where it is to be protected. */
export const patentFiling = () =>
  content(
    [
      {
        key: 'invention',
        title: 'The invention',
        minutes: 15,
        parts: {
          secret: note(
            'Tell nobody else yet',
            'An invention that was shown to the public can often not be protected any more.',
          ),
          title: text('Title of the invention'),
          field: text('In which technical field is it?'),
          problem: longText('Which problem does it solve?', { maxLength: 4_000 }),
          solution: longText('How does it solve it?', { maxLength: 8_000 }),
          advantages: longText('What is better than before?', { needed: false, maxLength: 4_000 }),
        },
      },
      {
        key: 'people',
        title: 'Inventors and applicant',
        minutes: 5,
        parts: {
          inventors: rows(
            'Inventors',
            {
              inventor: text('First and last name'),
              inventorMail: email('E-mail'),
              part: text('What did they contribute?', { needed: false }),
            },
            { needed: true, minItems: 1 },
          ),
          owner: choice('Who is to be the applicant?', {
            COMPANY: 'A company',
            INVENTORS: 'The inventors',
            UNIVERSITY: 'A university',
          }),
          ownerName: text('Its name', when('owner', 'not-equals', 'INVENTORS')),
          ownerSeat: address('Its address', when('owner', 'not-equals', 'INVENTORS')),
          employed: yesNo('Was it invented at work?'),
        },
      },
      {
        key: 'known',
        title: 'What is known already',
        minutes: 6,
        parts: {
          shown: yesNo('Was it shown or sold to anybody outside?'),
          shownOn: day('When for the first time?', { 'x-latest': 'today', ...when('shown', 'equals', true) }),
          shownTo: longText('To whom, and how?', { maxLength: 2_000, ...when('shown', 'equals', true) }),
          publications: rows('Patents and papers that come close', {
            reference: text('Number or title', { help: 'For example EP1234567A1' }),
            differs: text('What is different?', { needed: false }),
          }),
        },
      },
      {
        key: 'protection',
        title: 'Where to protect it',
        minutes: 3,
        parts: {
          offices: choices('Where?', {
            EP: 'Europe (EPO)',
            WO: 'International (PCT)',
            US: 'United States',
            DE: 'Germany',
            GB: 'United Kingdom',
            CN: 'China',
            JP: 'Japan',
          }),
          priority: yesNo('Is there an earlier filing of the same invention?'),
          priorityNumber: text('Its number', when('priority', 'equals', true)),
          priorityDate: day('Its date', {
            'x-latest': 'today',
            help: 'Within twelve months of it',
            ...when('priority', 'equals', true),
          }),
          claims: whole('About how many claims?', { needed: false, maximum: 200 }),
          by: day('By when must it be filed?', { needed: false, 'x-earliest': 'today' }),
        },
      },
      {
        key: 'papers',
        title: 'Your documents',
        minutes: 3,
        parts: {
          description: papers('Description', 'What there is, in any form'),
          drawings: papers('Drawings', 'Sketches are fine', { 'x-later': true, 'x-most': 20 }),
          assignment: papers('Transfer of rights', 'Signed by every inventor', {
            'x-later': true,
            ...when('owner', 'not-equals', 'INVENTORS'),
          }),
        },
      },
    ],
    {
      keyAnswers: ['title', 'ownerName', 'by', 'shown'],
      next: 'An attorney reads it and writes to you within five working days, with questions or a first draft.',
      workflow: [
        documentsCheck('We look through your documents'),
        decision('Formalities', 'We check deadlines and rights'),
        clientCheck('You agree to the draft'),
        decision('Filing', 'We file it'),
      ],
    },
  );
