import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import ts from 'typescript';

const file = fileURLToPath(new URL('misuse.types.ts', import.meta.url));
const project = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
const text = readFileSync(file, 'utf8');
/** The same file with its directives blanked out, at the same positions; it exists in memory only. */
const bare = file.replace('misuse.types.ts', 'misuse-undirected.types.ts');
const bareText = text.replace(/@ts-expect-error/g, (found) => '-'.repeat(found.length));

/**
 * Both are compiled in one program with the options of the project: reading the types of the packages is what takes
 * time.
 */
function compile(): { readonly withDirectives: readonly ts.Diagnostic[]; readonly without: readonly ts.Diagnostic[] } {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(project, (path) => ts.sys.readFile(path)).config,
    { ...ts.sys, readDirectory: () => [] },
    fileURLToPath(new URL('../..', import.meta.url)),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (name) => name === bare || fileExists.call(host, name);
  host.readFile = (name) => (name === bare ? bareText : readFile.call(host, name));
  const program = ts.createProgram([file, bare], options, host);
  const diagnose = (name: string): readonly ts.Diagnostic[] => {
    const source = program.getSourceFile(name);
    if (!source) throw new Error(`${name} is not part of the program.`);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  };
  return { withDirectives: diagnose(file), without: diagnose(bare) };
}

t.setTimeout(120_000);
const { withDirectives, without } = compile();

t.test('every misuse is refused, and everything else compiles', async (t) => {
  t.same(
    withDirectives.map((one) => ts.flattenDiagnosticMessageText(one.messageText, ' ')),
    [],
  );
});

t.test('without the directives each misuse is an error on its own line', async (t) => {
  const expected = text.split('\n').flatMap((line, i) => (/^\s*\/\/ @ts-expect-error/.test(line) ? [i + 2] : []));
  t.ok(expected.length >= 10, `${expected.length} misuses`);
  t.same(
    without
      .map((one) => one.file?.getLineAndCharacterOfPosition(one.start ?? 0).line)
      .map((line) => (line ?? 0) + 1)
      .sort((a, b) => a - b),
    expected,
  );
});
