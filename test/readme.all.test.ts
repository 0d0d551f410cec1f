import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { t } from '@dossier/core/testing/t';
import { ProcessSettings } from '../config/settings.ts';
import { root } from './servers/child.ts';
import { startDossier } from './servers/dossier.ts';

const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const readme = text('README.md');
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1] ?? '');

t.test('the plugin and its test are those that are run here', async (t) => {
  t.same(blocks('ts'), [text('core/test/testing/credit-check.ts'), text('core/test/testing/credit-check.test.ts')]);
  t.ok(text('core/test/testing/credit-check.ts').split('\n').length <= 32);
});

t.test('every setting is in the table, with its default', async (t) => {
  for (const [name, schema] of Object.entries(ProcessSettings.properties)) {
    const line = readme.split('\n').find((one) => one.startsWith(`| \`${name}\``)) ?? '';
    t.ok(line, name);
    const standard: unknown = 'default' in schema ? schema.default : undefined;
    if (standard !== undefined) t.match(line, `\`${String(standard)}\``, `default of ${name}`);
    t.equal(line.includes('(secret)'), 'secret' in schema, `${name} is a secret, or none`);
  }
});

t.test('the roles of PostgreSQL are those of config/deploy', async (t) => {
  t.match(
    text('config/deploy/roles.sql'),
    readme.match(/^ {3}```sql\n(.*?)^ {3}```/ms)?.[1]?.replaceAll(/^ {3}/gm, '') ?? 'missing',
  );
});

t.test('the platform is started by a plain command, the same everywhere', async (t) => {
  const { scripts }: { scripts: { start: string } } = JSON.parse(text('package.json'));
  t.equal(scripts.start, 'node core/start.js');
  t.ok(readme.includes(`\`${scripts.start}\``), 'README');
  t.ok(text('config/deploy/dossier@.service').includes(`/${scripts.start}\n`), 'dossier@.service');
  t.ok(text('config/deploy/Dockerfile').includes('\nCMD ["node", "core/start.js"]\n'), 'Dockerfile');
});

t.test('scripts, pictures and files that it names are there', async (t) => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(text('package.json'));
  for (const [, name] of readme.matchAll(/`npm (?:run )?(start|test|dev|check|bench|plan|seed|build|dossier)\b/g))
    t.ok(scripts[name ?? ''], name ?? '');
  for (const [, path = ''] of readme.matchAll(/(?:\]\(|src=")((?:web|config|[A-Z])[\w./-]+)[)"]/g)) {
    const { size } = statSync(join(root, path));
    if (path.endsWith('.png')) t.ok(size < 150_000, `${path} is small`);
  }
  for (const folder of [...readme.matchAll(/^\| `([\w/]+)\/` \|/gm)].map((match) => match[1] ?? ''))
    t.ok(statSync(join(root, folder)).isDirectory(), folder);
});

t.test('npm run dev looks at all that a start loads and the page is built from', async (t) => {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(text('package.json'));
  const watched = [...(scripts['dev'] ?? '').matchAll(/--watch-path=(\S+)/g)].map((match) => match[1]);
  t.same(watched, ['core', 'sdk/src', 'sdk/web', 'plugins', 'config', 'web/src']);
});

t.test('the main job by curl does what it says', async (t) => {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
  } catch {
    t.comment('There is no curl on this machine.');
    return;
  }
  const script = blocks('sh').find((block) => block.includes('curl')) ?? '';
  const dossier = await startDossier();
  t.teardown(() => dossier.remove());
  const env = {
    ...process.env,
    DATA_DIR: dossier.dataDir,
    TMPDIR: dossier.dataDir,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
  };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env });
  t.match(stdout, /^amount: number, required$/m, 'the schema');
  t.match(
    stdout,
    /^Approved\n.*Proof of identity.* has not been uploaded/m,
    'a clean one, then the reasons of a doubtful one',
  );
  t.match(stdout, /^pending\nApproved$/m, 'a paper, then the approval');
  t.match(stdout, /Omar Haddad/, 'the trail names the officer');
});
