import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';

const start = join(import.meta.dirname, '..', '..', 'start.js');

/** Node 20, as far as the start sees: its version, and a `node:module` without what came later. */
const node20 = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) => name === 'node:module' ? { url: 'data:text/javascript,export const builtinModules = []', shortCircuit: true } : next(name, context) });
  Object.defineProperty(process.versions, 'node', { value: '20.20.2' });
`)}`;

t.test('an older Node is reported, with what to do', async (t) => {
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, ['--import', node20, start, 'plan'], { env: {} }, (error, _, said) =>
      resolve({ code: error?.code, said }),
    );
  });
  t.equal(code, 1);
  t.equal(
    said,
    'Dossier runs on Node 22.18 or newer, this is 20.20.2.\nStart it with "npm start" after "npm ci": that brings a Node of its own. In production install Node 24 next to it.\n',
  );
});
