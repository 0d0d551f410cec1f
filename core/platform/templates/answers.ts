import { answerTextIn, slices } from '@dossier/sdk';
import type { FieldKind } from './contract.ts';
import { checkAnswers } from './form/check.ts';
import type { Checked, Checks, KindMisfit } from './form/check.ts';
import { asJudged, misfits, prepare } from './form/field-check.ts';
import { formOf, kindIdOf } from './form/form.ts';
import type { Answers, FieldSchema, Form, FormContent } from './form/form.ts';
import { isOfFormat } from './form/formats.ts';
import { limitField } from './form/sentences.ts';
import type { Written } from './form/sentences.ts';
import { answerShape } from './kinds.ts';
import type { Kinds } from './kinds.ts';
import { matcher } from './pattern.ts';

/** Checks of answers against forms, each of which is the same object as long as it is the same form. */
export interface AnswerChecks {
  form(content: FormContent): Form;
  /** Prepares the patterns of a form in slices: three hundred at once would hold up everybody else. */
  prepare(content: FormContent): Promise<void>;
  /** `today`: the day where the organization is, as `2026-11-26`. */
  check(content: FormContent, answers: Answers, today: string): Checked;
}

/** Answers are checked by the field kinds that are installed when they are. */
export function answerChecks(kinds: Kinds): AnswerChecks {
  const forms = new WeakMap<object, Form>();
  const formFrom = (content: FormContent): Form => {
    const known = forms.get(content);
    if (known) return known;
    const form = formOf(content);
    forms.set(content, form);
    return form;
  };
  const by: Omit<Checks, 'today'> = {
    patterns: matcher,
    formats: isOfFormat,
    kind: (field, answer) => kindMisfit(kinds, field, answer),
    written,
  };
  return {
    form: formFrom,
    async prepare(content) {
      const pause = slices();
      for (const { schema, fields } of formFrom(content).byId.values()) {
        if (fields.length === 0) prepare(schema, matcher);
        await pause();
      }
    },
    check: (content, answers, today) => checkAnswers(formFrom(content), answers, { ...by, today }),
  };
}

/** Sentences are in English here, and so are the numbers and days in them. */
const written: Written = (limit, field) => answerTextIn(limit, limitField(limit, field), { language: 'en', day }) ?? '';

const day = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));

/** What the kind of a field finds wrong with an answer that keeps to the field's keywords. */
function kindMisfit(kinds: Kinds, field: FieldSchema, answer: unknown): KindMisfit | null {
  const id = kindIdOf(field);
  const kind = kinds.get(id);
  if (!kind)
    return { at: '', code: 'unknown-kind', message: `could not be checked: the field kind "${id}" is not there` };
  // The types of JSON Schema say nothing beyond it.
  const misfit = id === field['type'] ? undefined : answerShape(kind)?.misfits(answer)[0];
  if (misfit) {
    const { pointer: at, message } = misfit;
    return { at, code: 'kind', message: at === '' ? message : `has a part that ${message}` };
  }
  const wrong = askKind(kind, answer, field);
  return wrong === null ? null : { at: '', code: 'kind', message: wrong };
}

/** A kind that cannot say what it thinks of an answer has not found it right. */
function askKind(kind: FieldKind, answer: unknown, field: FieldSchema): string | null {
  try {
    return kind.checkAnswer?.(answer, field) ?? null;
  } catch {
    return 'could not be checked';
  }
}

/** Would the field take this answer, on one day or another? */
export const takes = (kinds: Kinds, field: FieldSchema, answer: unknown): boolean =>
  misfits(onAnyDay(field), asJudged(field, answer), { patterns: matcher, formats: isOfFormat, today: '' }).next()
    .done === true && kindMisfit(kinds, field, asJudged(field, answer)) === null;

/** The field without limits that move with the day. */
const onAnyDay = (field: FieldSchema): FieldSchema =>
  Object.values(field).includes('today')
    ? Object.fromEntries(Object.entries(field).filter(([, value]) => value !== 'today'))
    : field;
