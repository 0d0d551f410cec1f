import { tokenOf } from '../servers/dossier.ts';
import { drive } from './load.ts';
import type { Result } from './measurements.ts';
import type { Platform } from './platform.ts';
import { startFloor } from './start-floor.ts';

const sides = ['gated', 'open', 'beside', 'alone'] as const;
/** Microseconds of processor for a request: through the gate, to an open route of the platform, to a bare Fastify in its process, and to one in a process with nothing else. All answer the same bytes. */
type Costs = Readonly<Record<typeof sides[number], number>>;

/**
 * What a gate costs. Which code the engine makes of the same program is settled anew with each start, and two processes of one program
 * differ by up to a third for as long as they live: so all are started several times, and the start in the middle tells.
 */
export async function gateCosts(o: { startPlatform(): Promise<Platform>; quick: boolean }): Promise<readonly Result[]> {
  const found: Costs[] = [];
  for (let starts = o.quick ? 3 : 9; starts > 0; starts--) {
    const platform = await o.startPlatform();
    try {
      found.push(await costsOf(platform, o.quick ? 2 : 3));
    } finally {
      await platform.stop();
    }
  }
  const against = (name: string, side: Exclude<keyof Costs, 'gated'>): Result => {
    const inOrder = [...found].sort((a, b) => a.gated / a[side] - b.gated / b[side]);
    const [least, middle, most] = [inOrder[0]!, inOrder[inOrder.length >> 1]!, inOrder.at(-1)!];
    const more = (costs: Costs): string => ((costs.gated / costs[side] - 1) * 100).toFixed(1);
    const ratio = middle.gated / middle[side];
    const shown = `${more(middle)} % more (${middle.gated.toFixed(0)} against ${middle[side].toFixed(0)} µs of processor; ${more(least)} to ${more(most)})`;
    return { name, platform: middle.gated, floor: middle[side], ratio, shown, goal: '≤ 5 %', met: ratio <= 1.05 };
  };
  // The first is the gate alone. The second counts also what the server does for each of its routes: limits, fields of the answer that change, spans.
  // The third is the goal as it was agreed, and counts besides what any program costs that shares a process with others: a larger heap, and code that the engine keeps general because it is used in many ways.
  return [against('gated route against open route', 'open'), against('gated route against bare beside it', 'beside'), against('gated route against bare Fastify', 'alone')];
}

/** Of one start of each. The machine changes its speed, so in each of many short rounds all go there and back. */
async function costsOf(platform: Platform, rounds: number): Promise<Costs> {
  const { staffWorkspaceId } = platform.demo;
  const headers = { authorization: `Bearer ${tokenOf(platform.demo, 'officer')}` };
  const gated = { url: `${platform.origin}/bench/gated/${staffWorkspaceId}`, headers };
  const { origin: beside }: { origin: string } = await (await fetch(`${platform.origin}/bench/beside`)).json();
  const alone = await startFloor('gate-floor.ts', {});
  try {
    for (const origin of [beside, alone.origin]) await tellFields(origin, await fieldsOf(gated));
    const targets = {
      gated: [platform, gated],
      open: [platform, { url: `${platform.origin}/bench/open/${staffWorkspaceId}`, headers }],
      beside: [platform, { url: `${beside}/bench/same/${staffWorkspaceId}`, headers }],
      alone: [alone, { url: `${alone.origin}/bench/same/${staffWorkspaceId}`, headers }],
    } as const;
    const spent = { gated: 0, open: 0, beside: 0, alone: 0 };
    const sent = { ...spent };
    const turn = async (side: keyof Costs): Promise<void> => {
      const [child, target] = targets[side];
      const before = child.cpu();
      const { requests, failed } = await drive(target, { connections: 16, seconds: 1 });
      if (failed > 0) throw new Error(`${failed} of ${requests} requests to ${target.url} failed.`);
      spent[side] += child.cpu() - before;
      sent[side] += requests;
    };
    // The compiler of the engine takes some 50,000 requests to finish its work on a path as long as ours.
    for (const side of sides) while (sent[side] < 50_000) await turn(side);
    for (const side of sides) spent[side] = sent[side] = 0;
    for (let round = 0; round < rounds; round++) for (const side of [...sides, ...sides.toReversed()]) await turn(side);
    const cost = (side: keyof Costs): number => (spent[side] * 1000) / sent[side];
    return { gated: cost('gated'), open: cost('open'), beside: cost('beside'), alone: cost('alone') };
  } finally {
    await alone.stop();
  }
}

/** The header fields of an answer that a bare Fastify would not give it. */
async function fieldsOf({ url, headers }: { readonly url: string; readonly headers: Record<string, string> }): Promise<Record<string, string>> {
  const usual = ['connection', 'content-length', 'content-type', 'date', 'keep-alive'];
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  return Object.fromEntries([...answer.headers].filter(([name]) => !usual.includes(name)));
}

async function tellFields(origin: string, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(`${origin}/fields`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) });
  if (!answer.ok) throw new Error(`${origin}/fields answered ${answer.status}.`);
}
