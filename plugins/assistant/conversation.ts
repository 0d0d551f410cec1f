/** A person's conversation in a workspace, as they may read it now. */
import { notFound, utc } from '@dossier/sdk';
import type { Contributions, Database, OrganizationId, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { People } from '@dossier/core/platform/people/contract';
import { manageIntegrations } from '@dossier/core/platform/settings/contract';
import type { AssistantRecord, Conversation, Sent, Turn } from './contract.ts';
import type { Models } from './model/models.ts';
import { nameOf, readable } from './reading.ts';
import type { TurnRow, Turns } from './turns.ts';

/** Administrators who are named. */
const NAMED = 3;

export interface Conversations {
  read(access: WorkspaceAccess): Promise<Conversation>;
  /** Deletes it, and says so in the trail unless there was none. */
  remove(access: WorkspaceAccess): Promise<void>;
  /** Shows what was sent for an answer. Throws 404, also where a record may not be read any more. */
  sent(access: WorkspaceAccess, id: string): Promise<Sent>;
}

interface Deps {
  readonly database: Pick<Database, 'write'>;
  readonly grants: Pick<AccessAdministration, 'holders'>;
  readonly people: Pick<People, 'users'>;
  readonly records: Pick<Contributions<AssistantRecord>, 'get'>;
  readonly models: Models;
  readonly turns: Turns;
  readonly tell: {
    readonly deleted: (access: WorkspaceAccess, turns: number) => void;
    readonly changed: (access: WorkspaceAccess) => void;
  };
}

export function conversations({ database, grants, people, records, models, turns, tell }: Deps): Conversations {
  const administrators = async (organization: OrganizationId): Promise<readonly string[]> => {
    const holders: readonly UserId[] = await grants.holders(organization, null, manageIntegrations);
    return [...(await people.users(holders.slice(0, NAMED))).values()].map(({ name }) => name);
  };

  return {
    async read(access) {
      const [model, rows] = [await models.of(access.organization), await turns.list(access)];
      const names = await readable(
        records,
        access,
        rows.flatMap(({ about }) => about),
      );
      // Clients are not shown who works in the house.
      const asksStaff = model === null && access.audience === 'staff';
      return {
        model: model?.name ?? null,
        maySetUp: access.can(manageIntegrations),
        askWhom: asksStaff ? await administrators(access.organization) : [],
        turns: rows.map((row) => (isReadable(row, names) ? turnOf(row) : withheld(row))),
      };
    },

    async remove(access) {
      const all = await database.write(access, async (tx) => {
        const count = await turns.clear(tx, access);
        if (count > 0) tell.deleted(access, count);
        return count;
      });
      if (all > 0) tell.changed(access);
    },

    async sent(access, id) {
      const row = await turns.whole(access, id);
      if (!row || !isReadable(row, await readable(records, access, row.about))) throw notFound();
      return { model: row.model, at: utc(row.at), digest: row.digest, messages: row.sent };
    },
  };
}

const isReadable = ({ about }: TurnRow, names: ReadonlySet<string>): boolean =>
  about.every((one) => names.has(nameOf(one)));

/** A turn as its asker is shown it. */
export const turnOf = (row: TurnRow): Turn => ({
  id: row.id,
  at: utc(row.at),
  text: row.question,
  about: row.about,
  selection: row.selection,
  model: row.model,
  state: row.state,
  answer: row.answer,
  fault: row.fault,
  withheld: false,
});

/** A turn about what its asker may not read any more. */
const withheld = (row: TurnRow): Turn => ({
  ...turnOf(row),
  ...{ text: '', about: [], selection: null, answer: '', fault: null, withheld: true },
});
