import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A plugin that has the name of its case as its id; `members` are those of its spec. */
const plugin = (members: string, o: { id?: string; kernel?: string } = {}): string =>
  `export default definePlugin({ id: '${o.id ?? 'ID'}', version: '1.0.0', kernel: '${o.kernel ?? '^1.0.0'}', ${members} });`;
/** Members of a plugin with one open route, which is its id. */
const route = (handler: string, setup = ''): string =>
  `routes: { a: { method: 'GET', url: '/ID', gate: open, summary: 's' } },
  async setup(_, p) { p.routes({ a: ${handler} }); ${setup} }`;
const migration = (...statements: readonly string[]): string =>
  `migrations: [{ id: '0001', up: async (run) => { ${statements.map((one) => `await run(\`${one}\`);`).join(' ')} } }],
  setup() {}`;

/**
 * Plugins that are wrong in every way that an author, or an upgrade, brings about: each as a file of its own, since
 * what is tried is also how it is loaded. `ID` stands for the name of the case.
 */
const faulty: Readonly<Record<string, string>> = {
  'duplicate-id': plugin('setup() {}', { id: 'audit' }),
  'enum-not-strippable': `enum A { X } ${plugin('setup() { void A.X; }')}`,
  'handler-and-resolver-throw': plugin(`
  routes: { a: { method: 'GET', url: '/ID', gate: open, summary: 's' } },
  graphql: { sdl: 'extend type Query { throwing: Int }', fields: { 'Query.throwing': open } },
  setup(_, p) {
    p.routes({ a: () => { throw new Error('handler fell over with secret=hunter2'); } });
    p.resolve({ 'Query.throwing': () => { throw new Error('resolver fell over hunter2'); } });
  }`),
  'handler-eats-memory': plugin(
    route(`async () => {
    const hold = [];
    for (;;) { hold.push(Array.from({ length: 100_000 }, (_, i) => ({ i }))); await new Promise((r) => setImmediate(r)); }
  }`),
  ),
  'handler-exits-process': plugin(route('() => process.exit(7)')),
  'handler-loops': plugin(
    route('async () => { await 1; const end = Date.now() + 2500; while (Date.now() < end); return {}; }'),
  ),
  'import-missing': `import './does-not-exist.ts'; ${plugin('setup() {}')}`,
  'job-throws': `const j = job('ID/j', { schema: Type.Object({}), retries: 1, backoff: 1 });
${plugin(`jobs: [j], schedules: [{ id: 'ID/j', job: j, cron: '* * * * *', timeZone: 'UTC' }],
  setup(_, p) { p.work(j, async () => { throw new Error('job fell over'); }); }`)}`,
  'kernel-version-wrong': plugin(route('() => 1'), { kernel: '^2.0.0' }),
  // Its own say that they come after those of the other: by the service that it needs.
  'migration-alters-foreign-table': plugin(
    `needs: { s: service('applications/applications@1') }, ${migration(
      'alter table "application" add column "bad" text',
      'alter table "application" disable row level security',
      'create table "left_behind" ("id" uuid primary key)',
    )}`,
  ),
  'migration-bad': plugin(migration('create table "half_done" ("id" uuid primary key)', 'create tabel oops (id int)')),
  'module-throws': `throw new Error('top level fell over');`,
  'need-nobody-provides': plugin(`needs: { s: service('nobody/has@1') }, ${route('() => 1')}`),
  'ready-throws': plugin(`setup(_, p) { p.ready(() => { throw new Error('ready fell over'); }); }`),
  'route-collides': plugin(`
  routes: { a: { method: 'GET', url: '/api/v1/applications/:appId/documents', gate: open, summary: 's' } },
  setup(_, p) { p.routes({ a: () => 1 }); }`),
  'setup-exits-process': plugin('setup() { process.exit(7); }'),
  'setup-never-ends': plugin(route('() => 1', 'await new Promise(() => {});')),
  'setup-throws': plugin(route('() => 1', `throw new Error('setup fell over');`)),
  'start-throws-health-hangs': plugin(`setup(_, p) {
    p.health('hangs', () => new Promise(() => {}));
    p.start(() => { throw new Error('start fell over'); });
  }`),
  'subject-misspelt': plugin(`
  routes: { a: { method: 'GET', url: '/ID/:id', summary: 's', gate: ofSubject('aplication', {}) } },
  setup(_, p) { p.routes({ a: () => 1 }); }`),
  'table-without-policy': plugin(migration('create table "nobodys" ("id" uuid primary key)')),
  'timer-throws-and-promise-rejects': plugin(`
  routes: {
    a: { method: 'GET', url: '/ID', gate: open, summary: 's' },
    b: { method: 'GET', url: '/ID-rejects', gate: open, summary: 's' },
  },
  setup(_, p) {
    p.routes({
      a: () => { setTimeout(() => { throw new Error('thrown in a timer'); }, 5); return {}; },
      b: () => { void Promise.reject(new Error('nobody awaits')); return {}; },
    });
  }`),
};

const preamble = `import { definePlugin, job, ofSubject, service, Type } from '@dossier/sdk';
const open = { open: 'to everyone', why: 'a test' };
void [job, ofSubject, service, Type, open];
`;

/** Writes cases as files from which the packages of this repository are found; gives their addresses. */
export function written(names: readonly string[]): { readonly urls: readonly string[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-faulty-'));
  symlinkSync(join(import.meta.dirname, '..', '..', '..', 'node_modules'), join(folder, 'node_modules'));
  const urls = names.map((name) => {
    const file = join(folder, `${name}.ts`);
    writeFileSync(file, preamble + faulty[name]!.replaceAll('ID', name));
    return pathToFileURL(file).href;
  });
  return { urls, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
