import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A text file of the project; `path` is relative to its root. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** The rules of the house that no tool knows, checked on the project at `root`. Returns one sentence for each fault. */
export function houseRules(root: string): readonly string[] {
  const files = tracked(root).flatMap((path) => textOf(root, path) ?? []);
  return [
    sameOrm,
    exactVersions,
    noPlaces,
    kernelWithoutDomain,
    plainWords,
    selfContained,
    shellWithoutModules,
  ].flatMap((rule) => rule(files));
}

/** What belongs to the project: with git what git would take, without it everything but what is made. */
function tracked(root: string): readonly string[] {
  try {
    const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return list.split('\0').filter(Boolean);
  } catch {
    const made = /(^|\/)(node_modules|dist|data|coverage|\.tap|\.git)(\/|$)/;
    return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !made.test(path) && statSync(join(root, path)).isFile(),
    );
  }
}

/** Undefined for what is no text, is large, or went away meanwhile. */
function textOf(root: string, path: string): ProjectFile | undefined {
  try {
    if (statSync(join(root, path)).size > 4 << 20) return undefined;
    const text = readFileSync(join(root, path), 'utf8');
    return text.includes('\0') ? undefined : { path, text };
  } catch {
    return undefined;
  }
}

interface Wanted {
  readonly path: string;
  readonly name: string;
  readonly version: string;
}

/** Every dependency that a package.json of ours asks for. */
function dependencies(files: readonly ProjectFile[]): readonly Wanted[] {
  return files
    .filter(({ path }) => /(^|\/)package\.json$/.test(path))
    .flatMap(({ path, text }) => {
      const manifest: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = JSON.parse(text);
      const { dependencies, devDependencies, optionalDependencies } = manifest;
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).map(
        ([name, version]) => ({ path, name, version }),
      );
    });
}

/** The packages of MikroORM only fit together at one version. */
export function sameOrm(files: readonly ProjectFile[]): readonly string[] {
  const found = dependencies(files).filter(({ name }) => name === 'mikro-orm' || name.startsWith('@mikro-orm/'));
  const version = (found.find(({ name }) => name === 'mikro-orm') ?? found[0])?.version;
  return found
    .filter((one) => one.version !== version)
    .map(
      (one) =>
        `${one.path}: ${one.name} is ${one.version}, but mikro-orm is ${version}. All packages of MikroORM need the same version.`,
    );
}

/** A version that floats makes tomorrow's install another product than today's. */
export function exactVersions(files: readonly ProjectFile[]): readonly string[] {
  const exact = /^(\d+\.\d+\.\d+([-+][\w.-]+)?|npm:.+@\d+\.\d+\.\d+.*)$/;
  return dependencies(files)
    .filter(({ version }) => !exact.test(version))
    .map(({ path, name, version }) => `${path}: ${name} is "${version}". Pin the exact version that was tried.`);
}

/** Nothing of the machine on which a file was written, and nothing of the registry it was installed from. */
export function noPlaces(files: readonly ProjectFile[]): readonly string[] {
  const machine = /(?<![\w.:@/)}*-])\/(?:work|home|root|Users)\/[\w.-]+/;
  return files.flatMap(({ path, text }) => {
    if (path === 'package-lock.json')
      return /"resolved": "https?:|"resolved": "git/.test(text)
        ? [
            'package-lock.json: holds addresses of a registry. Keep omit-lockfile-registry-resolved in .npmrc and write it again.',
          ]
        : [];
    const line = text.split('\n').findIndex((one) => machine.test(one));
    return line < 0 ? [] : [`${path}:${line + 1}: holds a path of somebody's machine (${machine.exec(text)?.[0]}).`];
  });
}

const domain = /applica(?:nt|tion)|patent|loan|workflow|officer|underwrit|bureau|borrower|\bcredit/i;
/** Words of the trade that hold such a word: media types, and the name by which PostgreSQL knows a connection. */
const trade = /application\/[\w.+*-]+|application_name/g;

/** The kernel runs plugins and knows no application, no workflow, no patent: neither in a name nor in a text. */
export function kernelWithoutDomain(files: readonly ProjectFile[]): readonly string[] {
  return files
    .filter(
      ({ path }) => /^core\/(kernel|facilities|boot)\/.*\.ts$/.test(path) && !/(^|\/)test\/|\.test\.ts$/.test(path),
    )
    .flatMap(domainWords);
}

function domainWords({ path, text }: ProjectFile): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    const named =
      ts.isIdentifier(node) ||
      ts.isPrivateIdentifier(node) ||
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    const word = named ? domain.exec(node.text.replace(trade, '')) : null;
    if (word)
      faults.push(
        `${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: "${word[0]}" is a word of the domain. What needs it belongs to a module.`,
      );
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** Words that we do not write, and what we write instead. */
const wordsToAvoid: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:he|him|his|himself)\b/i, 'Write "they", "their" or the role (the owner, the officer).'],
  [/\bwhoever\b/i, 'Name the person or role, or write "anyone who".'],
  [/\b(?:is|are|was|were|be|been|being) told\b/i, 'Write what happens: gets, sees, learns; is reported, sent, shown.'],
  [/\bunless told\b/i, 'Write "unless given", or name the option.'],
  [/\bstands? beside\b/i, 'Write "next to", "with" or "in addition to".'],
];

/** A word in quotes or backticks is spoken of, not used: a language code, a name in test data. */
const quotedWord = /(['"`‘“])[\w-]+['"`’”]/g;

/** Comments, titles and texts are in plain present-day English. */
export function plainWords(files: readonly ProjectFile[]): readonly string[] {
  return files
    .filter(({ path }) => /\.(?:ts|md)$/.test(path) && !path.startsWith('test/check/'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) =>
        wordsToAvoid.flatMap(([word, instead]) => {
          const found = word.exec(line.replace(quotedWord, ''));
          return found ? [`${path}:${at + 1}: "${found[0]}". ${instead}`] : [];
        }),
      ),
    );
}

/** `(A9, F21)` anywhere; in a comment also alone. A4 is a sheet, `Q1 2026` a quarter, `(A1)` a cell. */
const citation = /\((?!A1\))(?:[AFQR]\d{1,3}(?:, ?)?)+\)/;
const citationInComment = /\b(?:A(?!4\b)|F|R|Q(?!\d \d{4}))\d{1,3}\b/;

/** A comment says itself what it means: the lists that such numbers lead to are not in the project. */
export function selfContained(files: readonly ProjectFile[]): readonly string[] {
  return files
    .filter(({ path }) => /\.(?:[cm]?[jt]s|css|md)$/.test(path) && !path.startsWith('test/check/'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => {
        const found = citation.exec(line) ?? citationInComment.exec(commentOf(line));
        return found
          ? [`${path}:${at + 1}: "${found[0]}" refers to a list that readers do not have. Say the reason in words.`]
          : [];
      }),
    );
}

/** The part of a line of code that is a comment, or nothing. */
const commentOf = (line: string): string => /^\s*(?:\/\*\*?|\*|\/\/)(.*)$|\s\/\/ (.*)$/.exec(line)?.[0] ?? '';

/**
 * The shell names no module in a text either: no word of the domain, no event, no id that belongs to a module
 * (`access.manage`, `access/x@1`), no address of a module's page. What a module wants of the shell it declares: a slot,
 * an element, a topic.
 */
export function shellWithoutModules(files: readonly ProjectFile[]): readonly string[] {
  const modules = new Set(
    files.flatMap(({ path }) => /^(?:core\/platform|plugins)\/([^/]+)\/plugin\.ts$/.exec(path)?.[1] ?? []),
  );
  const isOfModule = (text: string): boolean =>
    modules.has(/^(?:dossier\.)?([a-z-]+)(?:\.|\/[a-z])/.exec(text)?.[1] ?? '');
  return files
    .filter(({ path }) => /^web\/src\/.*\.ts$/.test(path) && !/(^|\/)test\/|\.test\.ts$/.test(path))
    .flatMap((file) => [...domainWords(file), ...namesIn(file, isOfModule)]);
}

/** Where a text of this file is such a name, or a page of a module is led to by a literal. */
function namesIn({ path, text }: ProjectFile, isOfModule: (text: string) => boolean): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    const isPage =
      isText &&
      ts.isCallExpression(node.parent) &&
      /^(?:settings|profile|workspace|organizationPage)Address$/.test(node.parent.expression.getText(source));
    if (isText && node.text !== '' && (isPage || isOfModule(node.text)))
      faults.push(
        `${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: "${node.text}" belongs to a module. Let the module declare it: a slot, an element, a topic.`,
      );
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}
