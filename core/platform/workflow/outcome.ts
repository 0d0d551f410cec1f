/** What a handler said, understood strictly: an answer that is not one of the three outcomes is no answer. */
import { pointerTo, storable } from '@dossier/sdk';
import type { AnswerFault, CheckedAnswers } from '../templates/contract.ts';
import type { Reason } from './contract.ts';

/**
 * What a run of a handler came to. `again` means that it said nothing usable: a throw, a time-out, or nonsense;
 * `seconds`: not before.
 */
export type Verdict =
  | {
      readonly result: 'passed' | 'failed' | 'waiting';
      readonly reasons: readonly Reason[];
      /** JSON text of what was answered outside. */
      readonly evidence?: string;
    }
  | { readonly result: 'again'; readonly why: string; readonly seconds?: number };

/**
 * Codes by which the engine says something itself, and by which it knows later what it said: in the mouth of a handler
 * they mean nothing.
 */
const own: ReadonlySet<string> = new Set([
  'no-handler',
  'could-not-be-checked',
  'unknown-answer',
  'not-asked',
  'calculated',
  'decision',
]);

const MOST = 50;
const LONGEST = 1000;
/** Characters of JSON. */
const MOST_EVIDENCE = 16_000;
/** What JSON can say and the database cannot hold: NUL, and halves of characters. */
const NOT_STORABLE = /\\u(?:0000|d[89a-f])/i;

/** Reads what a handler returned, trusting none of it. */
export function understand(said: unknown): Verdict {
  if (typeof said !== 'object' || said === null || !('outcome' in said))
    return { result: 'again', why: 'The handler gave no outcome.' };
  const { outcome } = said;
  const evidence = 'evidence' in said ? evidenceOf(said.evidence) : {};
  if (outcome === 'passed')
    return { result: 'passed', reasons: reasonsOf('notes' in said ? said.notes : []), ...evidence };
  if (outcome !== 'failed' && outcome !== 'waiting')
    return { result: 'again', why: 'The handler gave an unknown outcome.' };
  const reasons = reasonsOf('reasons' in said ? said.reasons : []);
  return {
    result: outcome,
    reasons:
      reasons.length > 0
        ? reasons
        : [
            {
              code: outcome,
              text:
                outcome === 'failed'
                  ? 'The check failed; the handler gave no reason.'
                  : 'The check waits; the handler gave no reason.',
            },
          ],
    ...evidence,
  };
}

/** What cannot be kept is none: the outcome counts without it. */
function evidenceOf(said: unknown): { readonly evidence?: string } {
  try {
    const text: unknown = JSON.stringify(said);
    return typeof text === 'string' && text !== 'null' && text.length <= MOST_EVIDENCE && !NOT_STORABLE.test(text)
      ? { evidence: text }
      : {};
  } catch {
    return {};
  }
}

function reasonsOf(said: unknown): readonly Reason[] {
  if (!Array.isArray(said)) return [];
  return said.slice(0, MOST).flatMap((one: unknown) => {
    if (typeof one === 'string') return [{ code: 'reason', text: storable(one, LONGEST) }];
    if (typeof one !== 'object' || one === null || !('text' in one) || typeof one.text !== 'string') return [];
    return [
      {
        code: 'code' in one && typeof one.code === 'string' && !own.has(one.code) ? storable(one.code, 100) : 'reason',
        text: storable(one.text, LONGEST),
        ...('pointer' in one && typeof one.pointer === 'string' ? { pointer: storable(one.pointer, 300) } : {}),
      },
    ];
  });
}

/** The reason of a step whose check is switched off or not installed. */
export const noHandler = (id: string, why: 'is switched off in this workspace' | 'is not installed'): Reason => ({
  code: 'no-handler',
  text: `The check "${id}" ${why}, so the step could not be checked.`,
});

export const hasNoHandler = (reasons: readonly Reason[]): boolean => reasons.some(({ code }) => code === 'no-handler');

/** Faults in answers as reasons of a step. */
export const faultReasons = (faults: readonly AnswerFault[]): readonly Reason[] =>
  faults.slice(0, MOST).map(({ pointer, code, detail }) => ({ code, text: detail, pointer: `/answers${pointer}` }));

/** Answers that count nowhere are kept and named, and are no fault. */
export const notesOf = ({
  unknown,
  notAsked,
  differing,
}: Pick<CheckedAnswers, 'unknown' | 'notAsked' | 'differing'>): readonly Reason[] => [
  ...named(
    unknown.map((key) => pointerTo(key)),
    'unknown-answer',
    {
      one: (name) => `The template has no field "${name}". The answer is kept.`,
      more: (count) => `The template has no fields for ${count} more answers. They are kept.`,
    },
  ),
  ...named(notAsked, 'not-asked', {
    one: (name) => `"${name}" is not asked for as the other answers are. The answer is kept and counts nowhere.`,
    more: (count) => `${count} more answers are not asked for. They are kept and count nowhere.`,
  }),
  ...named(differing, 'calculated', {
    one: (name) => `"${name}" is calculated here, and another value was sent. The calculated one counts.`,
    more: (count) => `${count} more values are calculated here, and others were sent. The calculated ones count.`,
  }),
];

/** A note for each pointer into the answers; of more than are named, the number is given. */
const named = (
  pointers: readonly string[],
  code: string,
  say: { readonly one: (name: string) => string; readonly more: (count: number) => string },
): readonly Reason[] => [
  ...pointers.slice(0, MOST).map((pointer) => ({
    code,
    text: say.one(storable(pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~'), 100)),
    pointer: `/answers${storable(pointer, 300)}`,
  })),
  ...(pointers.length > MOST ? [{ code, text: say.more(pointers.length - MOST), pointer: '/answers' }] : []),
];
