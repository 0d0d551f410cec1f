import { Agent } from 'node:http';
import { tokenOf } from '../servers/dossier.ts';
import type { Child } from '../servers/child.ts';
import { drive, median } from './load.ts';
import type { Target } from './load.ts';
import type { Result } from './measurements.ts';
import type { Platform } from './platform.ts';
import { startFloor } from './start-floor.ts';

/** What the gated route is held against. The first shows the gate alone. The others count also what the server does for each of its routes: limits, fields of the answer, spans; the last besides, what it costs to share a process with a whole platform. */
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

/** Of one start: microseconds of processor for a request of the other, and how many times as many for a gated one. */
interface Found {
  readonly other: number;
  readonly ratio: number;
}

/**
 * What a gate costs, against the same answer from elsewhere. Which code the engine makes of the same program is settled anew with each start: so each comparison
 * has several starts, and the one in the middle tells. And it has its own, in which nothing else is asked: code that serves two servers is made for both.
 */
export async function gateCosts(o: { startPlatform(): Promise<Platform>; quick: boolean }): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const other of ['open', 'beside', 'alone'] as const) {
    const found: Found[] = [];
    for (let starts = o.quick ? 3 : 5; starts > 0; starts--) {
      const [platform, alone] = [await o.startPlatform(), await startFloor('gate-floor.ts', {})];
      try {
        found.push(await compared(platform, alone, other, o.quick ? 60 : 160));
      } finally {
        await Promise.all([platform.stop(), alone.stop()]);
      }
    }
    found.sort((a, b) => a.ratio - b.ratio);
    const { other: floor, ratio } = found[found.length >> 1]!;
    const more = (times: number): string => ((times - 1) * 100).toFixed(1);
    const shown = `${more(ratio)} % more than ${floor.toFixed(1)} µs of processor (${more(found[0]!.ratio)} to ${more(found.at(-1)!.ratio)})`;
    results.push({ name: others[other], platform: floor * ratio, floor, ratio, shown, goal: '≤ 5 %', met: ratio <= 1.05 });
  }
  return results;
}

/** Of one start. The machine changes its speed, for seconds at a time: so both have their turns within a tenth of one, over connections that stay, and the turn in the middle tells. */
async function compared(platform: Platform, alone: Child, other: Other, rounds: number): Promise<Found> {
  const { staffWorkspaceId } = platform.demo;
  const headers = { authorization: `Bearer ${tokenOf(platform.demo, 'officer')}` };
  const { origin: beside }: { origin: string } = await (await fetch(`${platform.origin}/bench/beside`)).json();
  const side = (child: Child, url: string): Side => ({ child, target: { url: `${url}/${staffWorkspaceId}`, headers }, agent: new Agent({ keepAlive: true, maxSockets: connections }) });
  const gated = side(platform, `${platform.origin}/bench/gated`);
  const against = {
    open: () => side(platform, `${platform.origin}/bench/open`),
    beside: () => side(platform, `${beside}/bench/same`),
    alone: () => side(alone, `${alone.origin}/bench/same`),
  }[other]();
  for (const origin of [beside, alone.origin]) await tellFields(origin, await fieldsOf(gated.target));
  // The compiler of the engine takes some 50,000 requests to finish its work on a path as long as ours.
  for (const one of [gated, against]) for (let sent = 0; sent < 50_000;) sent += (await driven(one, 1)).requests;
  const idle = new Map<Child, number>();
  for (const { child } of [gated, against]) if (!idle.has(child)) idle.set(child, await idleShare(child));
  /** Microseconds of processor for a request. */
  const turn = async (one: Side): Promise<number> => {
    const [before, started] = [one.child.cpu(), performance.now()];
    const { requests } = await driven(one, 0.06);
    return (one.child.cpu() - before - idle.get(one.child)! * (performance.now() - started)) * 1000 / requests;
  };
  const [ofGated, ofOther, ratios]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    // Who comes first has the processor's memory full of something else.
    const order = [[gated, ofGated], [against, ofOther]] as const;
    for (const [one, costs] of round % 2 === 0 ? order : order.toReversed()) costs.push(await turn(one));
    ratios.push(ofGated[round]! / ofOther[round]!);
  }
  for (const { agent } of [gated, against]) agent.destroy();
  return { other: median(ofOther), ratio: median(ratios) };
}

const connections = 16;

async function driven({ target, agent }: Side, seconds: number): ReturnType<typeof drive> {
  const measured = await drive(target, { connections, seconds, agent });
  if (measured.failed > 0) throw new Error(`${measured.failed} of ${measured.requests} requests to ${target.url} failed.`);
  return measured;
}

/** The share of a processor that a process takes whom nobody asks anything: it looks for jobs, and passes on events. No request costs that, and it would be counted the more, the slower requests come. */
async function idleShare(child: Child): Promise<number> {
  const [before, started] = [child.cpu(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return (child.cpu() - before) / (performance.now() - started);
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
  const answer = await fetch(`${origin}/fields`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) });
  if (!answer.ok) throw new Error(`${origin}/fields answered ${answer.status}.`);
}
