import { t } from '@dossier/core/testing/t';
import {
  exactVersions,
  kernelWithoutDomain,
  noPlaces,
  plainWords,
  sameOrm,
  selfContained,
  shellWithoutModules,
} from '../house-rules.ts';

const manifest = (dependencies: Readonly<Record<string, string>>) => [
  { path: 'core/package.json', text: JSON.stringify({ dependencies }) },
];

t.test('the packages of MikroORM have one version', async (t) => {
  t.same(sameOrm(manifest({ 'mikro-orm': '7.2.1', '@mikro-orm/core': '7.2.1' })), []);
  t.match(sameOrm(manifest({ 'mikro-orm': '7.2.1', '@mikro-orm/postgresql': '7.2.3' })), [
    /postgresql is 7\.2\.3, but mikro-orm is 7\.2\.1/,
  ]);
});

t.test('versions are exact', async (t) => {
  t.same(exactVersions(manifest({ a: '1.2.3', b: '1.0.0-beta.1', c: 'npm:other@1.0.0' })), []);
  t.equal(exactVersions(manifest({ a: '^1.2.3', b: '*', c: '24', d: 'latest', e: 'github:x/y' })).length, 5);
});

t.test('no file names a place on a machine, and the lock file names no registry', async (t) => {
  const at = (text: string, path = 'a.md') => noPlaces([{ path, text }]);
  for (const where of ['work', 'home', 'root', 'Users'])
    t.match(at(`first\nsee /${where}/someone/x`), [/^a\.md:2: /], where);
  t.same(at('https://example.org/home/page and ./work/x and routes/users'), []);
  t.equal(at('"resolved": "https://registry.example/a.tgz"', 'package-lock.json').length, 1);
  t.same(at('"resolved": "plugins/demo"', 'package-lock.json'), []);
});

t.test('the kernel has no word of the domain in its names and texts', async (t) => {
  const at = (text: string, path = 'core/kernel/x.ts') => kernelWithoutDomain([{ path, text }]);
  t.match(at('const loanOfficer = 1;'), [/kernel\/x\.ts:1: "loan"/]);
  t.match(at("\nconst a = 'No such workflow.';"), [/:2: "workflow"/]);
  t.match(at('const a = `${1} patents ${2}`;'), [/patent/]);
  t.equal(at('object.applicant; type Application = 1;').length, 2);
  t.same(at("// an application\nconst a = 'application/problem+json', b = 'application_name';"), []);
  t.same(at('const loan = 1;', 'core/platform/x.ts'), []);
  t.same(at('const loan = 1;', 'core/kernel/test/x.test.ts'), []);
});

t.test('texts use plain words', async (t) => {
  const at = (text: string, path = 'core/x.ts') => plainWords([{ path, text }]);
  t.match(at('first\n/** The owner and his team. */'), [/^core\/x\.ts:2: "his"\. Write "they"/]);
  t.match(at('Whoever asks is told.', 'README.md'), [/"Whoever".*Name the person/, /"is told".*Write what happens/]);
  t.match(at('// JSON, unless told otherwise; it stands beside'), [/"unless told"/, /"stands beside"/]);
  t.same(at("const locales = ['en', 'he']; // this, the, history; `himself` is an alias"), []);
  t.same(at('{"pronoun": "given by him"}', 'data.json'), []);
});

t.test('a comment refers to no list that readers do not have', async (t) => {
  const at = (text: string, path = 'core/x.ts') => selfContained([{ path, text }]);
  t.match(at('first\n/** Only the owner (Q17). */'), [/^core\/x\.ts:2: "\(Q17\)" refers to a list/]);
  t.match(at("t.test('the last owner stays (A9, F20)', body);"), [/"\(A9, F20\)"/]);
  for (const comment of ["   * Q17's problems.", '/** Q27. */', 'const a = 1; // as R3 wants it', 'See (F68).'])
    t.equal(at(comment).length, 1, comment);
  t.same(at("/** A4. */\n// `Q1 2026`\nconst font = 'BT /F1 18 Tf', sum = '@SUM(A1)', cell = 'A2';"), []);
});

t.test('the shell names no module, in no text either', async (t) => {
  const modules = [
    'core/platform/access/plugin.ts',
    'core/platform/tenancy/plugin.ts',
    'plugins/reports/plugin.ts',
  ].map((path) => ({ path, text: '' }));
  const at = (text: string, path = 'web/src/shell/x.ts') => shellWithoutModules([...modules, { path, text }]);
  for (const named of [
    "if (this.holds('access.manage')) show();",
    "event.type.startsWith('dossier.tenancy.');",
    'const topics = [`w/${id}/s/application`];',
    'export const applicationsOf = 1;',
    "const slot = 'reports/section@1';",
    "settingsAddress(slug, 'access', id);",
  ])
    t.equal(at(named).length, 1, named);
  t.same(
    at(
      "settingsAddress(slug, path); const a = 's/organization', b = 'application/json', c = 'access', d = 'dossier.session.v1';",
    ),
    [],
  );
  t.same(at("holds('access.manage');", 'core/platform/access/web/x.ts'), []);
});
