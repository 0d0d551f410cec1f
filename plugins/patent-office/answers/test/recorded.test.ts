import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { t } from '@dossier/core/testing/t';
import { read } from '../read.ts';
import { summary } from '../summary.ts';
import { documentsXml, exchangeDocument } from './samples.ts';

const folder = new URL('../../../../../shared/data/ops/dev/', import.meta.url);
const main = fileURLToPath(new URL('../main.ts', import.meta.url));

const said = (file: string): unknown => JSON.parse(execFileSync(process.execPath, [main, file], { encoding: 'utf8' }));

t.test('the command prints what is taken from a file', (t) => {
  const file = `${t.testdir({ 'answer.xml': documentsXml(exchangeDocument()) })}/answer.xml`;
  t.match(said(file), { kind: 'documents', documents: [{ docdb: 'EP7000001A1', cpcCombinationSets: 1 }] });
  t.end();
});

t.test(
  'recorded answers give exactly what is expected',
  { skip: existsSync(folder) ? false : 'The recordings are not here.' },
  (t) => {
    const expected: unknown = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'));
    const entries = Object.entries(expected ?? {});
    t.ok(entries.length > 0);
    for (const [name, awaited] of entries)
      t.strictSame(JSON.parse(JSON.stringify(summary(read(readFileSync(new URL(name, folder)))))), awaited, name);
    const [name] = entries[0] ?? [''];
    t.strictSame(said(fileURLToPath(new URL(name, folder))), entries[0]?.[1], 'and so does the command');
    t.end();
  },
);
