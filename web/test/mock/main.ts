import { buildWeb } from '../../build.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { row, client } from './data.ts';
import { startMock } from './server.ts';
import { plugins } from '../stage.ts';

// The page on made-up data, to look at while working on it: node web/test/mock/main.ts [port]
const outDir = join(mkdtempSync(join(tmpdir(), 'dossier-page-')), 'dist');
await buildWeb({ outDir, plugins });
const mock = await startMock(outDir, Number(process.argv[2] ?? 0));
mock.mine = [row(1, { workspaceId: client.id }), row(2, { workspaceId: client.id })];
console.log(mock.url);
