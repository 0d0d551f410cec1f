import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { root } from '../servers/child.ts';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));

/**
 * The path of schemathesis as requirements.txt has it, in a Python environment of its own, which the first call makes.
 * It needs python3 with venv.
 */
export function schemathesis(): string {
  const folder = join(root, 'node_modules', '.cache', 'schemathesis');
  const [command, installed] = [join(folder, 'bin', 'schemathesis'), join(folder, 'installed.txt')];
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(command) && existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return command;
  const run = (path: string, ...args: readonly string[]): unknown =>
    execFileSync(path, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
  run('python3', '-m', 'venv', '--clear', folder);
  run(
    join(folder, 'bin', 'pip'),
    'install',
    '--quiet',
    '--require-hashes',
    '--only-binary',
    ':all:',
    '-r',
    requirements,
  );
  // Written last, and at once: half an installation is none.
  writeFileSync(`${installed}.new`, wanted);
  renameSync(`${installed}.new`, installed);
  return command;
}
