import type { EventLog, LogEntry, OrganizationAccess, Says } from '@dossier/sdk';
import type { SentencePart, Sentences } from './contract.ts';
import { forClient } from './for-clients.ts';
import type { Naming } from './naming.ts';
import { namedIn, plain, sentenceOf } from './sentence.ts';

export interface EntrySentences extends Sentences {
  /** Entries of one application, told at it; those of clients as these may know them. */
  ofCase(access: OrganizationAccess, entries: readonly LogEntry[]): Promise<readonly (readonly SentencePart[])[]>;
}

/** The words of events, as their types declare them: in the history of a case, in the inbox and in mails. */
export function createSentences({ log, naming }: { log: Pick<EventLog, 'types'>; naming: Naming }): EntrySentences {
  const known = new Map(log.types.map((one) => [one.type, one]));

  interface Telling {
    readonly entry: LogEntry;
    readonly says: Says | undefined;
  }
  const namesFor = (access: OrganizationAccess, some: readonly Telling[]) => {
    const named = new Map(some.map(({ entry, says }) => [entry, namedIn(entry, says)]));
    const all = new Set([...named.values()].flat());
    return naming.for(
      access,
      some.map(({ entry }) => entry),
      {
        contents: all.has('changes') ? 'withheld' : 'unasked',
        types: all,
        members: (entry) => named.get(entry)?.includes('member') ?? false,
      },
    );
  };

  return {
    async ofCase(access, entries) {
      const some = entries.map((entry) => ({ entry, says: known.get(entry.type)?.says }));
      const names = await namesFor(access, some);
      return some.map(({ entry, says }) => sentenceOf(entry, says, names, { subject: 'the application' }));
    },
    async told(reader, asked) {
      const some = asked.map(({ event, why, as }): Telling => {
        const { title = event.type, says, tells } = known.get(event.type) ?? {};
        const entry = { id: '', place: '', at: '', audience: 'internal', ...event, title } as const;
        const own = tells?.[why] ?? tells?.[as];
        return own === undefined && as === 'client'
          ? { entry: forClient(entry, reader.actor.id), says }
          : { entry, says: own ?? says };
      });
      const names = await namesFor(reader, some);
      return some.map(({ entry, says }) => plain(sentenceOf(entry, says, names)).replace(/\.$/, ''));
    },
  };
}
