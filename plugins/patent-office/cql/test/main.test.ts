import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { t } from '@dossier/core/testing/t';

const main = join(import.meta.dirname, '../main.ts');
const said = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [main, ...args])).stdout;

t.test('the command says in one line whether a query would be taken, and succeeds either way', async (t) => {
  t.equal(await said('ti=plastic'), '{"valid":true,"message":null,"position":null}\n');
  t.equal(await said('(ti=bluetooth'), '{"valid":false,"message":"This bracket is never closed.","position":1}\n');
  t.equal(await said(''), '{"valid":false,"message":"Write what is searched.","position":1}\n');
});
