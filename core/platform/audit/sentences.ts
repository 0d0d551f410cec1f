import type { EventLog, LogEntry, OrganizationAccess, Says } from '@dossier/sdk';
import type { SentencePart, Sentences } from './contract.ts';
import { forClient } from './for-clients.ts';
import type { Naming } from './naming.ts';
import { namedIn, plain, sentenceOf } from './sentence.ts';

export interface EntrySentences extends Sentences {
  /** Entries of one application, told at it; without what changed inside of it for clients. */
  ofCase(
    access: OrganizationAccess,
    entries: readonly LogEntry[],
    as: 'staff' | 'client',
  ): Promise<readonly (readonly SentencePart[])[]>;
}

/** The words of events, as their types declare them: in the history of a case, in the inbox and in mails. */
export function createSentences({ log, naming }: { log: Pick<EventLog, 'types'>; naming: Naming }): EntrySentences {
  const known = new Map(log.types.map((one) => [one.type, one]));

  interface Telling {
    readonly entry: LogEntry;
    readonly says: Says | undefined;
    readonly as: 'staff' | 'client';
  }
  const namesFor = (access: OrganizationAccess, some: readonly Telling[]) => {
    const named = new Map(some.map(({ entry, says }) => [entry, namedIn(entry, says)]));
    const all = new Set([...named.values()].flat());
    return naming.for(
      access,
      some.map(({ entry }) => entry),
      {
        contents: all.has('changes') && some.every(({ as }) => as === 'staff') ? 'withheld' : 'unasked',
        types: all,
        members: (entry) => named.get(entry)?.includes('member') ?? false,
      },
    );
  };

  return {
    async ofCase(access, entries, as) {
      const some = entries.map((entry) => ({ entry, says: known.get(entry.type)?.says, as }));
      const names = await namesFor(access, some);
      return some.map(({ entry, says }) => sentenceOf(entry, says, names, { subject: 'the application' }));
    },
    async told(reader, asked) {
      const some = asked.map(({ event, why, as }): Telling => {
        const { title = event.type, says, tells } = known.get(event.type) ?? {};
        const entry = { id: '', place: '', at: '', audience: 'internal', ...event, title } as const;
        const own = tells?.[why] ?? tells?.[as];
        return own === undefined && as === 'client'
          ? { entry: forClient(entry, reader.actor.id), says, as }
          : { entry, says: own ?? says, as };
      });
      const names = await namesFor(reader, some);
      return some.map(({ entry, says }) => plain(sentenceOf(entry, says, names)).replace(/\.$/, ''));
    },
  };
}
