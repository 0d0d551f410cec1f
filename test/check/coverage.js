/**
 * `node test/check/coverage.js FOLDER core=90 sdk=90`: fails when the processes that wrote to `FOLDER`
 * (`NODE_V8_COVERAGE`) met fewer lines of a room than asked, in per cent.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [folder, ...wishes] = process.argv.slice(2);
// The bundle has the lines of core once more.
const options = [
  '--exclude=**/{test,dist,node_modules}/**',
  '--reporter=json-summary',
  `--reports-dir=${folder}-report`,
];
const c8 = join(root, 'node_modules', 'c8', 'bin', 'c8.js');
spawnSync(process.execPath, [c8, 'report', `--temp-directory=${folder}`, ...options], { cwd: root, stdio: 'inherit' });
const files = Object.entries(JSON.parse(readFileSync(join(`${folder}-report`, 'coverage-summary.json'), 'utf8')))
  .filter(([path]) => path !== 'total')
  .map(([path, { lines }]) => ({ path: relative(root, path), lines }));

for (const wish of wishes) {
  const [room, least] = wish.split('=');
  const own = files.filter(({ path }) => path.startsWith(`${room}/`));
  const total = own.reduce((sum, { lines }) => sum + lines.total, 0);
  const covered = own.reduce((sum, { lines }) => sum + lines.covered, 0);
  const percent = total === 0 ? 0 : (100 * covered) / total;
  const enough = percent >= Number(least);
  console.log(
    `coverage: ${room} ${percent.toFixed(1)} % of ${total} lines${enough ? '' : `, but ${least} % is the least`}`,
  );
  if (!enough) process.exitCode = 1;
}
