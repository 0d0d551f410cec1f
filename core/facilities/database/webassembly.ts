import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * The program of the embedded database, read through and checked by other threads while this one goes on; once in a
 * process. V8 compiles each of its functions when it is first called.
 */
export function embeddedProgram(): Promise<WebAssembly.Module> {
  return (compiled ??= WebAssembly.compile(
    readFileSync(join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')),
  ));
}

/** Of V8; the first one implies the others on the command line only. */
const flags = ['liftoff-only', 'no-wasm-tier-up', 'no-wasm-dynamic-tiering'];
const opposite = (flag: string): string => (flag.startsWith('no-') ? flag.slice('no-'.length) : `no-${flag}`);

let isSet = false;

/**
 * From here on V8 compiles WebAssembly quickly and no further: its optimizing compiler takes hundreds of megabytes for
 * PGlite, and seconds of a processor at each start. Set here, because V8 refuses all code that was compiled before
 * under other flags (it compares them): that of Node's own modules, and what the last start has kept of ours. And taken
 * back at the end, when Node writes down what it has compiled for the next start.
 */
export function baselineWebAssembly(): void {
  if (isSet) return;
  isSet = true;
  for (const flag of flags) setFlagsFromString(`--${flag}`);
  process.once('exit', () => {
    for (const flag of flags) setFlagsFromString(`--${opposite(flag)}`);
  });
}
