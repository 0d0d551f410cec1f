import { shapeOf } from '@dossier/sdk';
import type { Contributions, Shape } from '@dossier/sdk';
import type { FieldKind } from './contract.ts';
import type { Faults } from './faults.ts';

type Field = Readonly<Record<string, unknown>>;

/** The kinds of fields that are installed, by their ids. */
export interface Kinds {
  get(id: string): FieldKind | undefined;
  ids(): readonly string[];
}

/** What is contributed to the point, whatever is switched on: what was published once stays what it is. */
export function installedKinds(contributions: Pick<Contributions<FieldKind>, 'installed'>): Kinds {
  let [list, byId]: [unknown, ReadonlyMap<string, FieldKind>] = [undefined, new Map()];
  const now = (): ReadonlyMap<string, FieldKind> => {
    const all = contributions.installed();
    if (all !== list) [list, byId] = [all, new Map(all.map(({ id, value }) => [id, value]))];
    return byId;
  };
  return { get: (id) => now().get(id), ids: () => [...now().keys()] };
}

/**
 * Keywords that a field of the kind takes beside its limits. One that is calculated, or has no answer, begins with
 * none, and has no example and no words for answers that do not fit; neither has a yes or no, which always fits.
 */
export function commonOf({ answer, limits, checkAnswer }: FieldKind): readonly string[] {
  const always = ['type', 'title', 'description', 'x-kind', 'x-id', 'x-show'];
  if (answer === null || 'x-formula' in limits.properties) return always;
  const fits = answer.type === 'boolean' && !checkAnswer;
  return [...always, 'default', 'x-placeholder', ...(fits ? [] : ['x-message'])];
}

/** The shape of every answer to fields of a kind, made when it is first asked; null for a kind without answers. */
export const answerShape = ({ answer }: FieldKind): Shape<unknown> | null => answer && shapeOf(answer);

/** Says every fault of the limits of a field. */
export function checkLimits(kind: FieldKind, field: Field, faults: Faults): void {
  if (kind.checkField) return faults.take(kind.checkField(field));
  const limits = Object.fromEntries(
    Object.entries(field).filter(([key]) => Object.hasOwn(kind.limits.properties, key)),
  );
  for (const { pointer, message } of shapeOf(kind.limits).misfits(limits))
    faults.take([{ pointer, code: 'bad-limit', detail: `${pointer.slice(1) || 'This field'} ${message}.` }]);
}

/** A kind as a page shows it for choice; `type` and `answer` are null for one without answers. */
interface KindRow {
  readonly id: string;
  readonly label: string;
  readonly group: string;
  readonly type: string | null;
  readonly answer: object | null;
  readonly limits: object;
  readonly common: readonly string[];
}

export const kindList = (kinds: Kinds): KindRow[] =>
  kinds.ids().flatMap((id) => {
    const kind = kinds.get(id);
    if (!kind) return [];
    const { label, group = 'plugins', answer, limits } = kind;
    return [{ id, label, group, type: answer?.type ?? null, answer, limits, common: commonOf(kind) }];
  });
