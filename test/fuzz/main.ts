/**
 * Holds the product to its OpenAPI document, by schemathesis: `npm run fuzz`. The README in this folder says what is
 * asked, and how a failure is repeated.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../../plugins/sign-in/test/browser.ts';
import { startOps, unhurried } from '@dossier/patent-simulator/testing';
import { installedPlan } from '../../core/testing/plan.ts';
import type { Json } from '../../core/testing/index.ts';
import { demoData } from '../servers/demo-data.ts';
import { startDossier, tokenOf } from '../servers/dossier.ts';
import type { Demo } from '../servers/dossier.ts';
import { configuration } from './configuration.ts';
import type { Credentials } from './configuration.ts';
import { forPeople, readDocument } from './document.ts';
import { furnish } from './furnish.ts';
import type { Furnished } from './furnish.ts';
import { schemathesis } from './install.ts';
import { rounds } from './rounds.ts';
import type { Round } from './rounds.ts';

const seed = process.env['DOSSIER_SEED'] ?? '25';
/** Random requests to each operation, in addition to those that are made up by its schema. */
const examples = process.env['DOSSIER_FUZZ_EXAMPLES'];
/** Names of rounds or operations; all, when there is none. */
const asked = process.argv.slice(2);
const operatorToken = 'the-operator-of-the-fuzzed-installation';

const command = schemathesis();
// A simulated patent office that lets itself be asked as quickly as a fuzzer likes.
const office = await startOps({ limits: unhurried });
const dossier = await startDossier({
  DATA_DIR: await demoData(),
  OPERATOR_TOKEN: operatorToken,
  PATENT_OFFICE_URL: office.url,
});
const folder = mkdtempSync(join(tmpdir(), 'dossier-fuzz-'));
try {
  const { demo } = dossier;
  const plan = await installedPlan();
  const patents = await patentDemo(demo.baseUrl);
  const worlds = new Map<Demo, { readonly furnished: Furnished; readonly document: Json }>();
  for (const one of [demo, patents]) {
    const furnished = await furnish(one, plan);
    worlds.set(one, { furnished, document: await readDocument(demo.baseUrl, furnished) });
  }
  const chosen = rounds(plan).flatMap((round) => {
    const operations = round.operations.filter(
      (name) => asked.length === 0 || asked.includes(name) || asked.includes(round.name),
    );
    return operations.length === 0 ? [] : [{ ...round, operations }];
  });
  if (chosen.length === 0) throw new Error(`There is neither a round nor an operation called ${asked.join(' or ')}.`);
  // Before anything is tried: wrong passwords make the next sign-in wait.
  const credentials = new Map<Round, Credentials>();
  for (const round of chosen)
    credentials.set(round, await credentialsOf(round.as === 'patents' ? patents : demo, round));
  const failed: string[] = [];
  for (const round of chosen) {
    const [file, api] = [join(folder, `${round.name}.toml`), join(folder, `${round.name}.json`)];
    const { document, furnished } = worlds.get(round.as === 'patents' ? patents : demo)!;
    writeFileSync(file, configuration(document, furnished, credentials.get(round)!));
    writeFileSync(api, JSON.stringify(round.as === 'client' ? document : forPeople(document)));
    console.log(`\n# ${round.name}`);
    const only = round.operations.flatMap((name) => ['--include-operation-id', name]);
    const args = [
      '--config-file',
      file,
      'run',
      api,
      '--url',
      demo.baseUrl,
      '--seed',
      seed,
      '--no-color',
      ...(examples === undefined ? [] : ['--max-examples', examples]),
      ...round.options,
      ...only,
    ];
    if ((await run(args)) !== 0) failed.push(round.name);
  }
  if (failed.length > 0) {
    console.error(`\n# What the product logged last\n${dossier.child.printed()}\n# Failed: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await dossier.remove();
  await office.close();
  rmSync(folder, { recursive: true, force: true });
}

/** A demonstration of type PATENT beside the other one. */
async function patentDemo(baseUrl: string): Promise<Demo> {
  const answer = await fetch(`${baseUrl}/api/v1/installation/seed`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'PATENT', slug: 'fuzzed-patents' }),
  });
  const body: Json = await answer.json();
  if (!answer.ok)
    throw new Error(`The seed of a second organization answered ${answer.status}: ${JSON.stringify(body)}`);
  return { ...body, baseUrl };
}

/** The exit code: 0 when all held. */
function run(args: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NO_PROXY: '127.0.0.1' },
    });
    child.once('error', reject).once('close', resolve);
  });
}

async function credentialsOf({ baseUrl, users, apiKey, organization }: Demo, { as }: Round): Promise<Credentials> {
  const role = as === 'patents' ? 'admin' : as;
  if (role !== 'page')
    return { bearer: role === 'operator' ? operatorToken : tokenOf({ users }, role), apiKey, headers: {} };
  const officer = users.find(({ role }) => role === 'officer');
  const browser = new Browser(baseUrl);
  if (officer) await browser.open(await browser.toCallback(officer.email, officer.password));
  const session = browser.cookies.get('dossier');
  if (!session) throw new Error(`Nobody could sign in at ${organization.slug}.`);
  const headers = {
    Cookie: `dossier=${session.value}`,
    Origin: baseUrl,
    'X-Dossier-CSRF': '1',
    'Sec-Fetch-Site': 'same-origin',
  };
  return { bearer: '', apiKey: '', headers };
}
