import type { Configuration } from '@dossier/config';
import type { Refused } from '../kernel/index.ts';
import type { Code, LoadedPlugin } from '../load-plugins.ts';
import { audit } from './audit.ts';
import { build } from './build.ts';
import { failed } from './failed.ts';
import { keys } from './keys.ts';
import { plan } from './plan.ts';
import { plugin } from './plugin.ts';
import { start } from './start.ts';

/** What every command gets. */
export interface CommandInput {
  readonly loaded: readonly LoadedPlugin[];
  /** What is installed and could not be loaded. */
  readonly notLoaded: ReadonlyMap<string, Refused>;
  readonly configuration: Configuration;
  readonly code: Code;
  readonly args: readonly string[];
}

/** A command of the kernel. */
export interface Command {
  /** The usage, such as `dossier plan [--json]`: printed when the arguments do not fit. */
  readonly usage: string;
  /** Can it be run with these arguments? Asked before anything is opened. */
  takes(args: readonly string[]): boolean;
  /** Returns the exit code, or undefined when the process goes on. */
  run(input: CommandInput): Promise<number | undefined>;
}

/** The commands of the kernel; plugins contribute others. */
export const commands: Readonly<Record<string, Command>> = { start, build, plan, plugin, audit, keys, failed };
