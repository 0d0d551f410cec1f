/** What is asked for costs what it shows, however much there is that the reader may not see. */
import { t } from '@dossier/core/testing/t';
import type { GraphQLSchema } from 'graphql';
import type { TestAnswer, TestClient } from '@dossier/core/testing';
import { startPostgres } from '../../../test/servers/postgres.ts';
import { documentOf } from '../isolation/leaks.ts';
import { ownersOf } from '../enumeration/graphql.ts';
import { nameOf, operationsOf } from '../enumeration/operations.ts';
import { kindOfArgument, requestOf } from '../enumeration/slots.ts';
import { stage } from '../isolation/stage.ts';
import { crowdIn } from './crowd.ts';
import { plansOf, telling } from './plans.ts';

/** Each reader sees a handful of rows. What reads more has read those of others. */
const ROWS = 400;
const PAGES = 400;

/**
 * Callers who may ask these see all that is read: the trail of the whole organization, back to the time or place that
 * is asked for, and everything that its credits were used for.
 */
const seenWhole =
  /^GET \/api\/v1\/(audit(\/export)? \{"query\/(from|to|type|workspaceId)"|patents\/credits\/entries\.csv )/;

/** It reads on to the end whatever the bounds, of the trail as above, in the same statements: one reader shows them. */
const readOn = /^GET \/api\/v1\/audit\/export /;

/**
 * The wall around profiles reads from an index what is shared with the teams of the reader, sixty shares to a page:
 * as much as their own teams were given, which is 2,500 of the crowd.
 */
const sharedWithTeams = /^GET \/(api\/v1\/)?user-profile(s|-shares)\b/;
const SHARED = 3_000;

/** Each sees as much as a reader before them, who asks with every parameter; they ask without one. */
const alike: ReadonlySet<string> = new Set(['clerk', 'other', 'browser']);

interface Question {
  readonly name: string;
  /** Without an optional parameter. */
  readonly isPlain: boolean;
  ask(client: TestClient): Promise<TestAnswer>;
}

const server = await startPostgres({ settings: telling, buffers: '128MB' });
const database = await server?.createDatabase('crowd');
const plans = database === undefined ? null : await plansOf(database.superUrl);
if (server) t.teardown(() => server.stop());
if (server && !plans) t.comment('Plans are not looked at: this PostgreSQL has no auto_explain.');

if (database !== undefined && plans) {
  t.teardown(() => plans.stop());
  // Few connections, so that statements come often enough to each that their plans are made for any value.
  const s = await stage({ env: { ...database.overseen, POOL_SIZE: '2' } });
  t.teardown(() => s.platform.stop());
  await crowdIn(database.superUrl, s.platform, { many: 100_000, some: 10_000 });
  const { ids } = s.a;
  const owners = ownersOf(s.platform.kernel.plan);
  const { schema } = (s.platform.kernel.server as unknown as { readonly graphql: { readonly schema: GraphQLSchema } })
    .graphql;

  const routes = operationsOf(s.platform).flatMap((operation): Question[] => {
    const { route, url } = operation;
    if (route.method !== 'GET' || 'open' in route.gate || url !== route.url) return [];
    const { properties = {} } = (route.query ?? {}) as { properties?: Readonly<Record<string, object>> };
    const asked = Object.entries(properties).flatMap(([name, parameter]) =>
      valuesOf(name, parameter, ids).map((value): Readonly<Record<string, string>> => ({ [`query/${name}`]: value })),
    );
    return [{}, ...asked].map((instead, i) => ({
      name: `${nameOf(operation)} ${JSON.stringify(instead)}`,
      isPlain: i === 0,
      ask: (client) => client.request(requestOf(operation, ids, instead, undefined)),
    }));
  });
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field): Question[] => {
    const plugin = owners.get(field.name) ?? 'core';
    const id: Readonly<Record<string, string>> = field.args.some((arg) => arg.name === 'id')
      ? { id: ids[kindOfArgument(plugin, field.name, 'id')]! }
      : {};
    const asked = field.args.flatMap(({ name }) =>
      valuesOf(name, {}, ids).map((value): Readonly<Record<string, string>> => ({ [name]: value })),
    );
    return [{}, ...asked].map((at, i) => ({
      name: `query ${field.name} ${JSON.stringify(at)}`,
      isPlain: i === 0,
      ask: (client) => client.post('/graphql', documentOf('query', { ...field, plugin }, ids, { ...id, ...at })),
    }));
  });
  const readers: Readonly<Record<string, TestClient>> = {
    admin: s.a.admin,
    officer: s.a.officer,
    clerk: s.a.clerk,
    client: s.a.client,
    other: s.a.otherClient,
    key: s.a.key,
    browser: await s.browser(s.a.admin.id, s.a.organization),
  };

  await plans.since();
  const tried = new Set<string>();
  const costly = new Map<string, string>();
  for (const question of [...routes, ...fields]) {
    const asking = Object.entries(readers).filter(
      ([reader]) =>
        (question.isPlain || !alike.has(reader)) &&
        (!readOn.test(question.name) || (reader === 'admin' && !/"query\/(format|from|to)"/.test(question.name))),
    );
    for (const [reader, client] of asking) {
      const { status, body } = await question.ask(client);
      const statements = await plans.since();
      if (status !== 200 || body?.errors !== undefined) continue;
      tried.add(question.name);
      for (const { text, read, pages, scans } of statements)
        if (
          // The log is sealed meanwhile, by nobody who asked.
          !/^insert into seal_(entry|salt)/.test(text) &&
          (read > (sharedWithTeams.test(question.name) ? SHARED : ROWS) || pages > PAGES) &&
          !seenWhole.test(question.name)
        )
          costly.set(
            `${question.name} ${text}`,
            `${question.name} for ${reader}: ${read} rows, ${pages} pages (${scans}): ${text.replace(/\s+/g, ' ').slice(0, 4000)}`,
          );
    }
  }
  t.comment(`${tried.size} of ${routes.length + fields.length} questions were answered`);
  t.ok(tried.size > 100, 'most of what can be asked for was');
  t.strictSame([...costly.values()], []);
}

/** Values with which a parameter narrows, sorts or searches; none for what only turns pages. */
function valuesOf(name: string, parameter: object, ids: Readonly<Record<string, string>>): readonly string[] {
  const {
    enum: options,
    items,
    format,
    type,
    'x-documented': documented = {},
  } = parameter as { enum?: string[]; items?: object; format?: string; type?: string; 'x-documented'?: object };
  if (options) return options;
  if (items) return valuesOf(name, items, ids);
  if (Object.keys(documented).length > 0) return valuesOf(name, documented, ids);
  if (name === 'search' || name === 'q') return ['zz', 'a', 'ada lov'];
  if (format === 'date-time' || /(From|To|^from|^to)$/.test(name))
    return ['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];
  if (name === 'sort') return ['createdAt', '-updatedAt', 'applicantName'];
  if (name === 'status') return ['InReview'];
  if (type === 'boolean') return ['true'];
  const kind = {
    assignee: 'users',
    source: 'users',
    actor: 'users',
    actorId: 'users',
    workspaceId: 'workspaces',
    workspace: 'workspaces',
    templateId: 'templates',
    subjectId: 'applications',
    userId: 'users',
    teamId: 'teams',
    sharedWithTeamId: 'teams',
  }[name];
  return kind === undefined ? [] : [ids[kind]!];
}
