/** What tests of documents begin with: organizations that search patents, and the office in miniature. */
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { given, testClock, testPlatform } from '@dossier/core/testing';
import type { Json, TestAnswer, TestClient } from '@dossier/core/testing';
import { startOps } from '@dossier/patent-simulator/testing';
import { Database } from '@dossier/sdk';
import type { OrganizationAccess } from '@dossier/sdk';
import { patentsFeature, searchPatents } from '../../contract.ts';
import type { PatentTables } from '../../entities.ts';

export async function stage() {
  const clock = testClock();
  const ops = await startOps({ clock });
  const platform = await testPlatform({
    plugins: ['@dossier/patent-office'],
    clock,
    env: { PATENT_OFFICE_URL: ops.url, OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8' },
  });
  const database = platform.service(Database);

  /** An organization with an account of its own, in which two people may search. */
  const office = async (slug: string, quota = 1_000) => {
    const made = await given.organization(platform, slug).workspace('Patents').admin(`Anna ${slug}`);
    const workspace = made.workspaces.Patents;
    await platform
      .service(AccessAdministration)
      .setFeature(made.access, { workspace, feature: patentsFeature, on: true });
    const team = await made.team('Attorneys', { workspaces: [workspace], may: [searchPatents] });
    const [first, second] = [await made.member(team), await made.member(team)];
    ops.control.account(`${slug}-key`, `${slug}-secret`);
    const saved = await made.people[`Anna ${slug}`]?.put('/api/v1/integrations/patent-office', {
      values: { key: `${slug}-key`, secret: `${slug}-secret` },
    });
    if (saved?.status !== 200) throw new Error(saved?.text);
    const allow = (credits: number): Promise<unknown> =>
      database.write(made.access, (tx) =>
        tx
          .sql<PatentTables>()
          .insertInto('patent_quota')
          .values({ organizationId: made.id, credits })
          .onConflict((conflict) => conflict.columns(['organizationId']).doUpdateSet({ credits }))
          .execute(),
      );
    await allow(quota);
    return {
      access: made.access,
      workspace,
      first,
      second,
      allow,
      of: (number: string) => `/api/v1/workspaces/${workspace}/patents/${number}`,
      calls: () => pageCalls(ops.calls().filter(({ key }) => key === `${slug}-key`)),
    };
  };

  const stop = async (): Promise<void> => {
    await platform.stop();
    await ops.close();
  };
  return { ops, platform, clock, database, office, stop };
}
export type Stage = Awaited<ReturnType<typeof stage>>;
export type Office = Awaited<ReturnType<Stage['office']>>;

/** Which pages were asked for, in their order. */
const pageCalls = (calls: readonly { readonly path: string }[]): readonly number[] =>
  calls.flatMap(({ path }) => {
    const range = /\/fullimage\.pdf\?Range=(\d+)/.exec(path)?.[1];
    return range === undefined ? [] : [Number(range)];
  });

/** Asks for the pages of a document, waits until all that follows is done, and says how it stands. */
export async function fetched(
  { platform, clock }: Pick<Stage, 'platform' | 'clock'>,
  { first, of }: Pick<Office, 'first' | 'of'>,
  number: string,
  pages?: readonly number[],
): Promise<Json> {
  // The office counts by the minute.
  clock.advance(60_000);
  const begun = await first.post(`${of(number)}/pdf`, pages ? { pages } : {});
  if (begun.status !== 202) throw new Error(begun.text);
  await platform.settle();
  return stateOf(first, of(number));
}

export async function stateOf(reader: TestClient, of: string): Promise<Json> {
  const answer = await reader.get(`${of}/pdf`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Credits that stand in the ledger, and that the period counts: they are the same. */
export async function spent({ database }: Pick<Stage, 'database'>, access: OrganizationAccess): Promise<number> {
  const { ledger, period } = await database.read(access, async (tx) => ({
    ledger: await tx
      .sql<PatentTables>()
      .selectFrom('patent_credit_entry')
      .select(['state', 'credits'])
      .where('organizationId', '=', access.organization)
      .execute(),
    period: await tx
      .sql<PatentTables>()
      .selectFrom('patent_credit_period')
      .select(['used', 'reserved'])
      .where('organizationId', '=', access.organization)
      .execute(),
  }));
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  const used = sum(
    ledger.filter(({ state }) => state === 'used' || state === 'interrupted').map(({ credits }) => credits),
  );
  const counted = sum(period.map((one) => one.used));
  if (used !== counted) throw new Error(`The ledger has ${used} credits, and the period ${counted}.`);
  if (period.some(({ reserved }) => reserved !== 0)) throw new Error('Something is still reserved.');
  return used;
}

/** The pictures on each page of a file, as their bytes in hexadecimal digits. */
export async function picturesIn({ bytes, status, text }: TestAnswer): Promise<readonly string[]> {
  if (status !== 200) throw new Error(text);
  return picturesOf(bytes);
}
export async function picturesOf(bytes: Uint8Array): Promise<readonly string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document.getPages().map(({ node }) => {
    const objects = node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict);
    return (objects?.keys() ?? [])
      .map((name) => objects?.lookup(name))
      .map((found) => (found instanceof PDFRawStream ? Buffer.from(found.contents).toString('hex') : ''))
      .join();
  });
}

/** The same pages as the office has them, asked for directly with an account that nothing else uses. */
export async function picturesAtOffice(
  { ops }: Pick<Stage, 'ops'>,
  link: string,
  pages: number,
): Promise<readonly string[]> {
  const signedIn = await fetch(`${ops.url}/3.2/auth/accesstoken`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${ops.key}:${ops.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token }: Json = await signedIn.json();
  const found: string[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const answer = await fetch(
      `${ops.url}/3.2/rest-services/published-data/images/${link}/fullimage.pdf?Range=${page}`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    found.push(...(await picturesOf(new Uint8Array(await answer.arrayBuffer()))));
  }
  return found;
}
