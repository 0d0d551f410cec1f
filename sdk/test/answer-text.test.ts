import t from 'tap';
import { answerText } from '../web/ui/answer-text.ts';

t.test(
  'a group is read as its fields in their order, by their titles, and what none of them knows comes last',
  async (t) => {
    const owner = { type: 'object', title: 'Owner', properties: { name: { title: 'Full name' } } };
    const field = {
      properties: {
        city: {},
        since: { title: 'Since', format: 'date' },
        kind: { oneOf: [{ const: 'A', title: 'House' }] },
        owner,
      },
    };
    t.equal(
      answerText({ floor: 2, kind: 'A', owner: { name: 'Ann' }, since: '1990-04-01', city: 'Łódź' }, field),
      'City: Łódź, Since: April 1, 1990, Kind: House, Owner: (Full name: Ann), Floor: 2',
    );
    t.equal(answerText({ city: '', owner: {} }, field), null, 'without an answer there is none');
    t.equal(answerText('elsewhere', field), 'elsewhere', 'what is no group stands as it was sent');
    t.equal(answerText({ a: 1 }, undefined), '{\n  "a": 1\n}', 'and what no form knows as JSON');
  },
);
