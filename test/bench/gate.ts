import { Agent } from 'node:http';
import { tokenOf } from '../servers/dossier.ts';
import type { Child } from '../servers/child.ts';
import { drive } from './load.ts';
import type { Target } from './load.ts';
import type { Result } from './compare.ts';
import type { Platform } from './platform.ts';
import { startFloor } from './start-floor.ts';

/**
 * What the gated route is held against. All answer the same bytes; of the header fields a bare Fastify has each set and
 * looked at in the ordinary way, the platform has text that is ready. The first shows the gate alone. The others count
 * also what the server does for each of its routes, and saves; the last in addition, what it costs to share a process
 * with a whole platform.
 */
const others = {
  open: 'gated route against open route',
  beside: 'gated route against bare beside it',
  alone: 'gated route against bare Fastify',
} as const;
type Other = keyof typeof others;

interface Side {
  readonly child: Child;
  readonly target: Target;
  readonly agent: Agent;
}

/** Microseconds of processor for a request, of one start. */
interface Costs {
  readonly gated: number;
  readonly other: number;
}

/**
 * What a gate costs, against the same answer from elsewhere. Which code the engine makes of the same program is settled
 * anew with each start: so each comparison has several starts, and the one in the middle tells. And it has its own, in
 * which nothing else is asked: code that serves two servers is made for both.
 */
export async function gateCosts(o: { startPlatform(): Promise<Platform>; quick: boolean }): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const other of ['open', 'beside', 'alone'] as const) {
    const found: Costs[] = [];
    for (let starts = o.quick ? 3 : 7; starts > 0; starts--) {
      const running: Child[] = [];
      try {
        const platform = await o.startPlatform();
        running.push(platform);
        const alone = other === 'alone' ? await startFloor('gate-floor.ts', {}) : undefined;
        if (alone) running.push(alone);
        found.push(await compared(platform, other, alone, o.quick ? 30 : 60));
      } finally {
        await Promise.all(running.map((child) => child.stop()));
      }
    }
    const ratio = (costs: Costs): number => costs.gated / costs.other;
    found.sort((a, b) => ratio(a) - ratio(b));
    const [least, middle, most] = [found[0]!, found[found.length >> 1]!, found.at(-1)!];
    const more = (costs: Costs): string => ((ratio(costs) - 1) * 100).toFixed(1);
    const shown = `${more(middle)} % more (${middle.gated.toFixed(1)} against ${middle.other.toFixed(1)} µs of processor; ${more(least)} to ${more(most)})`;
    results.push({
      name: others[other],
      platform: middle.gated,
      floor: middle.other,
      ratio: ratio(middle),
      shown,
      goal: '≤ 15 %',
      met: ratio(middle) <= 1.15,
    });
  }
  return results;
}

/**
 * Of one start. The machine changes its speed, for seconds at a time: so both have short turns, there and back, over
 * connections that stay.
 */
async function compared(platform: Platform, other: Other, alone: Child | undefined, rounds: number): Promise<Costs> {
  const { staffWorkspaceId } = platform.demo;
  const headers = { authorization: `Bearer ${tokenOf(platform.demo, 'officer')}` };
  const { origin: beside }: { origin: string } = await (await fetch(`${platform.origin}/bench/beside`)).json();
  const side = (child: Child, url: string): Side => ({
    child,
    target: { url: `${url}/${staffWorkspaceId}`, headers },
    agent: new Agent({ keepAlive: true, maxSockets: connections }),
  });
  const gated = side(platform, `${platform.origin}/bench/gated`);
  const bare = alone?.origin ?? beside;
  const against =
    other === 'open' ? side(platform, `${platform.origin}/bench/open`) : side(alone ?? platform, `${bare}/bench/same`);
  const sides = [gated, against];
  const children = new Set(sides.map(({ child }) => child));
  try {
    await tellFields(bare, await fieldsOf(gated.target));
    // The compiler of the engine takes some 50,000 requests to finish its work on a path as long as ours.
    const sent = new Map(sides.map((one) => [one, 0]));
    while ([...sent.values()].some((count) => count < 50_000))
      for (const one of sides) sent.set(one, sent.get(one)! + (await driven(one, 1)).requests);
    const spent = new Map(sides.map((one) => [one, { processor: 0, milliseconds: 0, requests: 0 }]));
    const idle = new Map([...children].map((child) => [child, { processor: 0, milliseconds: 0 }]));
    const rest = async (): Promise<void> => {
      const before = [...children].map((child) => [child, child.cpu(), performance.now()] as const);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      for (const [child, processor, at] of before)
        add(idle.get(child)!, { processor: child.cpu() - processor, milliseconds: performance.now() - at });
    };
    await rest();
    for (let round = 0; round < rounds; round++) {
      for (const one of [gated, against, against, gated]) {
        const [before, started] = [one.child.cpu(), performance.now()];
        const { requests } = await driven(one, 0.06);
        add(spent.get(one)!, {
          processor: one.child.cpu() - before,
          milliseconds: performance.now() - started,
          requests,
        });
      }
    }
    await rest();
    // What a process does that nobody asks anything, looking for jobs and passing on events, is no cost of a request:
    // it would be counted the more, the slower requests come.
    const cost = (one: Side): number => {
      const [{ processor, milliseconds, requests }, unasked] = [spent.get(one)!, idle.get(one.child)!];
      return ((processor - (milliseconds * unasked.processor) / unasked.milliseconds) * 1000) / requests;
    };
    return { gated: cost(gated), other: cost(against) };
  } finally {
    for (const { agent } of sides) agent.destroy();
  }
}

const connections = 16;

const add = <K extends string>(sum: Record<K, number>, more: Record<K, number>): void => {
  for (const key in more) sum[key] += more[key];
};

async function driven({ target, agent }: Side, seconds: number): ReturnType<typeof drive> {
  const measured = await drive(target, { connections, seconds, agent });
  if (measured.failed > 0)
    throw new Error(`${measured.failed} of ${measured.requests} requests to ${target.url} failed.`);
  return measured;
}

/** The header fields of an answer that a bare Fastify would not give it. */
async function fieldsOf({ url, headers }: Target): Promise<Record<string, string>> {
  const usual = ['connection', 'content-length', 'content-type', 'date', 'keep-alive'];
  const answer = await fetch(url, { headers: { ...headers } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  return Object.fromEntries([...answer.headers].filter(([name]) => !usual.includes(name)));
}

async function tellFields(origin: string, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(`${origin}/fields`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  if (!answer.ok) throw new Error(`${origin}/fields answered ${answer.status}.`);
}
