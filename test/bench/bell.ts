import mqtt from 'mqtt';
import pg from 'pg';
import type { Result } from './compare.ts';
import { quantile } from './load.ts';
import { ticket } from './measurements.ts';
import type { Platform } from './platform.ts';

/** Submissions a second, and milliseconds for which hints are waited for in the end. */
const RATE = 100;
const PATIENCE = 30_000;

interface Sent {
  readonly id: string;
  readonly asked: number;
  readonly answered: number;
}

/**
 * Milliseconds until an officer's bell hears of an application that is theirs: under 100 submissions a second, from the
 * request; of a burst, from its answer. A hint bears no data, so it is matched by when the notice was stored, which its
 * id tells: the first one to its officer from then on.
 */
export async function bellTimes(
  platform: Platform,
  o: { readonly superUrl: string; readonly seconds: number; readonly burst: number },
): Promise<readonly Result[]> {
  const { demo, origin } = platform;
  const heard = new Map<string, number[]>();
  const clients: mqtt.MqttClient[] = [];
  const database = new pg.Client({ connectionString: o.superUrl });
  await database.connect();
  try {
    for (const { id, token } of demo.users) {
      const times: number[] = [];
      heard.set(id, times);
      const client = await mqtt.connectAsync(`${origin.replace(/^http/, 'ws')}/rt`, {
        protocolVersion: 4,
        clean: true,
        reconnectPeriod: 0,
        username: 'jwt',
        ...(await ticket(origin, { authorization: `Bearer ${token}` })),
      });
      client.on('message', () => times.push(Date.now()));
      await client.subscribeAsync(`dossier/1/o/${demo.organization.id}/u/${id}/notices`, { qos: 0 });
      clients.push(client);
    }

    /** Null when the platform is too busy to take it. */
    const submit = async (): Promise<Sent | null> => {
      const asked = Date.now();
      const answer = await fetch(`${origin}/api/v1/applications`, {
        method: 'POST',
        headers: { 'x-api-key': demo.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(demo.samples.doubtful),
      });
      const { id }: { id?: string } = JSON.parse(await answer.text());
      if (answer.status === 503) return null;
      if (answer.status !== 201 || id === undefined) throw new Error(`A submission was answered ${answer.status}.`);
      return { id, asked, answered: Date.now() };
    };

    /** Of each of these, the milliseconds between `from` and the hint; those of which no hint came are left out. */
    const waits = async (all: readonly (Sent | null)[], from: 'asked' | 'answered'): Promise<readonly number[]> => {
      const sent = all.filter((one) => one !== null);
      const ids = sent.map(({ id }) => id);
      const stored = async (): Promise<readonly { id: string; userId: string; subjectId: string }[]> =>
        (
          await database.query(
            `select "id", "userId", "subjectId" from "notice" where "kind" = 'assigned' and "subjectId" = any($1)`,
            [ids],
          )
        ).rows;
      const end = Date.now() + PATIENCE;
      let rows = await stored();
      while (Date.now() < end && new Set(rows.map(({ subjectId }) => subjectId)).size < ids.length) {
        await pause(250);
        rows = await stored();
      }
      await pause(1_000);
      const began = new Map(sent.map((one) => [one.id, one[from]]));
      return rows.flatMap(({ id, userId, subjectId }) => {
        const at = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
        const hint = heard.get(userId)?.find((time) => time >= at);
        const start = began.get(subjectId);
        return hint === undefined || start === undefined ? [] : [Math.max(0, hint - start)];
      });
    };

    const steady: Promise<Sent | null>[] = [];
    const begin = Date.now();
    for (let n = 0; n < RATE * o.seconds; n++) {
      await pause(begin + (n * 1000) / RATE - Date.now());
      steady.push(submit());
    }
    const atRate = await waits(await Promise.all(steady), 'asked');

    const burst: (Sent | null)[] = [];
    let left = o.burst;
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        while (left-- > 0) burst.push(await submit());
      }),
    );
    const afterBurst = await waits(burst, 'answered');
    return [
      result(`bell under ${RATE} submissions a second`, atRate, { of: steady.length, goal: 2_000 }),
      result(`bell in a burst of ${o.burst}`, afterBurst, { of: burst.length, goal: 5_000 }),
    ];
  } finally {
    await Promise.all(clients.map((client) => client.endAsync()));
    await database.end();
  }
}

function result(name: string, waits: readonly number[], o: { readonly of: number; readonly goal: number }): Result {
  const sorted = waits.toSorted((one, other) => one - other);
  const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)];
  const missing = o.of - waits.length;
  return {
    name,
    platform: p99,
    floor: null,
    ratio: null,
    goal: `p99 ≤ ${o.goal / 1000} s`,
    met: p99 <= o.goal && missing <= 0,
    shown: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms${missing > 0 ? `, ${missing} of ${o.of} refused or missing` : ''}`,
  };
}

const pause = (milliseconds: number): Promise<void> =>
  milliseconds <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds));
