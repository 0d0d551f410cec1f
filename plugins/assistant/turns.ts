/** Rows of conversations. Each is asked for by its asker too, and not left to the wall alone. */
import type { Selectable } from 'kysely';
import { isId, utc } from '@dossier/sdk';
import type { Clock, Database, Transaction, WorkspaceAccess } from '@dossier/sdk';
import { mostOfAssistant } from './contract.ts';
import type { ModelFault, RecordNamed, Selection, Sent, TurnState } from './contract.ts';
import type { AssistantTables } from './entities.ts';

type WholeRow = Selectable<AssistantTables['assistant_turn']>;

/** A turn without all that was sent for it, which is long. */
export type TurnRow = Pick<WholeRow, (typeof shown)[number]>;
const shown = ['id', 'at', 'question', 'about', 'selection', 'passages', 'model', 'state', 'answer', 'fault'] as const;

/** A question on its way. */
export interface NewTurn {
  readonly id: string;
  readonly question: string;
  readonly about: readonly (RecordNamed & { readonly title: string })[];
  readonly selection: Selection | null;
  readonly passages: readonly string[];
  readonly model: string;
  readonly sent: Sent['messages'];
  readonly digest: string;
}

/** The end of an answer. */
export interface Ended {
  readonly state: Exclude<TurnState, 'writing'>;
  readonly answer: string;
  readonly fault: ModelFault | null;
}

export interface Turns {
  /** Turns of the asker in this workspace, the oldest first. */
  list(access: WorkspaceAccess): Promise<readonly TurnRow[]>;
  /** With what was sent; undefined for one that is unknown, or not the asker's in this workspace. */
  whole(access: WorkspaceAccess, id: string): Promise<WholeRow | undefined>;
  /** Writes it in the open transaction; of very old ones no more are kept than there may be. */
  begin(tx: Transaction, access: WorkspaceAccess, turn: NewTurn): Promise<void>;
  /** Writes the answer; undefined where the conversation has been deleted meanwhile. */
  end(access: WorkspaceAccess, id: string, ended: Ended): Promise<TurnRow | undefined>;
  /** Deletes all of the asker in this workspace, in the open transaction; answers how many there were. */
  clear(tx: Transaction, access: WorkspaceAccess): Promise<number>;
}

export function createTurns({ database, clock }: { readonly database: Database; readonly clock: Clock }): Turns {
  const own = (tx: Transaction, { organization, actor, workspace }: WorkspaceAccess) =>
    tx
      .sql<AssistantTables>()
      .selectFrom('assistant_turn')
      .where('organizationId', '=', organization)
      .where('askerId', '=', actor.id)
      .where('workspaceId', '=', workspace);
  const ownToDelete = (tx: Transaction, { organization, actor, workspace }: WorkspaceAccess) =>
    tx
      .sql<AssistantTables>()
      .deleteFrom('assistant_turn')
      .where('organizationId', '=', organization)
      .where('askerId', '=', actor.id)
      .where('workspaceId', '=', workspace);

  return {
    list: (access) => database.read(access, (tx) => own(tx, access).select(shown).orderBy('id').execute()),

    whole: async (access, id) =>
      isId(id)
        ? database.read(access, (tx) => own(tx, access).selectAll().where('id', '=', id).executeTakeFirst())
        : undefined,

    async begin(tx, access, { about, selection, passages, sent, ...turn }) {
      const { organization: organizationId, workspace: workspaceId, actor } = access;
      await tx
        .sql<AssistantTables>()
        .insertInto('assistant_turn')
        .values({
          ...{ organizationId, workspaceId, askerId: actor.id, at: utc(clock.now()) },
          ...turn,
          about: JSON.stringify(about),
          selection: selection && JSON.stringify(selection),
          passages: JSON.stringify(passages),
          sent: JSON.stringify(sent),
          ...{ state: 'writing', answer: '', fault: null },
        })
        .execute();
      const oldest = await own(tx, access)
        .select('id')
        .orderBy('id', 'desc')
        .offset(mostOfAssistant.turns)
        .limit(1)
        .executeTakeFirst();
      if (oldest) await ownToDelete(tx, access).where('id', '<=', oldest.id).execute();
    },

    end: (access, id, { state, answer, fault }) =>
      database.write(access, (tx) =>
        tx
          .sql<AssistantTables>()
          .updateTable('assistant_turn')
          .set({ state, answer, fault: fault && JSON.stringify(fault) })
          .where('organizationId', '=', access.organization)
          .where('askerId', '=', access.actor.id)
          .where('id', '=', id)
          .returning(shown)
          .executeTakeFirst(),
      ),

    async clear(tx, access) {
      const { numDeletedRows } = await ownToDelete(tx, access).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
