import { t } from '@dossier/core/testing/t';
import { ask } from '../form/asked.ts';
import { checkAnswers } from '../form/check.ts';
import { formOf } from '../form/form.ts';
import type { Answers } from '../form/form.ts';

// What a form costs is counted: how often an answer is looked at, as a page and a server do for each other person too.

const today = '2026-11-26';
const number = { type: 'number' };
const calculated = (formula: string) => ({ ...number, 'x-kind': 'calculated', 'x-formula': formula });
const inRows = (properties: object, more: object = {}) => ({
  type: 'array',
  'x-kind': 'group',
  ...more,
  items: { type: 'object', properties },
});
const formed = (properties: object) => formOf({ schema: { type: 'object', properties }, wizard: [] });
const check = (form: ReturnType<typeof formOf>, answers: Answers) =>
  checkAnswers(form, answers, {
    today,
    patterns: () => ({ test: () => true }),
    kind: () => null,
    written: String,
    formats: () => true,
  });

/** Rows of this answer, and how often one of them was looked at. */
function counted(count: number, answer: (row: number) => unknown) {
  const looked = { at: 0 };
  const rows = Array.from({ length: count }, (_, row) => ({ x: answer(row) }));
  return {
    looked,
    rows: new Proxy(rows, {
      get(target, name, receiver) {
        if (typeof name === 'string' && /^\d+$/.test(name)) looked.at += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    }),
  };
}

t.test('what all rows come to is made once, however many rows ask for it', async (t) => {
  const form = formed({
    loans: inRows({ x: number, share: calculated('x / sum(loans.x)'), rest: calculated('largest(loans.x) - x') }),
    twice: calculated('sum(loans.x) + sum(loans.x)'),
  });
  const looks = (count: number): number => {
    const { rows, looked } = counted(count, (row) => row);
    const { answers } = ask(form, { loans: rows }, today);
    t.equal(answers['twice'], count * (count - 1));
    return looked.at;
  };
  const [few, many] = [looks(10), looks(100)];
  t.ok(many <= few * 10, `${few} looks for 10 rows, ${many} for 100`);
});

t.test('a long text is looked through once, however many rows compare it', async (t) => {
  const tests = Array.from({ length: 20 }, (_, i) => ({ field: 'story', is: 'equals', value: `never ${i}` }));
  const form = formed({
    story: { type: 'string' },
    r: inRows({ x: { ...number, 'x-show': { any: tests } }, y: calculated('story == "never" ? 1 : 2') }),
  });
  // Were it looked through for each test, this would not end before the runner ends it.
  const { answers } = ask(
    form,
    { story: 'é b\u200E'.repeat(30_000), r: Array.from({ length: 1000 }, () => ({})) },
    today,
  );
  t.match(answers['r'], { length: 1000, 999: { y: 2 } });
});

t.test('rows beyond what a group may have are a fault, and none of them is looked at', async (t) => {
  const form = formed({
    loans: inRows({ x: number, y: calculated('x + 1') }, { maxItems: 3 }),
    all: calculated('sum(loans.y)'),
  });
  const { rows, looked } = counted(4, () => 1);
  const { faults, asked } = check(form, { loans: rows, all: 8 });
  t.match(faults, [{ pointer: '/loans', code: 'maxItems', detail: /at most 3/ }]);
  t.equal(looked.at, 0);
  t.same(asked.answers, { all: 0 }, 'and nothing is made of them');
  t.same(asked.differing, ['/all']);
});

t.test('the more there is in a row the fewer rows are looked into, in all groups together', async (t) => {
  const fields = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, number]));
  const few = formed({ r: inRows(fields, { maxItems: 1000 }) });
  const more = formed({ r: inRows(fields), s: inRows(fields) });
  const most = (form: ReturnType<typeof formOf>): number => form.mostRows.get(form.byId.get('r')!)!;
  t.ok(most(few) < 1000 && most(few) >= 2 * most(more), `${most(few)}, ${most(more)}`);
  t.equal(most(formed({ r: inRows({ x: number, y: calculated('x / sum(r.x)') }) })), 1000);
  const { rows } = counted(most(few) + 1, () => 1);
  t.match(check(few, { r: rows }).faults, [{ code: 'maxItems' }]);
});

t.test('no calculation makes numbers of a thousand digits', async (t) => {
  const form = formed({
    x: number,
    small: calculated(Array.from({ length: 40 }, () => 'x').join(' * ')),
    large: calculated(`${Array.from({ length: 40 }, () => '99999999').join(' * ')} > 1 ? 1 : 2`),
    back: calculated('100000000000000000000 * 10 / 1000000000000000000000'),
  });
  t.same(ask(form, { x: 0.123456789 }, today).answers, { x: 0.123456789, small: 0, back: 1 });
});
