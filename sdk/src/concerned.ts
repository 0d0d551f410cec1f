import type { UserId } from './access.ts';
import { pointerNames } from './pointer.ts';
import { isRecord } from './record.ts';
import type { EventType } from './references.ts';
import type { LoggedEvent } from './work.ts';

/**
 * Ids of the people whom an event concerns for this reason, as its type declares it (`concerns`), each once; none where
 * it is of no type among these, or where nobody is named.
 */
export function concernedBy(
  types: readonly Pick<EventType<unknown>, 'id' | 'concerns'>[],
  event: Pick<LoggedEvent, 'type' | 'payload'>,
  why: string,
): readonly UserId[] {
  const pointer = types.find(({ id }) => id === event.type)?.concerns?.[why];
  if (pointer === undefined) return [];
  const named = pointerNames(pointer)
    .slice(1)
    .reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), event.payload);
  return [...new Set([named].flat())].filter((one): one is UserId => typeof one === 'string');
}
