import type { ErrorObject } from 'ajv';

/** Faults of a value that says by its own type which branch of a union it does not mean. */
const misfits: ReadonlySet<string> = new Set(['type', 'const', 'enum']);

/**
 * A union fails in every branch at once. All of them together would contradict one another: of each union stays the branch that was meant, or,
 * where the value has the type of none, one fault that names what it may be. Inner unions come before outer ones, as Ajv reports them.
 */
export function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.reduce<readonly ErrorObject[]>((before, error) => {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') return [...before, error];
    const isInside = ({ instancePath, schemaPath }: ErrorObject): boolean => schemaPath.startsWith(`${error.schemaPath}/`) && (instancePath === error.instancePath || instancePath.startsWith(`${error.instancePath}/`));
    const inside = before.filter(isInside);
    if (inside.length === 0) return [...before, error];
    const branches = [...Map.groupBy(inside, ({ schemaPath }) => schemaPath.slice(error.schemaPath.length + 1).split('/')[0]).values()];
    const isMisfit = ({ instancePath, keyword }: ErrorObject): boolean => instancePath === error.instancePath && misfits.has(keyword);
    const meant = branches.filter((branch) => !branch.some(isMisfit));
    return [...before.filter((one) => !isInside(one)), ...(meant.length > 0 ? nearest(meant) : [allowed(error, branches.map((branch) => branch.filter(isMisfit)))])];
  }, []);
}

/** Of several objects the one whose constants agree, which usually name its kind; then the one with fewest faults. */
const nearest = (branches: readonly (readonly ErrorObject[])[]): readonly ErrorObject[] =>
  branches.toSorted((one, other) => constants(one) - constants(other) || one.length - other.length)[0]!;
const constants = (branch: readonly ErrorObject[]): number => branch.filter(({ keyword }) => keyword === 'const' || keyword === 'enum').length;

/** One fault of the values and types that the branches of a union allow. */
function allowed(union: ErrorObject, branches: readonly (readonly ErrorObject[])[]): ErrorObject {
  const values: unknown[] = [];
  const types: string[] = [];
  for (const branch of branches) {
    // TypeBox gives a constant its type too, which says nothing that the constant does not say.
    const choice = branch.find(({ keyword }) => keyword !== 'type');
    if (choice) values.push(...[choice.keyword === 'const' ? [choice.params['allowedValue'] as unknown] : (choice.params['allowedValues'] as readonly unknown[])].flat());
    else {
      const own = branch[0]!.params;
      values.push(...[own['allowedValues'] ?? []].flat() as readonly unknown[]);
      types.push(...[own['type']].flat().map(String));
    }
  }
  const named = [...new Set(types)];
  if (named.every((type) => type === 'null')) return { ...union, keyword: 'enum', params: { allowedValues: [...values, ...named.map(() => null)] } };
  return { ...union, keyword: 'type', params: { type: named, ...(values.length > 0 ? { allowedValues: values } : {}) } };
}
