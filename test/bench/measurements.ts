import type { Child } from '../servers/child.ts';
import { analyze, fillApplications } from './fill.ts';
import { rowSecurity } from './row-security.ts';
import { atLeast, rateOf, takeTurns } from './compare.ts';
import type { Pair, Result } from './compare.ts';
import type { Target } from './load.ts';
import { pushLatency } from './push.ts';
import { tokenOf } from '../servers/dossier.ts';
import type { Platform } from './platform.ts';
import { withRules } from './rules.ts';

export interface Measurements {
  /** Of the demonstration's template against the floor, and of one with rules for officers against it. */
  approved(): Promise<readonly Result[]>;
  list(): Promise<Result>;
  push(): Promise<Result>;
  /** The same page with row-level security and without. */
  walls(): Promise<Result>;
}

/** Submits one clean application first: it must be approved, and tells how many steps the floor has to write. */
export async function measurements(o: {
  platform: Platform;
  superUrl: string;
  quick: boolean;
  startFloor(steps: number, answers: unknown): Promise<Child>;
}): Promise<Measurements> {
  const { demo } = o.platform;
  const key = { 'x-api-key': demo.apiKey };
  const officer = { authorization: `Bearer ${tokenOf(demo, 'officer')}` };
  const first = await approvedOne(o.platform, key);
  const floor = await o.startFloor(first.steps, await answersSchema(o.platform, key));
  const rounds = o.quick ? 2 : 6;
  const seconds = o.quick ? 2 : 6;

  const page: Target = {
    url: `${o.platform.origin}/api/v1/applications?workspaceId=${demo.staffWorkspaceId}&limit=50`,
    headers: officer,
  };

  const named = (marker: string, templateId = demo.samples.clean.templateId): string => {
    const {
      applicants: [primary, ...others],
      ...rest
    } = demo.samples.clean;
    return JSON.stringify({ ...rest, templateId, applicants: [{ ...primary, lastName: marker }, ...others] });
  };
  const submission = (
    origin: string,
    headers: Readonly<Record<string, string>>,
    marker = (n: number) => `Bench${n}`,
  ): Target => ({ url: `${origin}/api/v1/applications`, method: 'POST', headers, body: (n) => named(marker(n)) });

  const rate = (target: Target, connections: number): Promise<number> => rateOf(target, { connections, seconds });
  const alternate = (platform: () => Promise<number>, bare: () => Promise<number>): Promise<Pair> =>
    takeTurns(rounds, platform, bare);

  return {
    async approved() {
      const platform = submission(o.platform.origin, key);
      const bare = submission(floor.origin, {});
      // A minute after the first rows autovacuum has looked at new tables. Until then PostgreSQL plans checks of
      // foreign keys for tables without rows, and reads all of the organization's for each; see the README.
      await rate(platform, 32);
      const templateId = await withRules(o.platform);
      const ruled: Target = { ...platform, body: (n) => named(`Bench${n}`, templateId) };
      await rate(ruled, 32);
      await analyze(o.superUrl);
      const pair = await alternate(
        () => rate(platform, 32),
        () => rate(bare, 32),
      );
      const rules = await alternate(
        () => rate(ruled, 32),
        () => rate(platform, 32),
      );
      return [
        atLeast('approved at 32 connections', pair, 0.5),
        {
          ...atLeast('approved, with rules for officers', rules, 0.95),
          shown: `${(rules.platform / rules.floor).toFixed(2)} of without (${rules.platform.toFixed(0)} against ${rules.floor.toFixed(0)} a second)`,
        },
      ];
    },
    async list() {
      await fillApplications(o.superUrl, first.id, 100_000);
      const filled = await fetch(`${floor.origin}/fill?rows=100000`, { method: 'POST' });
      if (!filled.ok) throw new Error(`The floor could not be filled: ${await filled.text()}`);
      const bare: Target = { url: `${floor.origin}/api/v1/applications?limit=50` };
      return atLeast(
        'page of 50 out of 100,000',
        await alternate(
          () => rate(page, 32),
          () => rate(bare, 32),
        ),
        0.6,
      );
    },
    async walls() {
      await fillApplications(o.superUrl, first.id, 100_000);
      const at = (state: 'enable' | 'disable') => async (): Promise<number> => {
        await rowSecurity(o.superUrl, state);
        return rate(page, 32);
      };
      const pair = await alternate(at('enable'), at('disable'));
      await rowSecurity(o.superUrl, 'enable');
      const cost = pair.floor / pair.platform - 1;
      return {
        name: 'row-level security on the page',
        ...pair,
        ratio: pair.platform / pair.floor,
        goal: '≤ 15 %',
        met: cost <= 0.15,
        shown: `${(cost * 100).toFixed(1)} % more (${pair.platform.toFixed(0)} against ${pair.floor.toFixed(0)} a second without)`,
      };
    },
    async push() {
      const size = { subscribers: 200, submissions: o.quick ? 10 : 40 };
      const topic = `dossier/1/o/${demo.organization.id}/w/${demo.staffWorkspaceId}/s/application`;
      const platform = () =>
        pushLatency(
          {
            origin: o.platform.origin,
            topic,
            submission: (marker) => submission(o.platform.origin, key, () => marker),
            credentials: async () => ({ username: 'jwt', ...(await ticket(o.platform.origin, officer)) }),
          },
          size,
        );
      const bare = () =>
        pushLatency(
          {
            origin: floor.origin,
            topic: 'floor/application',
            submission: (marker) => submission(floor.origin, {}, () => marker),
            credentials: async (n) => ({ clientId: `bench-${n}` }),
          },
          size,
        );
      let missing = 0;
      const pair = await alternate(
        async () => {
          const found = await platform();
          missing += found.missing;
          return found.p99;
        },
        async () => (await bare()).p99,
      );
      const ratio = pair.platform / pair.floor;
      return {
        name: 'push to 200 subscribers, p99',
        ...pair,
        ratio,
        goal: '≤ 2',
        met: ratio <= 2 && missing === 0,
        shown: `${ratio.toFixed(2)} of the floor (${pair.platform.toFixed(1)} against ${pair.floor.toFixed(1)} ms${missing > 0 ? `, ${missing} missing` : ''})`,
      };
    },
  };
}

/** Submits the clean sample, which must be approved at once; its id, and how many steps it went through. */
export async function approvedOne(
  platform: Platform,
  key: Readonly<Record<string, string>>,
): Promise<{ id: string; steps: number }> {
  const answer = await fetch(`${platform.origin}/api/v1/applications`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify(platform.demo.samples.clean),
  });
  const application: { id?: string; status?: string; steps?: readonly unknown[] } = JSON.parse(await answer.text());
  if (answer.status !== 201 || !application.id || application.status !== 'Approved')
    throw new Error(`The clean sample was not approved: ${answer.status} ${JSON.stringify(application)}`);
  return { id: application.id, steps: application.steps?.length ?? 0 };
}

/** Of the template that the clean sample is for, so that both sides check the same. */
async function answersSchema({ origin, demo }: Platform, key: Readonly<Record<string, string>>): Promise<unknown> {
  const answer = await fetch(`${origin}/api/v1/templates/${demo.samples.clean.templateId}/schema`, { headers: key });
  const { schema }: { schema?: unknown } = JSON.parse(await answer.text());
  if (!answer.ok || !schema) throw new Error(`The template has no schema: ${answer.status}`);
  return schema;
}

/** With which a browser comes to `/rt`. */
export async function ticket(
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ clientId: string; password: string }> {
  const answer = await fetch(`${origin}/rt/ticket`, { method: 'POST', headers });
  const made: { ticket?: string; clientId?: string } = JSON.parse(await answer.text());
  if (!made.ticket || !made.clientId) throw new Error(`There is no ticket: ${answer.status}`);
  return { clientId: made.clientId, password: made.ticket };
}
