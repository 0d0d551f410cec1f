import { readFileSync } from 'node:fs';
import type { Environment, SettingFault } from './load.ts';

/** What the environment says of one setting: its text, nothing (both undefined), or what is wrong with it. */
export interface Given {
  readonly text?: string;
  readonly fault?: SettingFault;
}

/**
 * A set name without a value is a slip (`DATABASE_URL_FILE=` in a compose file): passing over it would start another
 * system.
 */
export const emptyFault = (name: string): SettingFault => ({
  name,
  detail: 'is set, but empty. Give it a value, or take it out of the environment.',
});

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * The setting `name` as the environment gives it; of a `secret` one the file that `NAME_FILE` names, without white
 * space at its ends.
 */
export function givenByEnvironment(name: string, secret: boolean, env: Environment): Given {
  const fileName = `${name}_FILE`;
  const [text, path] = [env[name], env[fileName]];
  if (text !== undefined && isBlank(text)) return { fault: emptyFault(name) };
  if (path === undefined) return text === undefined ? {} : { text };
  if (isBlank(path)) return { fault: emptyFault(fileName) };
  if (!secret) return { fault: { name: fileName, detail: `is not read: only secrets come from a file. Set ${name}.` } };
  if (text !== undefined)
    return { fault: { name: fileName, detail: `is set together with ${name}. Which one counts? Keep one of them.` } };
  try {
    const content = readFileSync(path, 'utf8').trim();
    return content === ''
      ? { fault: { name: fileName, detail: `names the file ${path}, which is empty.` } }
      : { text: content };
  } catch (error) {
    return {
      fault: { name: fileName, detail: `cannot be read: ${error instanceof Error ? error.message : String(error)}` },
    };
  }
}

/**
 * A variable that lists names, separated by commas: those in it. One that is set without any adds its fault to
 * `faults`.
 */
export function namesIn(name: string, env: Environment, faults: SettingFault[]): readonly string[] {
  const text = env[name];
  if (text === undefined) return [];
  const names = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (names.length === 0) faults.push(emptyFault(name));
  return names;
}
