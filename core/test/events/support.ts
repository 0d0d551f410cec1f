import { randomBytes } from 'node:crypto';
import { Value } from 'typebox/value';
import { event, newId, Type } from '@dossier/sdk';
import type { Access, EventType, Log } from '@dossier/sdk';
import { openDatabase } from '../../facilities/database/index.ts';
import { testClock } from '../../testing/clock.ts';
import type { TestClock } from '../../testing/clock.ts';
import { blankDump } from '../../testing/dump.ts';
import type { DatabaseOptions, OpenDatabase } from '../../facilities/database/index.ts';
import { createEventWriter } from '../../facilities/events/writer.ts';
import type { EventWriter } from '../../facilities/events/writer.ts';
import type { AccessChange, Publisher } from '../../facilities/events/port.ts';
import { createPersonalParts } from '../../facilities/events/personal.ts';
import { eventData } from '../../facilities/events/schema.ts';

export const submitted = event('test/submitted@1', {
  title: 'Something was submitted',
  audience: 'external',
  schema: Type.Object({ n: Type.Integer() }),
});
export const noted = event('test/noted@1', {
  title: 'Something was noted',
  schema: Type.Object({ n: Type.Integer() }),
});

/** Seals and opens what is personal, under a secret of its own. */
export const personal = createPersonalParts({ root: randomBytes(32), now: () => new Date('2026-11-20T12:00:00.000Z') });

export const silent: Log = { info() {}, warn() {}, error() {} };

/** The system acting in an organization, without any permission. */
export const actingIn = (organization: string | null, workspace: string | null = null): Access => ({
  scope: 'organization',
  actor: { kind: 'user', id: 'u-1', name: 'Ada' },
  organization,
  audience: 'staff',
  workspace,
  has: () => true,
  can: () => false,
  demand() {},
});

export interface Bench {
  readonly open: OpenDatabase;
  readonly log: EventWriter;
  readonly wakes: () => number;
  readonly organization: string;
  /** Writes one event per number, in one transaction. */
  emit(
    numbers: readonly number[],
    o?: { type?: EventType<unknown>; organization?: string; workspace?: string },
  ): Promise<void>;
}

/** The log on a fresh database: embedded, or that of a PostgreSQL. */
export async function openBench(place: Pick<DatabaseOptions, 'url' | 'adminUrl'> = {}): Promise<Bench> {
  const open = await openDatabase({
    ...(place.url === undefined ? { dataDir: 'memory', loadDump: await blankDump() } : place),
    plugins: [],
    kernelTables: [eventData],
    log: silent,
  });
  await open.migrate();
  let wakes = 0;
  const log = createEventWriter({
    scope: open.scope,
    personal,
    now: () => new Date('2026-11-20T12:00:00.000Z'),
    wake: () => {
      wakes += 1;
    },
    check: true,
  });
  const organization = newId();
  return {
    open,
    log,
    organization,
    wakes: () => wakes,
    emit: (numbers, o = {}) =>
      open.database.write(o.organization ?? organization, async () => {
        for (const n of numbers)
          log.emit(
            o.type ?? submitted,
            actingIn(o.organization ?? organization, o.workspace ?? null),
            { subject: { type: 'thing', id: subjectOf(n) } },
            { n },
          );
      }),
  };
}

/** A UUID that carries a number. */
export const subjectOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Time that passes only when a test lets it. */
export const manualTiming = (): TestClock => testClock(new Date('2026-11-20T12:00:00.000Z'));

const Message = Type.Object({ id: Type.String(), type: Type.String(), seq: Type.String(), data: Type.Unknown() });

/** Remembers what was published; `fail` makes it refuse. */
export function rememberingPublisher(): Publisher & {
  readonly sent: { address: string; id: string; type: string; seq: string; data: unknown }[];
  readonly changes: AccessChange[];
  fail: boolean;
} {
  const publisher = {
    sent: [] as { address: string; id: string; type: string; seq: string; data: unknown }[],
    changes: [] as AccessChange[],
    fail: false,
    async publish(address: string, message: string) {
      if (publisher.fail) throw new Error('The broker is away.');
      publisher.sent.push({ address, ...Value.Parse(Message, JSON.parse(message)) });
    },
    async accessChanged(change: AccessChange) {
      publisher.changes.push(change);
    },
  };
  return publisher;
}
