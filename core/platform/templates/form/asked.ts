/**
 * What of a form is asked of somebody who has given these answers. An answer to a field that is not shown counts
 * nowhere: not in conditions further along, not in calculations, not in checks. Alike on the server and in browsers.
 */
import { pointerTo } from '@dossier/sdk/pointer';
import { isRecord } from '@dossier/sdk/record';
import { calculate, Column } from './calculation.ts';
import { holds } from './condition.ts';
import type { Condition } from '../contract.ts';
import type { Reference } from './expression.ts';
import { unansweredKinds } from './form.ts';
import type { Answers, Form, FormField } from './form.ts';
import { composed } from './same.ts';

export interface Asked {
  /** Is the field asked for? Of one in a group, in this row, from 0. */
  shows(field: FormField, row?: number): boolean;
  showsStep(key: string): boolean;
  /** Does a condition hold that stands outside of rows? */
  holds(condition: Condition): boolean;
  /** The answer that counts, undefined without one. */
  value(field: FormField, row?: number): unknown;
  /** The answers that count, and what is calculated from them. A group with more rows than it may have is none. */
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
  const steps = new Map(form.steps.map((step) => [step.key, step]));
  const shownSteps = new Map<string, boolean>();
  const known = new Map<FormField, Known>();
  const lists = new Map<readonly unknown[], Column>();
  /** Fields in all rows at once. */
  const columns = new Map<FormField, Column | undefined>();
  const keys = new Map<readonly FormField[], ReadonlySet<string>>();
  const knownOf = (field: FormField): Known =>
    kept(known, field, () => ({ shown: [], found: [], values: [], looks: [] }));

  /** The object of which the field is a member. */
  const holderOf = ({ group }: FormField, row: number | undefined): unknown => {
    if (group === null) return given;
    const inGroup = shows(group, row) ? own(holderOf(group, row), group.key) : undefined;
    if (!group.repeats) return inGroup;
    return Array.isArray(inGroup) && row !== undefined ? inGroup[row] : undefined;
  };
  /** Rows beyond what the group may have are a fault, and nothing is made of any of them. */
  const tooMany = (group: FormField, rows: readonly unknown[]): boolean =>
    rows.length > (form.mostRows.get(group) ?? 0);
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
      return field && look(field, row);
    });
  /** What is asked while it is being found stands in a circle, and is not there. Publishing refuses circles. */
  const showsStep = (key: string): boolean => {
    const before = shownSteps.get(key);
    if (before !== undefined) return before;
    shownSteps.set(key, false);
    const step = steps.get(key);
    const result = step !== undefined && (step.show === null || passes(step.show, null, undefined));
    shownSteps.set(key, result);
    return result;
  };
  const shows = (field: FormField, row?: number): boolean => {
    const { shown } = knownOf(field);
    const place = placeIn(field, row);
    const before = shown[place];
    if (before !== undefined) return before;
    shown[place] = false;
    return (shown[place] =
      (field.group ? shows(field.group, row) : field.step === null || showsStep(field.step)) &&
      (field.show === null || passes(field.show, field, row)));
  };
  const value = (field: FormField, row?: number): unknown => {
    const { found, values } = knownOf(field);
    const place = placeIn(field, row);
    if (found[place] === true) return values[place];
    found[place] = true;
    return (values[place] = find(field, row));
  };
  const look = (field: FormField, row?: number): unknown =>
    (knownOf(field).looks[placeIn(field, row)] ??= composed(value(field, row)));
  const find = (field: FormField, row: number | undefined): unknown => {
    if (unansweredKinds.includes(field.kind) || !shows(field, row)) return undefined;
    if (field.formula !== null) return calculated(field, row);
    const answer = own(holderOf(field, row), field.key);
    return field.repeats && Array.isArray(answer) && tooMany(field, answer) ? undefined : answer;
  };
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
    if (!field) return undefined;
    if (inner === undefined) {
      const answer = look(field, row);
      return Array.isArray(answer) ? kept(lists, answer, () => new Column(answer)) : answer;
    }
    const column = form.byId.get(inner);
    if (column?.rowsOf !== field) return undefined;
    if (!columns.has(column)) {
      // In a circle it is asked for while it is being made.
      columns.set(column, undefined);
      columns.set(column, new Column(rowsOf(field).map((_, i) => value(column, i))));
    }
    return columns.get(column);
  };

  const notAsked: string[] = [];
  const differing: string[] = [];
  /** The members that count, of the answers or of a row. */
  const counted = (fields: readonly FormField[], from: unknown, at: string, row?: number): Answers => {
    const members: [string, unknown][] = [];
    for (const field of fields) {
      const answer = own(from, field.key);
      if (field.formula !== null) {
        const result = value(field, row);
        if (answer !== undefined && answer !== null && answer !== result)
          (shows(field, row) ? differing : notAsked).push(at + pointerTo(field.key));
        if (result !== undefined) members.push([field.key, result]);
      } else if (answer === undefined) continue;
      else if (unansweredKinds.includes(field.kind) || !shows(field, row)) notAsked.push(at + pointerTo(field.key));
      else if (field.repeats && Array.isArray(answer) && tooMany(field, answer)) continue;
      else members.push([field.key, innerCounted(field, answer, at, row)]);
    }
    return Object.fromEntries(members);
  };
  const innerCounted = (group: FormField, answer: unknown, at: string, row: number | undefined): unknown => {
    const { fields, repeats, key } = group;
    if (repeats && Array.isArray(answer))
      return answer.map((one: unknown, i) => objectCounted(fields, one, at + pointerTo(key, i), i));
    return fields.length > 0 && !repeats ? objectCounted(fields, answer, at + pointerTo(key), row) : answer;
  };
  const objectCounted = (fields: readonly FormField[], one: unknown, at: string, row: number | undefined): unknown =>
    isRecord(one) ? { ...others(fields, one), ...counted(fields, one, at, row) } : one;
  /** Members that are no fields: they are kept. */
  const others = (fields: readonly FormField[], row: Answers): Answers => {
    const ofFields = kept(keys, fields, () => new Set(fields.map(({ key }) => key)));
    return Object.fromEntries(Object.entries(row).filter(([key]) => !ofFields.has(key)));
  };

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

/** What was found of a field before, by `placeIn`. */
interface Known {
  readonly shown: boolean[];
  readonly found: boolean[];
  readonly values: unknown[];
  /** The values as they are compared: a long text is looked through once, however many rows ask for it. */
  readonly looks: unknown[];
}

const placeIn = (field: FormField, row: number | undefined): number =>
  field.rowsOf === null || row === undefined ? 0 : row + 1;

/** What a map has; what it has not is made first. */
function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const before = map.get(key);
  if (before !== undefined) return before;
  const made = make();
  map.set(key, made);
  return made;
}
