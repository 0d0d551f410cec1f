import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import ts from 'typescript';
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
const file = join(import.meta.dirname, 'misuse.types.ts');
const text = readFileSync(file, 'utf8');
/** The same file with its directives blanked out, at the same positions; it exists in memory only, as the cases do. */
const bare = file.replace('misuse.types.ts', 'misuse-undirected.types.ts');
const pathOf = (i: number, which: 'wrong' | 'right'): string => join(import.meta.dirname, `case-${i}-${which}.ts`);
const inMemory = new Map([
  [bare, text.replace(/@ts-expect-error/g, (found) => '-'.repeat(found.length))],
  ...misuses.flatMap(({ wrong, right }, i) => [
    [pathOf(i, 'wrong'), `${preamble}${wrong}\n`] as const,
    [pathOf(i, 'right'), `${preamble}${right}\n`] as const,
  ]),
]);

/** All in one program with the options of the project: reading the types of the packages is what takes time. */
function compiled(): (name: string) => readonly ts.Diagnostic[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config,
    { ...ts.sys, readDirectory: () => [] },
    root,
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (name) => inMemory.has(name) || fileExists.call(host, name);
  host.readFile = (name) => inMemory.get(name) ?? readFile.call(host, name);
  const program = ts.createProgram([file, ...inMemory.keys()], options, host);
  return (name) => {
    const source = program.getSourceFile(name);
    if (!source) throw new Error(`${name} is not part of the program.`);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  };
}

t.setTimeout(180_000);
const faultsOf = compiled();
const inWords = (faults: readonly ts.Diagnostic[]): string =>
  faults.map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n')).join('\n');

t.test('every misuse is refused, and everything else compiles', async (t) => {
  t.equal(inWords(faultsOf(file)), '');
});

t.test('without the directives each misuse is an error on its own line', async (t) => {
  const expected = text.split('\n').flatMap((line, i) => (/^\s*\/\/ @ts-expect-error/.test(line) ? [i + 2] : []));
  t.ok(expected.length >= 10, `${expected.length} misuses`);
  t.same(
    faultsOf(bare)
      .map((one) => (one.file?.getLineAndCharacterOfPosition(one.start ?? 0).line ?? 0) + 1)
      .sort((a, b) => a - b),
    expected,
  );
});

misuses.forEach(({ title, told }, i) =>
  t.test(`${title}: the compiler says so, and takes what is right`, async (t) => {
    t.match(inWords(faultsOf(pathOf(i, 'wrong'))), told);
    t.equal(inWords(faultsOf(pathOf(i, 'right'))), '');
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
