/** The settings of template, workspace, person and organization, from the schemas of the routes that take them. */
import { installedPlan } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import { operationsIn } from '../enumeration/operations.ts';

/** Addresses at which one of them is changed as a whole, or an organization in a part of it. */
const addresses = /^\/api\/v1\/(templates\/:id|workspaces\/:workspaceId|preferences|organization(?:\/[a-z-]+)?)$/;
const called: Readonly<Record<string, string>> = {
  'templates/:id': 'template',
  'workspaces/:workspaceId': 'workspace',
  preferences: 'person',
};

/** Members that only name something. */
const spared: readonly (readonly [member: RegExp, why: string])[] = [
  [/^template\/format$/, 'It says how the content is to be read; there is one format.'],
  [/^template\/(wizard|requiredDocuments|workflow|workflow\/checklist)\/key$/, 'It names its step, document or point.'],
  [/^template\/field\/[^/]+\/(type|x-kind)$/, 'They name the kind, to which the settings belong.'],
  [/^template\/field\/[^/]+\/x-id$/, 'It names the field.'],
  [/^organization\/calendar\/holidays\/name$/, 'It names the day.'],
  [/^organization\/access\//, 'These are rights; core/platform/access has tests of what each of them opens.'],
  [/^organization\/version$/, 'It names what was read before the change.'],
];

/** Every setting by its way through the schema: `template/wizard/title`; `person/theme=dark` where it is one of few. */
export async function settings(staff: TestClient): Promise<readonly string[]> {
  const all = operationsIn(await installedPlan()).flatMap(({ route: { method, body }, url }) => {
    const at = method === 'PUT' && body ? addresses.exec(url)?.[1] : undefined;
    return at === undefined ? [] : leavesIn(body, called[at] ?? at);
  });
  const fields = await settingsOfFields(staff);
  return all
    .flatMap((one) => (one === 'template/schema' ? fields : [one]))
    .filter((one) => !spared.some(([member]) => member.test(one)));
}

async function settingsOfFields(staff: TestClient): Promise<readonly string[]> {
  const { body: kinds } = await staff.get('/api/v1/field-kinds');
  return kinds.flatMap(({ id, limits, common }: Json) => [
    ...common.map((keyword: string) => `template/field/${id}/${keyword}`),
    ...Object.entries<Schema>(limits.properties).flatMap(([name, one]) =>
      leavesIn(one, `template/field/${id}/${name}`),
    ),
  ]);
}

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

/** The settings in a schema: a value that is the only one is none, and of few values each counts. */
function leavesIn(schema: Schema | undefined, at: string): readonly string[] {
  if (!schema) throw new Error(`There is no schema of ${at}.`);
  const { properties = {}, items, anyOf, enum: values } = schema;
  const members = Object.entries(properties);
  const others = anyOf?.filter(({ type }) => type !== 'null');
  if (others?.every((one) => 'const' in one)) return others.map((one) => `${at}=${String(one.const)}`);
  if (others) return others.flatMap((one) => leavesIn(one, at));
  if (values) return values.filter((value) => value !== null).map((value) => `${at}=${String(value)}`);
  if (items) return leavesIn(items, at);
  if (members.length > 0) return members.flatMap(([name, member]) => leavesIn(member, `${at}/${name}`));
  return 'const' in schema ? [] : [at];
}
