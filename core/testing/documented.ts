import { appendFileSync } from 'node:fs';
import { isId } from '@dossier/sdk';
import type { ErasedSpec } from '@dossier/sdk';
import { openApi } from '../facilities/http/openapi.ts';
import { unfit } from './reply-fit.ts';

/** What is installed, as a kernel's plan has it. */
export interface Installed {
  readonly specs: ReadonlyMap<string, ErasedSpec>;
}
/** A JSON Schema, as far as it is read here. */
export interface Schema {
  readonly [keyword: string]: unknown;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}
/** An operation of the OpenAPI document, by the parts of its path. */
export interface Operation {
  readonly parts: readonly string[];
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }
    >
  >;
}

/**
 * Throws when the OpenAPI document of what is installed does not name the status of an answer, or names no format for
 * an identifier or a moment in it: so every test of a route is one of its documentation as well. Not asked of paths
 * without an operation, of methods that one has not (405), of what nobody reads any more (499), and of what is our
 * fault (500 and above).
 * With `DOSSIER_STATUSES` (a file) it is written there instead, so that one run finds everything that is missing.
 */
export function demandDocumented(
  installed: Installed,
  method: string,
  url: string,
  status: number,
  { type, body }: { readonly type: string; readonly body: unknown },
): void {
  if (status >= 499 || status === 405) return;
  const operation = operationAt(installed, method, url);
  if (operation === undefined) return;
  const asked = `${method} ${operation.parts.join('/')}`;
  const answer = operation.responses[status];
  const code = problemCode(body);
  if (answer === undefined || (withCode.has(status) && code !== '' && !answer.description.includes(`\`${code}\``)))
    return missing(
      `${asked} answers ${status} ${code}, which its documentation does not name: \`problems\` or \`otherAnswers\` of the route.`,
    );
  const media = type.split(';')[0]!;
  const schema = answer.content?.[media]?.schema;
  if (schema && media === 'application/json')
    for (const fault of unfit(body, schema))
      missing(`${asked} answers ${status} that does not fit its schema: ${fault}.`);
  for (const place of schema ? formless(body, [schema]) : [])
    missing(
      `${asked} answers ${status} with ${place}, which has no format in its documentation: idText(), momentText() of the SDK.`,
    );
}

/** The operation of a request; undefined where the document has none. */
export function operationAt(installed: Installed, method: string, url: string): Operation | undefined {
  const { pathname } = new URL(url, 'http://test');
  return operationOf(installed, method === 'HEAD' ? 'GET' : method, pathname.split('/'));
}

function missing(what: string): void {
  const file = process.env['DOSSIER_STATUSES'];
  if (file === undefined) throw new Error(what);
  appendFileSync(file, `${what}\n`);
}

/** Of these clients have to know which it was, so their codes are named too. */
const withCode: ReadonlySet<number> = new Set([409, 410, 412, 428]);
const problemCode = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';

const known = new WeakMap<Installed, ReadonlyMap<string, readonly Operation[]>>();

/** By method. The document is made when it is asked for first, without a request, of which a test might take note. */
function operationsOf(installed: Installed): ReadonlyMap<string, readonly Operation[]> {
  const before = known.get(installed);
  if (before) return before;
  const { paths } = openApi([...installed.specs.values()], { version: '0.0.0', serverUrl: 'http://test' }) as {
    paths: Record<string, Record<string, Omit<Operation, 'parts'>>>;
  };
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      parts: path.split('/'),
      responses,
    })),
  );
  const found = Map.groupBy(all, ({ method }) => method);
  known.set(installed, found);
  return found;
}

const isParameter = (part: string | undefined): boolean => part?.startsWith('{') === true;

/** A literal part goes before a parameter, as the server reads them. */
function operationOf(installed: Installed, method: string, asked: readonly string[]): Operation | undefined {
  const fitting = (operationsOf(installed).get(method) ?? []).filter(
    ({ parts }) =>
      parts.length === asked.length &&
      parts.every((part, i) => part === asked[i] || (isParameter(part) && asked[i] !== '')),
  );
  return fitting.toSorted((one, other) => (shapeOf(one) < shapeOf(other) ? -1 : 1))[0];
}

const shapeOf = ({ parts }: Operation): string => parts.map((part) => (isParameter(part) ? '1' : '0')).join('');

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);

/**
 * Places of identifiers and moments of which none of the schemas that may be theirs knows the form. Of members that no
 * schema names nothing is said.
 */
function* formless(value: unknown, schemas: readonly Schema[], at = ''): Generator<string> {
  // What is said of all branches holds for each.
  const branches = schemas.flatMap((schema): readonly Schema[] => [
    schema,
    ...(schema.anyOf ?? []).map((branch) => ({ description: schema['description'], ...branch })),
  ]);
  if (typeof value === 'string') {
    const texts = branches.filter(({ type, anyOf }) => [type].flat().includes('string') && anyOf === undefined);
    if (
      texts.length > 0 &&
      (isId(value) || isMoment(value)) &&
      texts.every(
        ({ format, description, enum: options }) =>
          format === undefined && description === undefined && options === undefined,
      )
    )
      yield `${at} = ${value}`;
  } else if (Array.isArray(value)) {
    const items = branches.flatMap(({ items: of }): readonly Schema[] => (of ? [of] : []));
    // The first few stand for the others.
    for (const one of items.length > 0 ? value.slice(0, 3) : []) yield* formless(one, items, `${at}/*`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const of = branches.flatMap(({ properties, additionalProperties }): readonly Schema[] => {
        const one = properties?.[name] ?? additionalProperties;
        return typeof one === 'object' ? [one] : [];
      });
      // A test may call somebody by an identifier.
      if (of.length > 0 && !/name$/i.test(name)) yield* formless(member, of, `${at}/${name}`);
    }
  }
}
