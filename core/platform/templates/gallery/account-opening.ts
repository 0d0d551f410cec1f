import { address, choice, choices, clientCheck, content, day, decision, documentsCheck, money } from './build.ts';
import { number, papers, phone, rows, text, when, yesNo } from './build.ts';

/** A current account for a person or a company: identity, tax residence, origin of money, owners. */
export const accountOpening = (currency: string) =>
  content(
    [
      {
        key: 'account',
        title: 'Your account',
        minutes: 1,
        parts: {
          holder: choice('Whose account is it?', { PERSON: 'Mine', COMPANY: 'That of a company' }),
          services: choices('What do you want with it?', {
            CARD: 'A debit card',
            CREDIT: 'A credit card',
            ONLINE: 'Online banking',
            SAVINGS: 'A savings account beside it',
          }),
          overdraft: yesNo('Do you want an overdraft?'),
          overdraftLimit: money('Up to how much?', currency, { maximum: 10_000, ...when('overdraft', 'equals', true) }),
        },
      },
      {
        key: 'person',
        title: 'About you',
        minutes: 3,
        show: { field: 'holder', is: 'equals', value: 'PERSON' },
        parts: {
          born: day('When were you born?', { 'x-latest': 'today', 'x-earliest': '1900-01-01' }),
          birthplace: text('Where were you born?'),
          nationality: text('Which nationality do you have?'),
          home: address('Where do you live?'),
          phone: phone('Your phone number'),
          occupation: text('What do you do for a living?'),
        },
      },
      {
        key: 'company',
        title: 'About the company',
        minutes: 4,
        show: { field: 'holder', is: 'equals', value: 'COMPANY' },
        parts: {
          companyName: text('Name, as it is registered'),
          registration: text('Registration number'),
          seat: address('Registered office'),
          business: text('What does the company do?'),
          owners: rows(
            'Who owns a quarter of it or more?',
            {
              owner: text('First and last name'),
              ownerBorn: day('Date of birth', { 'x-latest': 'today' }),
              share: number('Share in per cent', { minimum: 25, maximum: 100 }),
            },
            { help: 'Leave it empty when nobody does.' },
          ),
        },
      },
      {
        key: 'money',
        title: 'Tax and money',
        description: 'The law asks us to ask.',
        minutes: 3,
        parts: {
          taxCountry: text('In which country do you pay tax?'),
          taxNumber: text('Your tax number there'),
          alsoElsewhere: yesNo('Do you pay tax in other countries too?'),
          elsewhere: rows(
            'Where else?',
            { country: text('Country'), number: text('Tax number') },
            when('alsoElsewhere', 'equals', true),
          ),
          origin: choices('Where does the money on the account come from?', {
            WAGES: 'Wages or a pension',
            BUSINESS: 'Business',
            SAVINGS: 'Savings',
            SALE: 'A sale',
            GIFT: 'An inheritance or a gift',
          }),
          monthly: money('How much comes in each month, about?', currency),
          office: yesNo('Do you hold a high public office, or somebody close to you?'),
          officeWhich: text('Who, and which office?', when('office', 'equals', true)),
        },
      },
      {
        key: 'papers',
        title: 'Your documents',
        minutes: 2,
        parts: {
          identity: papers('Proof of identity', 'Your passport, or both sides of your identity card'),
          residence: papers(
            'Proof of address',
            'A bill or a letter of an office, not older than three months',
            when('holder', 'equals', 'PERSON'),
          ),
          register: papers(
            'Extract of the register',
            'Not older than three months',
            when('holder', 'equals', 'COMPANY'),
          ),
        },
      },
    ],
    {
      keyAnswers: ['holder', 'taxCountry', 'monthly', 'office'],
      next: 'We check who you are. Your account is open within three working days; your card comes by post.',
      workflow: [
        documentsCheck('We look through your documents'),
        clientCheck('You confirm your application'),
        decision('Compliance', 'We decide'),
      ],
    },
  );
