import type { Configuration } from '@dossier/config';
import type { LoadedPlugin } from '../load-plugins.ts';
import { audit } from './audit.ts';
import { build } from './build.ts';
import { failed } from './failed.ts';
import { keys } from './keys.ts';
import { plan } from './plan.ts';
import { redeliver } from './redeliver.ts';
import { start } from './start.ts';

/** What every command gets. A command returns the exit code, or undefined when the process goes on. */
export interface CommandInput {
  readonly loaded: readonly LoadedPlugin[];
  readonly configuration: Configuration;
  readonly args: readonly string[];
}

export type Command = (input: CommandInput) => Promise<number | undefined>;

/** The commands of the kernel; plugins contribute others. */
export const commands: Readonly<Record<string, Command>> = { start, build, plan, audit, keys, failed, redeliver };
