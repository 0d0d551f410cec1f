/**
 * What of a form is asked of somebody who has given these answers. An answer to a field that is not shown counts
 * nowhere: not in conditions further along, not in calculations, not in checks. Alike on the server and in browsers.
 */
import { isRecord } from '@dossier/sdk/record';
import { calculate } from './calculation.ts';
import { holds } from './condition.ts';
import type { Condition } from '../contract.ts';
import type { Reference } from './expression.ts';
import { unansweredKinds } from './form.ts';
import type { Answers, Form, FormField } from './form.ts';

export interface Asked {
  /** Is the field asked for? Of one in a group, in this row, from 0. */
  shows(field: FormField, row?: number): boolean;
  showsStep(key: string): boolean;
  /** Does a condition hold that stands outside of rows? */
  holds(condition: Condition): boolean;
  /** The answer that counts, undefined without one. */
  value(field: FormField, row?: number): unknown;
  /** The answers that count, and what is calculated from them. */
  readonly answers: Answers;
  /** JSON pointers to answers that are not asked for, into what was given. */
  readonly notAsked: readonly string[];
  /** JSON pointers to values that were given and are calculated, and differ. */
  readonly differing: readonly string[];
}

/** Decimals of a calculated number whose field says none. */
const decimalsUnlessGiven = 10;

/** `today`: the day where the organization is, as `2026-11-26`. */
export function ask(form: Form, given: Answers, today: string): Asked {
  const shown = new Map<string, boolean>();
  const values = new Map<string, unknown>();
  const steps = new Map(form.steps.map((step) => [step.key, step]));

  /** What is asked while it is being found stands in a circle, and is not there. Publishing refuses circles. */
  const once = <T>(memory: Map<string, T>, name: string, inCircle: T, find: () => T): T => {
    if (!memory.has(name)) {
      memory.set(name, inCircle);
      memory.set(name, find());
    }
    return memory.get(name) as T;
  };
  const nameOf = (field: FormField, row: number | undefined): string =>
    `${field.rowsOf ? (row ?? '') : ''}/${placeOf(field)}`;

  /** The object of which the field is a member. */
  const holderOf = ({ group }: FormField, row: number | undefined): unknown => {
    if (group === null) return given;
    const inGroup = shows(group, row) ? own(holderOf(group, row), group.key) : undefined;
    if (!group.repeats) return inGroup;
    return Array.isArray(inGroup) && row !== undefined ? inGroup[row] : undefined;
  };
  const rowsOf = (group: FormField): readonly unknown[] => {
    const rows = value(group);
    return Array.isArray(rows) ? rows : [];
  };
  /** Of a field in rows, only what stands in the same row is seen. */
  const seen = (id: string, from: FormField | null): FormField | undefined => {
    const field = form.byId.get(id);
    return field && (field.rowsOf === null || field.rowsOf === from?.rowsOf) ? field : undefined;
  };
  const passes = (condition: Condition, from: FormField | null, row: number | undefined): boolean =>
    holds(condition, (id) => {
      const field = seen(id, from);
      return field && value(field, row);
    });
  const showsStep = (key: string): boolean =>
    once(shown, `step ${key}`, false, () => {
      const step = steps.get(key);
      return step !== undefined && (step.show === null || passes(step.show, null, undefined));
    });
  const shows = (field: FormField, row?: number): boolean =>
    once(
      shown,
      nameOf(field, row),
      false,
      () =>
        (field.group ? shows(field.group, row) : field.step === null || showsStep(field.step)) &&
        (field.show === null || passes(field.show, field, row)),
    );
  const value = (field: FormField, row?: number): unknown =>
    once(values, nameOf(field, row), undefined, () => {
      if (unansweredKinds.includes(field.kind) || !shows(field, row)) return undefined;
      return field.formula === null ? own(holderOf(field, row), field.key) : calculated(field, row);
    });
  const calculated = (field: FormField, row: number | undefined): number | undefined => {
    const decimals = field.schema['x-decimals'];
    return field.formula === null || field.formula === 'fault'
      ? undefined
      : calculate(
          field.formula,
          { of: (reference) => referred(reference, field, row), today },
          typeof decimals === 'number' ? decimals : decimalsUnlessGiven,
        );
  };
  const referred = ({ field: id, inner }: Reference, from: FormField, row: number | undefined): unknown => {
    const field = seen(id, from);
    if (!field || inner === undefined) return field && value(field, row);
    const column = form.byId.get(inner);
    return column?.rowsOf === field ? rowsOf(field).map((_, i) => value(column, i)) : undefined;
  };

  const notAsked: string[] = [];
  const differing: string[] = [];
  /** The members that count, of the answers or of a row. */
  const counted = (fields: readonly FormField[], from: unknown, at: string, row?: number): Answers => {
    const members: [string, unknown][] = [];
    for (const field of fields) {
      const answer = own(from, field.key);
      const pointer = `${at}/${field.key}`;
      if (field.formula !== null) {
        const result = value(field, row);
        if (answer !== undefined && answer !== null && answer !== result)
          (shows(field, row) ? differing : notAsked).push(pointer);
        if (result !== undefined) members.push([field.key, result]);
      } else if (answer === undefined) continue;
      else if (unansweredKinds.includes(field.kind) || !shows(field, row)) notAsked.push(pointer);
      else members.push([field.key, innerCounted(field, answer, pointer, row)]);
    }
    return Object.fromEntries(members);
  };
  const innerCounted = (group: FormField, answer: unknown, at: string, row: number | undefined): unknown => {
    const { fields, repeats } = group;
    if (repeats && Array.isArray(answer))
      return answer.map((one: unknown, i) => objectCounted(fields, one, `${at}/${i}`, i));
    return fields.length > 0 && !repeats ? objectCounted(fields, answer, at, row) : answer;
  };
  const objectCounted = (fields: readonly FormField[], one: unknown, at: string, row: number | undefined): unknown =>
    isRecord(one) ? { ...others(fields, one), ...counted(fields, one, at, row) } : one;

  return {
    shows,
    showsStep,
    holds: (condition) => passes(condition, null, undefined),
    value,
    answers: counted(form.fields, given, ''),
    notAsked,
    differing,
  };
}

const own = (from: unknown, key: string): unknown =>
  isRecord(from) && Object.hasOwn(from, key) ? from[key] : undefined;

/** A field by the ids on the way to it. */
const placeOf = ({ id, group }: FormField): string => (group ? `${placeOf(group)}/${id}` : id);

/** Members that are no fields: they are kept. */
const others = (fields: readonly FormField[], row: Answers): Answers =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !fields.some((field) => field.key === key)));
