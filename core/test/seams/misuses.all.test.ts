import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import {
  definePlugin,
  extensionPoint,
  feature,
  inWorkspace,
  job,
  permission,
  service,
  slot,
  topic,
  Type,
} from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import { installationPlan } from '../../boot/installation-plan.ts';
import { misuses, preamble } from './misuses.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const text = readFileSync(join(import.meta.dirname, 'misuse.types.ts'), 'utf8');
const directive = /@ts-expect-error/g;

/**
 * What the compiler has against each file: a name without `.ts`, and its text. All are compiled in one run with the
 * options of the project, because reading the types of the packages is what takes time.
 */
function compiled(t: Test, files: Readonly<Record<string, string>>): (name: string) => readonly Fault[] {
  const folder = t.testdir({
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${name}.ts`, text])),
    'tsconfig.json': JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { typeRoots: [join(root, 'node_modules', '@types')] },
      files: Object.keys(files).map((name) => `${name}.ts`),
      include: [],
    }),
  });
  // Not by its command: the test runner hangs a loader on processes that fails at modules without an ending.
  const tsc = join(dirname(findPackageJSON('typescript7', import.meta.url)!), 'lib', 'tsc.js');
  const { stdout, stderr, status } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 16 << 20,
  });
  if (status === null || stderr !== '') throw new Error(`The compiler did not run: ${stderr}`);
  const faults: (Fault & { readonly name: string })[] = [];
  for (const line of stdout.split('\n')) {
    const begun = /^(\S+)\.ts\((\d+),\d+\): error (.*)$/.exec(line);
    if (begun) faults.push({ name: begun[1]!, line: Number(begun[2]), words: begun[3]! });
    // What explains an error is indented under it.
    else if (line.startsWith(' ') && faults.length > 0) faults.at(-1)!.words += `\n${line}`;
    else if (line !== '') throw new Error(`The compiler said: ${line}`);
  }
  return (name) => faults.filter((one) => one.name === name);
}

interface Fault {
  readonly line: number;
  words: string;
}

const inWords = (faults: readonly Fault[]): string => faults.map(({ words }) => words).join('\n');

const faultsOf = compiled(t, {
  directed: text,
  bare: text.replace(directive, (found) => '-'.repeat(found.length)),
  ...Object.fromEntries(
    misuses.flatMap(({ wrong, right }, i) => [
      [`wrong-${i}`, `${preamble}${wrong}\n`],
      [`right-${i}`, `${preamble}${right}\n`],
    ]),
  ),
});

t.test('every misuse is refused, and everything else compiles', async (t) => {
  t.equal(inWords(faultsOf('directed')), '');
});

t.test('without the directives each misuse is an error on its own line', async (t) => {
  const expected = text.split('\n').flatMap((line, i) => (/^\s*\/\/ @ts-expect-error/.test(line) ? [i + 2] : []));
  t.ok(expected.length >= 10, `${expected.length} misuses`);
  t.same(
    faultsOf('bare')
      .map(({ line }) => line)
      .sort((a, b) => a - b),
    expected,
  );
});

misuses.forEach(({ title, told }, i) =>
  t.test(`${title}: the compiler says so, and takes what is right`, async (t) => {
    t.match(inWords(faultsOf(`wrong-${i}`)), told);
    t.equal(inWords(faultsOf(`right-${i}`)), '');
  }),
);

const base = { id: 'letters', version: '1.0.0', kernel: '^1.0.0', setup: () => undefined };
const write = permission('letters.write', { title: 'Write letters' });
const gate = inWorkspace({ permission: write });
const planned = (plugin: Plugin): string =>
  installationPlan([plugin], '1.0.0')
    .problems.map(({ text }) => text)
    .join('\n');

t.test('what types cannot know, the plan refuses', async (t) => {
  const send = job('letters/send', { schema: Type.Object({}) });
  const cases: readonly (readonly [string, Plugin, RegExp])[] = [
    ['id', definePlugin({ ...base, id: 'Letter Box' }), /is not a plugin id; write it in kebab case/],
    ['version', definePlugin({ ...base, version: 'one' }), /write a semantic version/],
    ['range', definePlugin({ ...base, kernel: 'any' }), /is not a range of versions/],
    [
      'schedule',
      definePlugin({ ...base, schedules: [{ id: 's', job: send, cron: 'every day', timeZone: 'Mars' }] }),
      /letters\/send[\s\S]*every day/,
    ],
    [
      'topic',
      definePlugin({
        ...base,
        permissions: [write],
        topics: [topic('letters/sent', { address: 'wrong/{foo}', title: 'Sent', gate, events: [] })],
      }),
      /The topic letters\/sent of letters has the address "wrong\/\{foo\}"/,
    ],
    [
      'element',
      definePlugin({
        ...base,
        web: {
          entry: 'web/index.ts',
          elements: [
            {
              tag: 'letters-tab',
              slot: slot<object>('letters/nowhere@1'),
              title: 'Letters',
              gate: { feature: feature('letters', { title: 'Letters' }) },
            },
          ],
        },
      }),
      /letters\/nowhere@1/,
    ],
  ];
  for (const [name, plugin, told] of cases) t.match(planned(plugin), told, name);
  t.equal(planned(definePlugin(base)), '', 'and nothing of one that is right');
});

t.test('ids of references are refused where they are written', async (t) => {
  t.throws(() => service('letters/noversion'), /is not a reference id. Write owner\/name@version/);
  t.throws(() => extensionPoint('Bad Id'), /is not a reference id/);
});
