/**
 * Who reads what: one's threads, as long as one may use messages, and those about an application where one may use them
 * and read that application. Asked at every reading, searching, telling and mailing; nothing of it is stored.
 */
import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { forbidden, idArray } from '@dossier/sdk';
import type {
  AccessControl,
  OrganizationAccess,
  OrganizationId,
  SystemAccess,
  Transaction,
  UserId,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { Cards } from '@dossier/core/platform/applications/cards/contract';
import { readApplications } from '@dossier/core/platform/applications/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { CaseStore } from '@dossier/core/platform/workflow/contract';
import { messagesFeature, useMessages } from './contract.ts';
import type { MessageTables, ThreadRow } from './entities.ts';

/** Somebody who may use messages, and where they do. */
export interface Reader {
  readonly access: OrganizationAccess;
  readonly userId: UserId;
  /** The workspaces in which they may use messages; at least one. */
  readonly places: readonly WorkspaceAccess[];
  /** Those of them in which they read applications. */
  readonly workspaces: readonly WorkspaceId[];
  /** Applications of which they are an applicant: what colleagues say about those is not for them. */
  readonly own: readonly string[];
}

export interface Reaching {
  /** Throws 403 for who may use messages nowhere. */
  of(access: OrganizationAccess): Promise<Reader>;
  /** The same by workspaces that are known; null for who may use them in none. */
  at(access: OrganizationAccess, places: readonly WorkspaceAccess[]): Promise<Reader | null>;
  /** All workspaces in which somebody works. */
  placesOf(access: OrganizationAccess): Promise<readonly WorkspaceAccess[]>;
  /** Of these people those who may read such a thread now, were they of it. */
  mayRead(
    organization: OrganizationId,
    thread: Pick<ThreadRow, 'applicationId' | 'workspaceId'>,
    people: readonly UserId[],
  ): Promise<readonly UserId[]>;
  /** Who may use messages in one of these workspaces now. */
  users(organization: OrganizationId, workspaces: readonly WorkspaceId[]): Promise<ReadonlySet<UserId>>;
}

interface Deps {
  readonly control: AccessControl;
  readonly grants: AccessAdministration;
  readonly tenancy: Pick<Tenancy, 'workspaces'>;
  readonly cards: Cards;
  readonly store: Pick<CaseStore, 'load'>;
  readonly system: SystemAccess;
}

export function reaching({ control, grants, tenancy, cards, store, system }: Deps): Reaching {
  const self: Reaching = {
    async of(access) {
      const reader = await self.at(access, await self.placesOf(access));
      if (!reader) throw forbidden(`This needs the permission "${useMessages.title}".`);
      return reader;
    },

    async at(access, all) {
      const places = all.filter((place) => place.can(useMessages));
      if (places.length === 0) return null;
      const userId: UserId = access.actor.id;
      const workspaces = places.filter((place) => place.can(readApplications)).map(({ workspace }) => workspace);
      const own = workspaces.length > 0 ? await cards.asApplicant(access.organization, userId) : [];
      return { access, userId, places, workspaces, own };
    },

    async placesOf(access) {
      const ids = await grants.workspacesOf(access.organization, access.actor.id);
      const places = await Promise.all(ids.map((id) => control.atWorkspace(access, id)));
      return places.filter((place) => place !== undefined);
    },

    async mayRead(organization, { applicationId, workspaceId }, people) {
      if (people.length === 0) return [];
      if (applicationId === null || workspaceId === null) {
        const everywhere = (await tenancy.workspaces(organization)).map(({ id }) => id);
        const using = await self.users(organization, everywhere);
        return people.filter((id) => using.has(id));
      }
      const using = await self.users(organization, [workspaceId]);
      const reading = new Set(await grants.holders(organization, workspaceId, readApplications));
      const known = await store.load(await system(organization), applicationId);
      const applicants = new Set(known?.applicants.map(({ userId }) => userId));
      return people.filter((id) => using.has(id) && reading.has(id) && !applicants.has(id));
    },

    async users(organization, workspaces) {
      const places = await Promise.all(workspaces.map((workspace) => system(organization, workspace)));
      // Who works there as a client is no colleague, whatever their role was given.
      const open = places.filter((place) => place.workspaceType !== 'CLIENT' && place.has(messagesFeature));
      return grants.holdersIn(
        organization,
        open.map(({ workspace }) => workspace),
        useMessages,
      );
    },
  };
  return self;
}

/** For whom rows are read and written: they are all for the staff. */
export const asStaff = ({ organization, readOnly = false }: OrganizationAccess) =>
  ({ organization, audience: 'staff', readOnly }) as const;

/** The threads that a reader reads now, each with how they stand to it, as `me`. */
export const threadsOf = (tx: Transaction, { access, userId, workspaces, own }: Reader) =>
  tx
    .sql<MessageTables>()
    .selectFrom('message_thread')
    .innerJoin('message_member as me', (join) =>
      join
        .onRef('me.organizationId', '=', 'message_thread.organizationId')
        .onRef('me.threadId', '=', 'message_thread.id'),
    )
    .where('message_thread.organizationId', '=', access.organization)
    .where('me.organizationId', '=', access.organization)
    .where('me.userId', '=', userId)
    .where('me.leftAt', 'is', null)
    .where(
      sql<SqlBool>`("message_thread"."applicationId" is null
        or ("message_thread"."workspaceId" = any(${idArray(workspaces)}::uuid[])
          and "message_thread"."applicationId" <> all(${idArray(own)}::uuid[])))`,
    );
