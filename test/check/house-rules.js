import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * The rules of the house that no tool knows. Returns one sentence for each fault.
 * @param {string} root folder of the project, ending in a slash
 * @returns {Promise<string[]>}
 */
export async function houseRules(root) {
  const files = tracked(root).map((path) => ({ path, text: textOf(join(root, path)) })).filter(({ text }) => text !== null);
  return [
    ...sameOrm(files),
    ...exactVersions(files),
    ...noPlaces(files),
    ...kernelWithoutDomain(files),
  ];
}

/** What belongs to the project: with git what git would take, without it everything but what is made. */
function tracked(root) {
  try {
    const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20, stdio: ['ignore', 'pipe', 'ignore'] });
    return list.split('\0').filter(Boolean);
  } catch {
    const made = /(^|\/)(node_modules|dist|data|coverage|\.tap|\.git)(\/|$)/;
    return readdirSync(root, { recursive: true }).filter((path) => !made.test(path) && statSync(join(root, path)).isFile());
  }
}

/** Null for what is no text, is large, or went away meanwhile. */
function textOf(path) {
  try {
    if (statSync(path).size > 4 << 20) return null;
    const text = readFileSync(path, 'utf8');
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const manifests = (files) => files.filter(({ path }) => /(^|\/)package\.json$/.test(path)).map(({ path, text }) => ({ path, manifest: JSON.parse(text) }));
const wanted = (manifest) => Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies });

/** The packages of MikroORM only fit together at one version. */
export function sameOrm(files) {
  const found = manifests(files).flatMap(({ path, manifest }) => wanted(manifest).filter(([name]) => name === 'mikro-orm' || name.startsWith('@mikro-orm/')).map(([name, version]) => ({ path, name, version })));
  const version = found.find(({ name }) => name === 'mikro-orm')?.version ?? found[0]?.version;
  return found.filter((one) => one.version !== version).map((one) => `${one.path}: ${one.name} is ${one.version}, but mikro-orm is ${version}. All packages of MikroORM need the same version.`);
}

/** A version that floats makes tomorrow's install another product than today's. */
export function exactVersions(files) {
  return manifests(files).flatMap(({ path, manifest }) =>
    wanted(manifest).filter(([, version]) => !/^(\d+\.\d+\.\d+([-+][\w.-]+)?|npm:.+@\d+\.\d+\.\d+.*)$/.test(version)).map(([name, version]) => `${path}: ${name} is "${version}". Pin the exact version that was tried.`));
}

/** Nothing of the machine on which a file was written, and nothing of the registry it was installed from. */
export function noPlaces(files) {
  const machine = /(?<![\w.:@/)}*-])\/(?:work|home|root|Users)\/[\w.-]+/;
  return files.flatMap(({ path, text }) => {
    if (path === 'package-lock.json') return /"resolved": "https?:|"resolved": "git/.test(text) ? ['package-lock.json: holds addresses of a registry. Keep omit-lockfile-registry-resolved in .npmrc and write it again.'] : [];
    const line = text.split('\n').findIndex((one) => machine.test(one));
    return line < 0 ? [] : [`${path}:${line + 1}: holds a path of somebody's machine (${machine.exec(text)?.[0]}).`];
  });
}

const domain = /applica(?:nt|tion)|patent|loan|workflow|officer|underwrit|bureau|borrower|\bcredit/i;
/** Words of the trade that hold such a word: media types, and the name by which PostgreSQL knows a connection. */
const trade = /application\/[\w.+*-]+|application_name/g;

/** The kernel runs plugins and knows no application, no workflow, no patent: neither in a name nor in a text. */
export function kernelWithoutDomain(files) {
  return files
    .filter(({ path }) => /^core\/kernel\/.*\.ts$/.test(path) && !/(^|\/)test\/|\.test\.ts$/.test(path))
    .flatMap(({ path, text }) => {
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
      const faults = [];
      const visit = (node) => {
        if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteralLike(node) || node.kind === ts.SyntaxKind.TemplateHead || node.kind === ts.SyntaxKind.TemplateMiddle || node.kind === ts.SyntaxKind.TemplateTail) {
          const word = domain.exec(node.text.replace(trade, ''));
          if (word) faults.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: "${word[0]}" is a word of the domain. If the kernel needs it, it is in the wrong room.`);
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return faults;
    });
}
