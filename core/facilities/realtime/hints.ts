import { newId, shapeOf } from '@dossier/sdk';
import type { Access, Gate, Hint, Log } from '@dossier/sdk';
import { fillAddress, messageType } from '../events/index.ts';
import type { Publisher, TopicTable } from '../events/index.ts';

/** Tells who listens at a live address something that passes: nothing is stored, and nobody catches up with it. */
export interface Hints {
  /**
   * `at` fills the parameters of the topic's address; organization and workspace are those of the Access, which must
   * open the topic's gate (`forbidden`, `feature-off`). False when it was one too many and went to nobody.
   * @throws Error `K_HINT_DATA` for data that do not fit the hint, `K_HINT_ADDRESS` for a parameter that is missing or
   * no id.
   */
  tell(hint: Hint<unknown>, access: Access, at: Readonly<Record<string, string>>, data: unknown): boolean;
}

/** Hints of one actor in a second, at all addresses. */
const mostPerSecond = 20;
/** Of so many at most it is remembered when they came. */
const capacity = 10_000;

export function createHints(o: {
  topics: TopicTable;
  publisher: Pick<Publisher, 'publish'>;
  now: () => number;
  log: Log;
}): Hints {
  const byId = new Map(o.topics.topics.map((topic) => [topic.id, topic]));
  /** When the last hint of its kind came from an actor at an address; and how many of theirs in which second. */
  const last = new Map<string, number>();
  const counted = new Map<string, { readonly second: number; readonly count: number }>();

  const countHint = (actor: string, kind: string, every: number): boolean => {
    const now = o.now();
    if (now - (last.get(kind) ?? -Infinity) < every) return false;
    const second = Math.floor(now / 1000);
    const before = counted.get(actor);
    const count = before?.second === second ? before.count + 1 : 1;
    if (count > mostPerSecond) return false;
    if (last.size >= capacity) last.clear();
    if (counted.size >= capacity) counted.clear();
    last.set(kind, now);
    counted.set(actor, { second, count });
    return true;
  };

  return {
    tell(hint, access, at, data) {
      const topic = byId.get(hint.topic);
      if (!topic) throw new Error(`K_UNKNOWN_TOPIC No installed plugin declares the topic ${hint.topic}.`);
      demandOpen(topic.gate, access);
      const faults = shapeOf(hint.schema).faults(data);
      if (faults.length > 0) throw new Error(`K_HINT_DATA What ${hint.id} tells does not fit it. ${faults.join('; ')}`);
      const { organization: organizationId, workspace } = access;
      const address = fillAddress(topic.address, {
        ...at,
        organizationId,
        ...(workspace ? { workspaceId: workspace } : {}),
      });
      if (address === null)
        throw new Error(`K_HINT_ADDRESS ${hint.id} needs an id for each parameter of ${topic.address}.`);
      const actor = `${organizationId}/${access.actor.kind}:${access.actor.id}`;
      // The bound is on what people make others hear; the system tells each of many people once.
      if (access.actor.kind !== 'system' && !countHint(actor, `${actor} ${hint.id} ${address}`, hint.every))
        return false;
      const message = {
        specversion: '1.0',
        id: newId(),
        type: messageType(hint.id),
        source: `/o/${organizationId}${workspace ? `/w/${workspace}` : ''}`,
        time: new Date(o.now()).toISOString(),
        datacontenttype: 'application/json',
        data,
      };
      // Nobody waits for what passes: while the broker is away there are none.
      o.publisher
        .publish(address, JSON.stringify(message))
        .catch((error: unknown) => o.log.info({ err: error, hint: hint.id }, 'A hint was lost.'));
      return true;
    },
  };
}

/** Who does not hear at an address says nothing there. */
function demandOpen(gate: Gate, access: Access): void {
  if ('open' in gate) return;
  const { permission, anyOf } = gate;
  if (permission) access.demand(permission);
  const [first] = anyOf ?? [];
  if (first && !anyOf?.some((one) => access.can(one))) access.demand(first);
}
