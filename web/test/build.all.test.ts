import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { t } from '@dossier/core/testing/t';
import { pagePolicies } from '@dossier/sdk';
import { policy } from '../build/page.ts';
import { buildWeb, isStale, readManifest } from '../build.ts';

const folder = t.testdir({
  good: {
    'index.ts':
      "import { define, DossierElement } from '@dossier/sdk/web';\nimport { html } from 'lit';\nimport { repeat } from 'lit/directives/repeat.js';\nimport { asyncReplace } from 'lit/directives/async-replace.js';\ndefine('good-page', class extends DossierElement { override render() { return html`${repeat([1], String)}${asyncReplace((async function* () {})())}`; } });\n",
  },
  lively: {
    'index.ts':
      "export const parts = [new URL('./sum.wasm', import.meta.url), new URL('./face.woff2', import.meta.url), new URL('./codes/', import.meta.url)].map(String);\n",
    'sum.wasm': '\0asm\u0001\0\0\0',
    'face.woff2': 'wOF2',
    codes: { 'Latin.bin': 'abc', 'Greek.bin': 'αβγ', 'run.js': 'alert()' },
  },
  bad: { 'index.ts': "import './not-there.ts';\n" },
});
const outDir = join(folder, 'dist');
const good = { id: 'good', root: join(folder, 'good'), entry: 'index.ts' };
const module = (id: string) => ({
  id,
  root: join(import.meta.dirname, '../../core/platform', id),
  entry: 'web/index.ts',
});
const bad = { id: 'bad', root: join(folder, 'bad'), entry: 'index.ts' };

const lively = { id: 'lively', root: join(folder, 'lively'), entry: 'index.ts', policy: ['wasm-unsafe-eval'] as const };

const all = [good, bad, lively, module('applications'), module('templates'), module('drafts')];
const importMap = (html: string): { imports: Record<string, string>; integrity: Record<string, string> } =>
  JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');

t.test('what a plugin asks for widens one directive of the policy by one word, and nothing else', async (t) => {
  const [hash] = ['sha256-x'];
  const directives = (text: string): Map<string, string> =>
    new Map(text.split('; ').map((one) => [one.split(' ')[0] ?? '', one]));
  const bare = directives(policy(hash));
  t.notMatch([...bare.values()].join(), /unsafe-eval|\*|https?:/);
  const widened = pagePolicies.map((asked) => {
    const now = directives(policy(hash, [asked, asked]));
    t.same([...now.keys()], [...bare.keys()], asked);
    return [...now.values()].filter(
      (one) => !bare.has(one.split(' ')[0] ?? '') || bare.get(one.split(' ')[0] ?? '') !== one,
    );
  });
  t.same(widened, [
    ["script-src 'self' 'sha256-x' 'wasm-unsafe-eval'"],
    ["worker-src 'self' blob:"],
    ["media-src 'self' blob:"],
    ['frame-src blob:'],
  ]);
  t.equal(
    policy(hash, ['toString' as never, 'script-src *' as never]),
    policy(hash),
    'nobody adds a word of their own',
  );
});

t.test('a page that was never built is stale', async (t) => {
  t.equal(isStale({ outDir, plugins: all }), true);
  t.equal(readManifest(outDir), null);
});

t.test('building', async (t) => {
  const manifest = await buildWeb({ outDir, plugins: all });
  const html = readFileSync(join(outDir, 'index.html'), 'utf8');
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.js'));
  const text = (file: string): string => readFileSync(join(outDir, file), 'utf8');

  t.test('puts one copy of Lit into the page, whatever plugins import', async (t) => {
    t.equal(files.filter((file) => text(file).includes('litHtmlVersions')).length, 1);
    t.match(text(manifest.plugins['good']?.url ?? ''), /from\s*"lit\/directives\/async-replace\.js"/);
  });

  t.test('leaves out the plugin that cannot be built, says why, and builds the rest', async (t) => {
    t.match(manifest.failed['bad'], /not-there/);
    t.notOk('bad' in manifest.plugins);
    t.ok(manifest.plugins['good']);
  });

  t.test('allows exactly the inline script that it writes', async (t) => {
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((one) => one[1] ?? '');
    t.equal(inline.length, 1);
    t.same(
      manifest.inlineScripts,
      inline.map((one) => `sha256-${createHash('sha256').update(one).digest('base64')}`),
    );
    t.match(manifest.contentSecurityPolicy, manifest.inlineScripts[0]);
    t.match(manifest.contentSecurityPolicy, /require-trusted-types-for 'script'/);
    t.match(manifest.contentSecurityPolicy, policy(manifest.inlineScripts[0] ?? '', ['wasm-unsafe-eval']));
  });

  t.test('brings the assets of a plugin as files, however small: no data address is allowed', async (t) => {
    const code = text(manifest.plugins['lively']?.url ?? '');
    const assets = readdirSync(join(outDir, 'assets/plugins/lively')).filter((one) => !one.endsWith('.js'));
    t.match(assets.toSorted(), [/^codes-[\w-]+$/, /^face-[\w-]+\.woff2$/, /^sum-[\w-]+\.wasm$/]);
    for (const file of assets) t.match(code, file);
    t.notMatch(code, 'data:');
  });

  t.test('brings a folder that a module names, with its files by their own names, and no script', async (t) => {
    const code = text(manifest.plugins['lively']?.url ?? '');
    const [, address = ''] = /["'`]\/(assets\/plugins\/lively\/codes-[\w-]+)\/["'`]/.exec(code) ?? [];
    t.same(readdirSync(join(outDir, address)).toSorted(), ['Greek.bin', 'Latin.bin']);
    t.equal(readFileSync(join(outDir, address, 'Greek.bin'), 'utf8'), 'αβγ');
  });

  t.test('gives the integrity of every module, so that a changed file is refused', async (t) => {
    const map = importMap(html);
    for (const file of files)
      t.equal(
        map.integrity[`/${file}`],
        `sha384-${createHash('sha384')
          .update(readFileSync(join(outDir, file)))
          .digest('base64')}`,
        file,
      );
    for (const [name, address] of Object.entries(map.imports)) t.ok(files.includes(address.slice(1)), name);
  });

  const { imports } = importMap(html);
  /** A module with those that come before it runs; what it loads later is not among them. */
  const withImports = (file: string): readonly string[] => [
    file,
    ...[...text(file).matchAll(/(?:from|import)\s*["'`]([^"'`]+)["'`]/g)].flatMap(([, name = '']) =>
      withImports(name.startsWith('.') ? join(file, '..', name) : (imports[name] ?? '').slice(1)),
    ),
  ];
  /** Bytes as they are sent. */
  const sizeOf = (some: readonly string[]): number =>
    [...new Set(some)].reduce((sum, file) => sum + gzipSync(readFileSync(join(outDir, file))).length, 0);

  t.test('keeps what the staff list loads before it shows rows under 112 kB', async (t) => {
    const preloaded = files.filter((file) => html.includes(`href="/${file}"`));
    const main = files.find((file) => file.includes('shell/main-')) ?? '';
    const page = manifest.plugins['applications']?.url.slice(1) ?? '';
    const initial = [...new Set([...preloaded, ...withImports(main), ...withImports(page)])];
    t.ok(
      initial.some((file) => file.includes('shared/_dossier_sdk_web_ui_chip-')),
      'what the list imports is among them',
    );
    t.notOk(
      initial.some((file) => /settings|profile-|my-pages/.test(file)),
      'pages that are opened later are not',
    );
    const size = sizeOf(initial);
    t.comment(`${Math.round(size / 1000)} kB`);
    t.ok(size < 112_000, `${size} bytes`);
    t.notMatch(html, /href="[^"]*mqtt/, 'the protocol comes after the first paint');
  });

  t.test('keeps the own code of the designer under 120 kB and that of the wizard under 60 kB', async (t) => {
    /** Of a module, all that it ever loads; patterns and numbering plans come only for forms that have such fields. */
    const own = (id: string): readonly string[] =>
      files.filter((file) => file.startsWith(`assets/plugins/${id}/`) && !/\/(pattern|phone)-/.test(file));
    const formStep = files.filter((file) => /plugins\/templates\/form-step\.element-/.test(file));
    t.equal(formStep.length, 1);
    const shownByIt = formStep.flatMap(withImports).filter((file) => file.includes('/plugins/'));
    const designer = sizeOf(own('templates'));
    const wizard = sizeOf([...own('drafts'), manifest.plugins['templates']?.url.slice(1) ?? '', ...shownByIt]);
    t.comment(`designer ${Math.round(designer / 1000)} kB, wizard ${Math.round(wizard / 1000)} kB`);
    t.ok(designer > 40_000 && designer < 120_000, `designer: ${designer} bytes`);
    t.ok(wizard > 30_000 && wizard < 60_000, `wizard: ${wizard} bytes`);
  });

  t.test('is fresh until a source of a plugin changes', async (t) => {
    t.equal(isStale({ outDir, plugins: all }), false);
    t.equal(isStale({ outDir, plugins: [good] }), true, 'a plugin was removed');
    const other = all.map((one) => (one === lively ? { ...lively, policy: [] } : one));
    t.equal(isStale({ outDir, plugins: other }), true, 'a plugin asks for another policy');
    mkdirSync(join(folder, 'good/parts'));
    writeFileSync(join(folder, 'good/parts/more.ts'), 'export const more = 1;\n');
    t.equal(isStale({ outDir, plugins: all }), true);
  });
});
