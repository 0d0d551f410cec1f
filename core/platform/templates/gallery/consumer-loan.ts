import {
  address,
  calculated,
  choice,
  clientCheck,
  content,
  creditCheck,
  day,
  decision,
  documentsCheck,
} from './build.ts';
import { money, note, papers, phone, rows, text, when, whole, yesNo } from './build.ts';

/** A loan to a person: who they are, what they earn and owe, and what is left each month. */
export const consumerLoan = (currency: string) =>
  content(
    [
      {
        key: 'loan',
        title: 'The loan you want',
        description: 'You can change this until you send the application.',
        minutes: 2,
        parts: {
          amount: money('How much do you want to borrow?', currency, { minimum: 500, maximum: 100_000 }),
          term: whole('Over how many months?', { minimum: 6, maximum: 120, help: 'Between 6 and 120 months' }),
          purpose: choice('What is it for?', {
            CAR: 'A car',
            HOME: 'My home',
            DEBT: 'Paying back other loans',
            OTHER: 'Something else',
          }),
          purposeOther: text('What else?', when('purpose', 'equals', 'OTHER')),
          carPrice: money('What does the car cost?', currency, when('purpose', 'equals', 'CAR')),
          instalment: calculated('Each month, without interest', 'round(amount / term, 2)', {
            'x-currency': currency,
            'x-decimals': 2,
          }),
        },
      },
      {
        key: 'you',
        title: 'About you',
        minutes: 2,
        parts: {
          born: day('When were you born?', { 'x-latest': 'today', 'x-earliest': '1900-01-01' }),
          home: address('Where do you live?'),
          since: day('Since when?', { 'x-latest': 'today' }),
          phone: phone('Your phone number', { needed: false, help: 'For questions about this application only' }),
          household: whole('How many people live in your household?', { minimum: 1, maximum: 20 }),
        },
      },
      {
        key: 'income',
        title: 'Your work and income',
        description: 'So that we can see what you can afford each month.',
        minutes: 3,
        parts: {
          living: choice('How do you earn your living?', {
            EMPLOYED: 'I am employed',
            SELF_EMPLOYED: 'I am self-employed',
            PENSION: 'I am retired',
            OTHER: 'Otherwise',
          }),
          employer: text('Who is your employer?', when('living', 'equals', 'EMPLOYED')),
          employedSince: day('Since when do you work there?', {
            'x-latest': 'today',
            ...when('living', 'equals', 'EMPLOYED'),
          }),
          business: text('What is your business?', when('living', 'equals', 'SELF_EMPLOYED')),
          income: money('Net monthly income', currency, {
            maximum: 100_000,
            help: 'After tax, the average of the last three months',
          }),
          rent: money('Rent or mortgage each month', currency),
          hasLoans: yesNo('Do you pay back other loans?'),
          loans: rows(
            'Other loans you pay back',
            { bank: text('To whom?'), rate: money('Each month', currency), left: money('Still owed', currency) },
            when('hasLoans', 'equals', true),
          ),
          left: calculated('Left each month', 'income - rent - value(sum(loans.rate), 0)', {
            'x-currency': currency,
            'x-decimals': 2,
          }),
        },
      },
      {
        key: 'papers',
        title: 'Your documents',
        minutes: 3,
        parts: {
          about: note('Photographs are fine', 'The whole page has to be on the picture, and readable.'),
          identity: papers('Proof of identity', 'Your passport, or both sides of your identity card'),
          payslips: papers('Proof of income', 'Your last three payslips', when('living', 'equals', 'EMPLOYED')),
          accounts: papers(
            'Annual accounts',
            'Of the last two years, or your tax assessments',
            when('living', 'equals', 'SELF_EMPLOYED'),
          ),
          pension: papers('Pension statement', 'The newest one', when('living', 'equals', 'PENSION')),
        },
      },
    ],
    {
      amount: 'amount',
      keyAnswers: ['term', 'income', 'left', 'living'],
      next: 'We check your documents and ask the credit bureau. You hear from us within two working days.',
      workflow: [
        documentsCheck('We look through your documents'),
        creditCheck('We ask the credit bureau'),
        clientCheck('You confirm your application'),
        decision('Underwriting', 'We decide'),
      ],
    },
  );
