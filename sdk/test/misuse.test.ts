import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import ts from 'typescript';

const file = fileURLToPath(new URL('misuse.types.ts', import.meta.url));
const project = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
const directive = /@ts-expect-error/g;

/** Compiles the misuses with the options of the project; `text` stands in for the file's own. */
function diagnose(text: string): readonly ts.Diagnostic[] {
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(project, (path) => ts.sys.readFile(path)).config, { ...ts.sys, readDirectory: () => [] }, fileURLToPath(new URL('../..', import.meta.url)));
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => (name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2024) : read(name, ...rest));
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
}

const messages = (found: readonly ts.Diagnostic[]): string[] => found.map((one) => ts.flattenDiagnosticMessageText(one.messageText, ' '));

t.test('every misuse is refused, and everything else compiles', async (t) => {
  t.same(messages(diagnose(readFileSync(file, 'utf8'))), []);
});

t.test('without the directives each misuse is an error on its own line', async (t) => {
  const text = readFileSync(file, 'utf8');
  const expected = text.split('\n').flatMap((line, i) => (/^\s*\/\/ @ts-expect-error/.test(line) ? [i + 2] : []));
  t.ok(expected.length >= 10, `${expected.length} misuses`);
  const found = diagnose(text.replace(directive, (found) => '-'.repeat(found.length)));
  const lines = found.map((one) => ts.getLineAndCharacterOfPosition(ts.createSourceFile(file, text, ts.ScriptTarget.ES2024), one.start ?? 0).line + 1);
  t.same([...new Set(lines)].sort((a, b) => a - b), expected);
  t.equal(found.length, expected.length, 'one error for each');
});
