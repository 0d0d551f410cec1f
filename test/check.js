/**
 * `npm run check`: types, layout, lint, which way things depend, unused code, and the rules of the house that no tool
 * knows. Everything runs at once; what is wrong is printed together, and nothing but one line when all is well.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// Everything runs on the Node of the project, whatever the host has.
const pinned = `${root}node_modules/.bin/node`;
if (Number(process.versions.node.split('.')[0]) < 24) {
  if (!existsSync(pinned)) {
    console.error(`This is Node ${process.versions.node}; the checks need 24. Run "npm ci", which brings it.`);
    process.exit(2);
  }
  process.exit(spawnSync(pinned, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1);
}
const { houseRules } = await import('./check/house-rules.ts');
const { overdue, quarantine } = await import('./run/quarantine.ts');
const cache = `${root}node_modules/.cache/check`;
mkdirSync(cache, { recursive: true });

/** Name, and the arguments of Node. */
const tools = [
  [
    'types',
    // The compiler in machine code takes a third of the time; lint needs the one with an interface, TypeScript 6.
    'node_modules/typescript7/bin/tsc',
    '-p',
    '.',
    '--incremental',
    '--tsBuildInfoFile',
    `${cache}/types.json`,
    '--pretty',
    'false',
  ],
  [
    'format',
    'node_modules/prettier/bin/prettier.cjs',
    '--check',
    '.',
    '--log-level',
    'warn',
    '--cache',
    '--cache-location',
    `${cache}/format.json`,
  ],
  ['lint', 'node_modules/eslint/bin/eslint.js', '.', '--cache', '--cache-location', `${cache}/lint.json`],
  [
    'dependencies',
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    'test/check/dependency-rules.cjs',
    '--output-type',
    'err-long',
    'config',
    'sdk',
    'core',
    'plugins',
    'web',
    'test',
  ],
  ['unused', 'node_modules/knip/bin/knip.js', '--config', 'test/check/knip.json', '--no-progress', '--no-config-hints'],
];

const run = (args) =>
  new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
    child.on('error', (error) => resolve({ failed: true, text: error.message, seconds: 0 }));
    child.on('close', (code) =>
      resolve({ failed: code !== 0, text: text.trim(), seconds: (performance.now() - started) / 1000 }),
    );
  });

const house = async () => {
  const started = performance.now();
  const faults = houseRules(root);
  return { failed: faults.length > 0, text: faults.join('\n'), seconds: (performance.now() - started) / 1000 };
};

const wanted = process.argv.slice(2);
const names = [...tools.map(([name]) => name), 'house'];
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no check "${unknown.join('", "')}". Known are ${names.join(', ')}.`);
  process.exit(2);
}
const chosen = wanted.length > 0 ? wanted : names;
const results = await Promise.all(
  [...tools.map(([name, ...args]) => [name, () => run(args)]), ['house', house]]
    .filter(([name]) => chosen.includes(name))
    .map(async ([name, check]) => ({ name, ...(await check()) })),
);

for (const { name, failed, text } of results) {
  if (failed || /warning/i.test(text))
    console.log(`\n── ${name}${failed ? '' : ' (warnings)'}\n${text || 'failed without a word'}`);
}
for (const sentence of overdue(quarantine())) console.log(sentence);
const failed = results.filter((result) => result.failed);
const times = results.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(', ');
console.log(
  failed.length === 0
    ? `check: all well (${times})`
    : `\ncheck: ${failed.map(({ name }) => name).join(', ')} failed (${times})`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
