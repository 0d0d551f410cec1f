import type { ErrorObject } from 'ajv';

/** Faults of a value that says by its own type which branch of a union it does not mean. */
const misfits: ReadonlySet<string> = new Set(['type', 'const', 'enum']);

/**
 * A union fails in every branch at once. All of them together would contradict one another: of each union stays the
 * branch that was meant, or, where the value has the type of none, one fault that names what it may be.
 * Inner unions come before outer ones, and right before each the faults of its branches, as Ajv reports them: so each
 * fault is looked at once for each union that it stands in, however many there are.
 */
export function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    // It says only that what stands behind a condition does not hold, which says so itself.
    if (error.keyword === 'if') continue;
    const inside = error.keyword === 'anyOf' || error.keyword === 'oneOf' ? takeInside(kept, error) : [];
    if (inside.length === 0) kept.push(error);
    else for (const fault of ofUnion(error, inside)) kept.push(fault);
  }
  return kept;
}

/** Takes the faults of a union's branches from the end of what was kept. */
function takeInside(kept: ErrorObject[], { schemaPath: at, instancePath: where }: ErrorObject): readonly ErrorObject[] {
  const isInside = ({ instancePath, schemaPath }: ErrorObject): boolean =>
    schemaPath.startsWith(`${at}/`) && (instancePath === where || instancePath.startsWith(`${where}/`));
  let from = kept.length;
  while (from > 0 && isInside(kept[from - 1]!)) from--;
  return kept.splice(from);
}

function ofUnion(union: ErrorObject, inside: readonly ErrorObject[]): readonly ErrorObject[] {
  const branches = [
    ...Map.groupBy(inside, ({ schemaPath }) => schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0]).values(),
  ];
  const isMisfit = ({ instancePath, keyword }: ErrorObject): boolean =>
    instancePath === union.instancePath && misfits.has(keyword);
  const meant = branches.filter((branch) => !branch.some(isMisfit));
  return meant.length > 0
    ? nearest(meant)
    : [
        allowed(
          union,
          branches.map((branch) => branch.filter(isMisfit)),
        ),
      ];
}

/** Of several objects the one whose constants agree, which usually name its kind; then the one with fewest faults. */
const nearest = (branches: readonly (readonly ErrorObject[])[]): readonly ErrorObject[] =>
  branches.toSorted((one, other) => constants(one) - constants(other) || one.length - other.length)[0]!;
const constants = (branch: readonly ErrorObject[]): number =>
  branch.filter(({ keyword }) => keyword === 'const' || keyword === 'enum').length;

/** One fault of the values and types that the branches of a union allow. */
function allowed(union: ErrorObject, branches: readonly (readonly ErrorObject[])[]): ErrorObject {
  const values: unknown[] = [];
  const types: string[] = [];
  for (const branch of branches) {
    // TypeBox gives a constant its type too, which says nothing that the constant does not say.
    const choice = branch.find(({ keyword }) => keyword !== 'type');
    if (choice)
      values.push(
        ...[
          choice.keyword === 'const'
            ? [choice.params['allowedValue'] as unknown]
            : (choice.params['allowedValues'] as readonly unknown[]),
        ].flat(),
      );
    else {
      const own = branch[0]!.params;
      values.push(...([own['allowedValues'] ?? []].flat() as readonly unknown[]));
      types.push(...[own['type']].flat().map(String));
    }
  }
  const named = [...new Set(types)];
  if (named.every((type) => type === 'null'))
    return { ...union, keyword: 'enum', params: { allowedValues: [...values, ...named.map(() => null)] } };
  return {
    ...union,
    keyword: 'type',
    params: { type: named, ...(values.length > 0 ? { allowedValues: values } : {}) },
  };
}
