import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';

t.test(
  'V8 compiles WebAssembly quickly once the embedded database is opened, and its flags are as they were when the process ends',
  async (t) => {
    // In a process of its own, because the flags are those of a process.
    const script = `
    import v8 from 'node:v8';
    import { syncBuiltinESMExports } from 'node:module';
    const set = [];
    const real = v8.setFlagsFromString;
    v8.setFlagsFromString = (flag) => { set.push(flag); real(flag); };
    syncBuiltinESMExports();
    const { openPGlite } = await import(${JSON.stringify(join(import.meta.dirname, '..', '..', 'facilities', 'database', 'pglite.ts'))});
    const before = set.length;
    for (let times = 0; times < 2; times++) await (await openPGlite({ dataDir: undefined })).close();
    const opened = set.length;
    process.on('exit', () => console.log(JSON.stringify({ before, opened: set.slice(0, opened), ended: set.slice(opened) })));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, NODE_OPTIONS: '' },
      encoding: 'utf8',
    });
    t.same(JSON.parse(printed), {
      before: 0,
      opened: ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
      ended: ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'],
    });
  },
);
