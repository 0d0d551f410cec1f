// The one file that is not TypeScript: an older Node cannot read TypeScript, and could not say so.
// Whole, because a name that an older Node does not have would end it before the first line.
import * as modules from 'node:module';
import { join } from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Dossier runs on Node 22.18 or newer, this is ${process.versions.node}.\nStart it with "npm start" after "npm ci": that brings a Node of its own. In production install Node 24 next to it.`,
  );
  process.exit(1);
}
modules.enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile'));
const { bundleThatFits, wantsSources } = await import('./packing/bundle.ts');
const found = wantsSources() ? { reason: 'they were asked for' } : bundleThatFits();
if ('url' in found) {
  const { main, plugins } = await import(found.url);
  await main({ from: 'bundle', said: 'Runs the bundle.', plugins });
} else {
  const { main } = await import('./main.ts');
  await main({ from: 'sources', said: `Runs the sources: ${found.reason}.`, plugins: {} });
}
