/**
 * What of a form is asked of somebody who has given these answers. An answer to a field that is not shown counts
 * nowhere: not in conditions further along, not in calculations, not in checks. Alike on the server and in browsers.
 */
import { isRecord } from '@dossier/sdk/record';
import { calculate } from './calculation.ts';
import { holds } from './condition.ts';
import type { Condition } from './condition.ts';
import type { Reference } from './expression.ts';
import { unansweredKinds } from './form.ts';
import type { Answers, Form, FormField } from './form.ts';

export interface Asked {
  /** Is the field asked for? Of one in a group, in this row, from 0. */
  shows(field: FormField, row?: number): boolean;
  showsStep(key: string): boolean;
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
  const nameOf = ({ id, group }: FormField, row: number | undefined): string =>
    group ? `${group.id}/${row ?? ''}/${id}` : id;

  const rowsOf = (group: FormField): readonly unknown[] => {
    const rows = shows(group) ? own(given, group.key) : undefined;
    return Array.isArray(rows) ? rows : [];
  };
  const passes = (condition: Condition, group: FormField | null, row: number | undefined): boolean =>
    holds(condition, (id) => {
      const field = form.byId.get(id);
      return field && (field.group === null || field.group === group) ? value(field, row) : undefined;
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
        (field.group ? shows(field.group) : field.step === null || showsStep(field.step)) &&
        (field.show === null || passes(field.show, field.group, row)),
    );
  const value = (field: FormField, row?: number): unknown =>
    once(values, nameOf(field, row), undefined, () => {
      if (unansweredKinds.includes(field.kind) || !shows(field, row)) return undefined;
      if (field.formula !== null) return calculated(field, row);
      if (field.group === null) return own(given, field.key);
      return row === undefined ? undefined : own(rowsOf(field.group)[row], field.key);
    });
  const calculated = (field: FormField, row: number | undefined): number | undefined => {
    const decimals = field.schema['x-decimals'];
    return field.formula === null || field.formula === 'fault'
      ? undefined
      : calculate(
          field.formula,
          { of: (reference) => referred(reference, field.group, row), today },
          typeof decimals === 'number' ? decimals : decimalsUnlessGiven,
        );
  };
  const referred = ({ field: id, inner }: Reference, group: FormField | null, row: number | undefined): unknown => {
    const field = form.byId.get(id);
    if (!field) return undefined;
    if (inner === undefined) return field.group === null || field.group === group ? value(field, row) : undefined;
    const column = field.fields.find((one) => one.id === inner);
    return column && rowsOf(field).map((_, i) => value(column, i));
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
      else members.push([field.key, field.fields.length > 0 ? rowsCounted(field, answer, pointer) : answer]);
    }
    return Object.fromEntries(members);
  };
  const rowsCounted = (group: FormField, rows: unknown, at: string): unknown =>
    Array.isArray(rows)
      ? rows.map((one: unknown, i) =>
          isRecord(one) ? { ...others(group.fields, one), ...counted(group.fields, one, `${at}/${i}`, i) } : one,
        )
      : rows;

  return { shows, showsStep, value, answers: counted(form.fields, given, ''), notAsked, differing };
}

const own = (from: unknown, key: string): unknown =>
  isRecord(from) && Object.hasOwn(from, key) ? from[key] : undefined;

/** Members of a row that are no fields: they are kept to be named. */
const others = (fields: readonly FormField[], row: Answers): Answers =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !fields.some((field) => field.key === key)));
