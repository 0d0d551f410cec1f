/**
 * `node test/check/coverage.js core=90 sdk=90`: fails when the tests of the last run met fewer lines of a room than
 * asked, in per cent. Reads the `json-summary` that tap writes at its end.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = Object.entries(JSON.parse(readFileSync(`${root}.tap/report/coverage-summary.json`, 'utf8')))
  .map(([path, { lines }]) => ({ path: relative(root, path), lines }))
  .filter(({ path }) => !/(^|\/)test\//.test(path));

for (const wish of process.argv.slice(2)) {
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
