import {
  advisoryLock,
  asName,
  conflict,
  demandMatch,
  forbidden,
  invalid,
  isId,
  isName,
  isVisible,
  newId,
  notFound,
} from '@dossier/sdk';
import type {
  Database,
  Emits,
  Fault,
  IfMatch,
  OrganizationAccess,
  OrganizationId,
  Transaction,
  ValidPart,
} from '@dossier/sdk';
import { mostOfPhrase, phraseChanged, PhraseUse } from './contract.ts';
import type { Phrase, PhraseContent } from './contract.ts';
import type { PhraseTables } from './entities.ts';

/** All throw 403 for clients, and 404 for a text that is not there. */
export interface Phrases {
  /** Of one use, or of all, by use and place. */
  list(access: OrganizationAccess, use?: PhraseUse): Promise<readonly Phrase[]>;
  one(access: OrganizationAccess, id: string): Promise<Phrase>;
  /** Throws 422 with all faults, 409 `too-many-phrases`. */
  add(access: OrganizationAccess, content: PhraseContent): Promise<Phrase>;
  /** As `add`, and 412. Without a place it keeps its own, and is the last where its use changes. */
  change(access: OrganizationAccess, id: string, content: PhraseContent, ifMatch: IfMatch): Promise<Phrase>;
  remove(access: OrganizationAccess, id: string, ifMatch: IfMatch): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly log: Emits<typeof phraseChanged>;
}

export function createPhrases({ database, log }: Deps): Phrases {
  const rows = (tx: Transaction, organization: OrganizationId) =>
    tx
      .sql<PhraseTables>()
      .selectFrom('phrase')
      .select(['id', 'use', 'title', 'text', 'position', 'version'])
      .where('organizationId', '=', organization);

  const find = async (tx: Transaction, organization: OrganizationId, id: string): Promise<Phrase> => {
    const row = isId(id) ? await rows(tx, organization).where('id', '=', id).executeTakeFirst() : undefined;
    if (!row) throw notFound();
    return row;
  };

  /** Gives those of a use their places from 0 on, with this one at its own. */
  const place = async (
    tx: Transaction,
    organization: OrganizationId,
    use: PhraseUse,
    at: { readonly id: string; readonly position: number } | null,
  ): Promise<void> => {
    const all = await rows(tx, organization).where('use', '=', use).orderBy('position').orderBy('id').execute();
    const order = all.filter(({ id }) => id !== at?.id).map(({ id }) => id);
    if (at) order.splice(at.position, 0, at.id);
    for (const { id, position } of all)
      if (order.indexOf(id) !== position)
        await tx
          .sql<PhraseTables>()
          .updateTable('phrase')
          .set({ position: order.indexOf(id) })
          .where('organizationId', '=', organization)
          .where('id', '=', id)
          .execute();
  };

  const write = <T>(access: OrganizationAccess, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.write(access, async (tx) => {
      await advisoryLock(tx, `phrases/${access.organization}`);
      return work(tx);
    });

  const demandRoom = async (tx: Transaction, organization: OrganizationId, use: PhraseUse): Promise<void> => {
    const { length } = await rows(tx, organization).where('use', '=', use).execute();
    if (length >= mostOfPhrase.each)
      throw conflict('too-many-phrases', `There are ${mostOfPhrase.each} texts already. Remove some that nobody uses.`);
  };

  const told = (
    access: OrganizationAccess,
    id: string,
    before: PhraseContent | null,
    after: PhraseContent | null,
  ): void => {
    const said = after ?? before;
    if (!said) return;
    const side = ({ use, title, text }: PhraseContent) => ({ use, title, text });
    log.emit(
      phraseChanged,
      access,
      {
        subject: { type: 'phrase', id },
        ...(before ? { before: side(before) } : {}),
        ...(after ? { after: side(after) } : {}),
      },
      { use: said.use, title: said.title },
    );
  };

  return {
    list: (access, use) => {
      demandStaff(access);
      return database.read(access, (tx) => {
        const all = rows(tx, access.organization);
        return (use === undefined ? all : all.where('use', '=', use))
          .orderBy('use')
          .orderBy('position')
          .orderBy('id')
          .limit(PhraseUse.anyOf.length * mostOfPhrase.each)
          .execute();
      });
    },

    one: (access, id) => {
      demandStaff(access);
      return database.read(access, (tx) => find(tx, access.organization, id));
    },

    add: async (access, content) => {
      const { use, title, text } = wellWritten(content);
      const { organization } = access;
      return write(access, async (tx) => {
        await demandRoom(tx, organization, use);
        const id = newId();
        await tx
          .sql<PhraseTables>()
          .insertInto('phrase')
          .values({ organizationId: organization, id, use, title, text, position: mostOfPhrase.each, version: 1 })
          .execute();
        await place(tx, organization, use, { id, position: content.position ?? mostOfPhrase.each });
        told(access, id, null, { use, title, text });
        return find(tx, organization, id);
      });
    },

    change: async (access, id, content, ifMatch) => {
      const { organization } = access;
      return write(access, async (tx) => {
        const now = await find(tx, organization, id);
        demandMatch(ifMatch, now.version);
        const { use, title, text } = wellWritten(content);
        const moves = use !== now.use;
        if (moves) await demandRoom(tx, organization, use);
        const position = content.position ?? (moves ? mostOfPhrase.each : now.position);
        const differs = moves || title !== now.title || text !== now.text;
        if (!differs && position === now.position) return now;
        await tx
          .sql<PhraseTables>()
          .updateTable('phrase')
          .set({ use, title, text, version: now.version + 1 })
          .where('organizationId', '=', organization)
          .where('id', '=', id)
          .execute();
        await place(tx, organization, use, { id, position });
        if (moves) await place(tx, organization, now.use, null);
        // Its place alone is nothing that anybody would look up.
        if (differs) told(access, id, now, { use, title, text });
        return find(tx, organization, id);
      });
    },

    remove: (access, id, ifMatch) =>
      write(access, async (tx) => {
        const { organization } = access;
        const now = await find(tx, organization, id);
        demandMatch(ifMatch, now.version);
        await tx
          .sql<PhraseTables>()
          .deleteFrom('phrase')
          .where('organizationId', '=', organization)
          .where('id', '=', id)
          .execute();
        await place(tx, organization, now.use, null);
        told(access, id, now, null);
      }),
  };
}

/** What is wrong with a text beyond its form. */
export const phraseFaults = ({ title, text }: ValidPart<PhraseContent>): readonly Fault[] => [
  ...(title === undefined || isName(title, mostOfPhrase.title)
    ? []
    : [{ pointer: '/title', code: 'bad-name', detail: 'Say in one line by which words it is chosen.' }]),
  ...(text === undefined || isVisible(text)
    ? []
    : [{ pointer: '/text', code: 'missing', detail: 'Write what is to be said.' }]),
];

/** As it is stored: lines end alike, on every system. */
function wellWritten(content: PhraseContent): PhraseContent {
  const faults = phraseFaults(content);
  if (faults.length > 0) throw invalid(faults);
  return { ...content, title: asName(content.title), text: content.text.replaceAll(/\r\n?/g, '\n').trim() };
}

function demandStaff(access: OrganizationAccess): void {
  if (access.audience !== 'staff') throw forbidden('These texts are for those who work on applications.');
}
