import { address, calculated, choice, content, day, decision, documentsCheck, longText, money } from './build.ts';
import { papers, rows, text, when, whole, yesNo } from './build.ts';

/** Money for a project: who applies, what they do with whom and until when, and what it costs. */
export const grant = (currency: string) =>
  content(
    [
      {
        key: 'applicant',
        title: 'Who applies',
        minutes: 3,
        parts: {
          form: choice('Who applies?', {
            CHARITY: 'A charity or an association',
            SCHOOL: 'A school or a university',
            COMPANY: 'A company',
            PERSON: 'A person',
          }),
          organization: text('Name of the organization', when('form', 'not-equals', 'PERSON')),
          registration: text('Registration number', {
            needed: false,
            ...when('form', 'one-of', ['CHARITY', 'COMPANY']),
          }),
          seat: address('Address'),
          staff: whole('How many people work there?', when('form', 'not-equals', 'PERSON')),
          before: yesNo('Have you had a grant from us before?'),
          beforeNumber: text('Under which number?', { needed: false, ...when('before', 'equals', true) }),
        },
      },
      {
        key: 'project',
        title: 'Your project',
        description: 'Write for somebody who does not know your field.',
        minutes: 20,
        parts: {
          title: text('Title of the project', { maxLength: 120 }),
          summary: longText('What do you want to do?', { maxLength: 1_500, help: 'At most 1,500 characters' }),
          need: longText('Who needs it, and how do you know?', { maxLength: 1_500 }),
          reached: whole('How many people does it reach?', { minimum: 1 }),
          begin: day('First day', { 'x-earliest': 'today' }),
          end: day('Last day', { 'x-earliest': 'today' }),
          length: calculated('Days', 'days(begin, end)'),
          partners: rows('Partners', { partner: text('Name'), does: text('What do they do?') }),
        },
      },
      {
        key: 'budget',
        title: 'What it costs',
        minutes: 10,
        parts: {
          costs: rows(
            'Costs',
            {
              item: text('What for?'),
              kind: choice('Kind', { STAFF: 'People', THINGS: 'Things', TRAVEL: 'Travel', OTHER: 'Other' }),
              cost: money('Amount', currency),
            },
            { needed: true, minItems: 1 },
          ),
          total: calculated('Costs in all', 'sum(costs.cost)', { 'x-currency': currency, 'x-decimals': 2 }),
          own: money('Your own money', currency),
          others: money('From others', currency),
          asked: calculated('You ask us for', 'total - own - others', { 'x-currency': currency, 'x-decimals': 2 }),
          otherFunders: longText('Who else pays, and is it certain?', {
            maxLength: 500,
            ...when('others', 'at-least', 1),
          }),
        },
      },
      {
        key: 'papers',
        title: 'Your documents',
        minutes: 4,
        parts: {
          statutes: papers('Statutes', 'As they are now', when('form', 'equals', 'CHARITY')),
          accounts: papers('Accounts of last year', 'As they were approved', when('form', 'not-equals', 'PERSON')),
          plan: papers('Plan of the project', 'With its milestones'),
        },
      },
    ],
    {
      amount: 'asked',
      keyAnswers: ['title', 'total', 'reached', 'form'],
      next: 'We read your application and answer by the end of the round. Nothing more is asked of you until then.',
      workflow: [
        documentsCheck('We look whether everything is there'),
        decision('Eligibility', 'We look whether you can get a grant'),
        decision('Jury', 'The jury decides'),
      ],
    },
  );
