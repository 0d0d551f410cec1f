// The one file that is not TypeScript: an older Node cannot read TypeScript, and could not say so.
// Whole, because a name that an older Node does not have would end it before the first line.
import * as modules from 'node:module';
import { join } from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Dossier runs on Node 24, this is ${process.versions.node}.\nStart it with "npm start" after "npm ci": that brings its own Node 24. In production install Node 24 beside it.`,
  );
  process.exit(1);
}
modules.enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile'));
const { packed, wantsSources } = await import('./packing/packed.ts');
const parts = wantsSources() ? undefined : packed();
if (parts) (await import('./packing/use.ts')).answerFrom(parts);
await import('./main.ts');
