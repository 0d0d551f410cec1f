/** How long the server checks a record of fifty fields, in which every kind of field and condition occurs. */
import { answerChecks } from '../../core/platform/templates/answers.ts';
import { builtinKinds } from '../../core/platform/templates/builtin-kinds.ts';
import type { FieldKind } from '../../core/platform/templates/contract.ts';
import type { FormContent } from '../../core/platform/templates/form/index.ts';
import { median } from './load.ts';
import type { Result } from './compare.ts';

const FIELDS = 50;
const ROUNDS = 2_000;
const today = '2026-11-26';

interface Sample {
  readonly field: Readonly<Record<string, unknown>>;
  readonly right: unknown;
  readonly wrong: unknown;
}

const text = { type: 'string' };
const number = { type: 'number' };
const row = { rate: 3.5, purpose: 'HOME', why: 'To build' };
/** One of each kind that has answers; conditions and the formula look at those of the first ten. */
const samples: readonly Sample[] = [
  { field: { ...number, 'x-kind': 'money', 'x-currency': 'EUR', 'x-decimals': 2, minimum: 0 }, right: 1.25, wrong: -1 },
  { field: { ...text, 'x-kind': 'choice', enum: ['A', 'B', 'C'] }, right: 'A', wrong: 'D' },
  { field: { ...text, minLength: 2, maxLength: 40 }, right: 'Grace Hopper', wrong: 'G' },
  { field: { ...text, 'x-kind': 'email', format: 'email' }, right: 'grace@else.example', wrong: 'grace@' },
  { field: { ...text, 'x-kind': 'phone', 'x-country': 'NL' }, right: '+31201234567', wrong: '12' },
  { field: { ...text, pattern: '^[A-Z]{2}\\d{2}[A-Z0-9]{4,30}$' }, right: 'NL91ABNA0417164300', wrong: 'none' },
  { field: { ...text, 'x-kind': 'date', format: 'date', 'x-latest': 'today' }, right: today, wrong: '2026-13-01' },
  { field: { type: 'integer', minimum: 1, maximum: 360, multipleOf: 12 }, right: 120, wrong: 7 },
  { field: { type: 'boolean' }, right: true, wrong: 'yes' },
  { field: { ...text, 'x-kind': 'long-text', maxLength: 2_000 }, right: 'word '.repeat(300), wrong: 'w'.repeat(3_000) },
  { field: { type: 'array', items: { ...text, enum: ['A', 'B'] }, uniqueItems: true }, right: ['A'], wrong: ['C'] },
  {
    field: { type: 'object', 'x-kind': 'address' },
    right: { street: 'Main street 1', postalCode: '1000 AA', city: 'Amsterdam', country: 'NL' },
    wrong: { city: 7 },
  },
  {
    field: {
      type: 'array',
      'x-kind': 'group',
      items: {
        type: 'object',
        required: ['rate', 'why'],
        properties: {
          rate: { ...number, minimum: 1 },
          purpose: { ...text, 'x-kind': 'choice', enum: ['CAR', 'HOME'] },
          why: { ...text, 'x-show': { field: 'purpose', is: 'equals', value: 'HOME' } },
        },
      },
    },
    right: [row, row, row],
    wrong: [row, { ...row, rate: 0 }, { purpose: 'BOAT' }],
  },
  { field: { ...number, 'x-kind': 'calculated', 'x-formula': 'f0 * 12 + f7' }, right: 135, wrong: 1 },
];

const shown = { 'x-show': { field: 'f1', is: 'equals', value: 'A' } };
const fields = Array.from({ length: FIELDS }, (_, i) => ({ key: `f${i}`, ...samples[i % samples.length]! }));
/** Every third field behind the first ones stands under a condition. */
const content: FormContent = {
  schema: {
    type: 'object',
    required: fields.map(({ key }) => key),
    properties: Object.fromEntries(
      fields.map(({ key, field }, i) => [key, i >= 10 && i % 3 === 0 ? { ...field, ...shown } : field]),
    ),
  },
  wizard: Array.from({ length: 5 }, (_, i) => ({
    key: `step-${i}`,
    title: `Step ${i}`,
    fields: fields.slice(i * 10, i * 10 + 10).map(({ key }) => key),
    ...(i === 4 ? { show: { field: 'f8', is: 'equals', value: true } } : {}),
  })),
};

/** Of records that are right, and of records in which every answer is wrong that keeps the others asked for. */
export async function validationTimes(): Promise<readonly Result[]> {
  const kinds: Readonly<Record<string, FieldKind>> = builtinKinds;
  const checks = answerChecks({ get: (id) => kinds[id], ids: () => Object.keys(kinds) });
  await checks.prepare(content);
  const askers = ['f1', 'f8'];
  const records = {
    right: Object.fromEntries(fields.map(({ key, right }) => [key, right])),
    wrong: Object.fromEntries(fields.map(({ key, right, wrong }) => [key, askers.includes(key) ? right : wrong])),
  };
  return (['right', 'wrong'] as const).map((which) => {
    // As each comes from its JSON, nothing of a record is known from the one before.
    const body = JSON.stringify(records[which]);
    const times = Array.from({ length: ROUNDS }, () => {
      const answers: Readonly<Record<string, unknown>> = JSON.parse(body);
      const started = performance.now();
      const { faults, unknown } = checks.check(content, answers, today);
      const elapsed = performance.now() - started;
      if (unknown.length > 0 || (which === 'right' ? faults.length > 0 : faults.length < FIELDS / 2))
        throw new Error(`${faults.length} faults in a ${which} record: ${JSON.stringify(faults[0] ?? unknown)}`);
      return elapsed;
    });
    const [time, most] = [median(times), times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * 0.99)]!];
    return {
      name: `${FIELDS} answers, all of them ${which}`,
      shown: `${time.toFixed(3)} ms to check (p99 ${most.toFixed(3)} ms)`,
      platform: time,
      floor: null,
      ratio: null,
      goal: '≤ 1 ms',
      met: time <= 1,
    };
  });
}
