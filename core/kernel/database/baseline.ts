import { setFlagsFromString } from 'node:v8';

/** Of V8; the first one implies the others on the command line only. */
const flags = ['liftoff-only', 'no-wasm-tier-up', 'no-wasm-dynamic-tiering'];
const opposite = (flag: string): string => (flag.startsWith('no-') ? flag.slice('no-'.length) : `no-${flag}`);

let isSet = false;

/**
 * From here on V8 compiles WebAssembly quickly and no further: its optimizing compiler takes hundreds of megabytes for PGlite, and seconds of a processor at each start.
 * Set here, because with such a flag on the command line V8 refuses the compiled code that Node brings for its own modules, which costs a start 0.1 s
 * (it compares the flags); and taken back at the end, when Node writes down what it has compiled for the next start.
 */
export function baselineWebAssembly(): void {
  if (isSet) return;
  isSet = true;
  for (const flag of flags) setFlagsFromString(`--${flag}`);
  process.once('exit', () => { for (const flag of flags) setFlagsFromString(`--${opposite(flag)}`); });
}
