/** `npm run -s ops:parse -- FILE`: prints what is taken from a recorded answer, as JSON. */
import { readFileSync } from 'node:fs';
import { read } from './read.ts';
import { summary } from './summary.ts';

const [file, ...more] = process.argv.slice(2);
if (file === undefined || more.length > 0) fail('Name one file: npm run -s ops:parse -- FILE', 2);
else {
  const bytes = bytesOf(file);
  if (bytes === null) fail(`There is no file "${file}" that can be read.`, 1);
  else process.stdout.write(`${JSON.stringify(summary(read(bytes)))}\n`);
}

function bytesOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function fail(text: string, code: number): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = code;
}
