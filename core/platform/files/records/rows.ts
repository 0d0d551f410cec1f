import { LockMode } from '@mikro-orm/core';
import { advisoryLock, isId } from '@dossier/sdk';
import type { Database, OrganizationAccess, OrganizationId, TableOf, Transaction } from '@dossier/sdk';
import { scanStateOf } from '../contract.ts';
import type { FileRecord } from '../contract.ts';
import { FileEntity } from '../entities.ts';
import type { StoredFile } from '../entities.ts';

type Which = Pick<StoredFile, 'organizationId' | 'id'>;

/**
 * Records as they are stored. They are administered one by one and nothing waits for them, so they are entities; what
 * must not happen twice is a change under a condition, which says whether it happened.
 */
export interface FileRows {
  /** Joins an open transaction. Null for one that is not kept. */
  kept(organization: OrganizationId, id: string): Promise<StoredFile | null>;
  /** In a writing transaction: as `kept`, and nobody else changes it until the end of that. */
  locked(access: OrganizationAccess, id: string): Promise<StoredFile | null>;
  /** One that is on its way out. */
  leaving(access: OrganizationAccess, id: string): Promise<StoredFile | null>;
  /** Waits for those who count what is in its store. */
  add(access: OrganizationAccess, file: StoredFile): Promise<void>;
  /** Writes `part` where the file is in one of these states. False when it is not. */
  change(
    access: OrganizationAccess,
    id: string,
    from: readonly StoredFile['state'][],
    part: Partial<StoredFile>,
  ): Promise<boolean>;
  /**
   * Puts the file where its copy is, and has the copy's record lead to where the file was, as one on its way out. False
   * when the file is elsewhere by now, or not kept, or the copy was swept.
   */
  exchange(access: OrganizationAccess, file: StoredFile, copy: StoredFile): Promise<boolean>;
  /** Deletes the record of one that is on its way out. */
  forget(organization: OrganizationId, id: string): Promise<void>;
  /** Does a kept record refer to what is under this key of a store? */
  refers(organization: OrganizationId, store: string, key: string): Promise<boolean>;
  /** Number of those in a store, in whatever state; until the end of the writing transaction none is added there. */
  countIn(organization: OrganizationId, store: string): Promise<number>;
  /** Ids of the stores in which an organization has files. */
  storesOf(organization: OrganizationId): Promise<readonly string[]>;
  /** Number of kept files that are in another store than this one, and their bytes. */
  elsewhere(organization: OrganizationId, store: string): Promise<{ readonly files: number; readonly bytes: number }>;
  /** A page of these, by id, behind the id `after`. */
  toMove(organization: OrganizationId, store: string, after: string | null): Promise<readonly StoredFile[]>;
  /**
   * A page of those that were neither kept nor taken away, of before a moment, of all organizations: by id, which is by
   * age, behind the id `after`.
   */
  unsettled(before: Date, after: string | null): Promise<readonly Which[]>;
  /** Of all organizations, the places with files of before a moment that no scanner has judged. */
  unscannedPlaces(before: Date): Promise<readonly Place[]>;
  /** A page of those of one place, in the same order. */
  unscanned(place: Place, before: Date, after: string | null): Promise<readonly Which[]>;
}

/** An organization and one of its workspaces, or none of them. */
export interface Place {
  readonly organizationId: string;
  readonly workspaceId: string | null;
}

interface Tables {
  readonly file: TableOf<typeof FileEntity>;
}

/** Records on a page of a sweep. */
const BATCH = 500;

const unjudged = ['unscanned', 'pending', 'failed'] as const;

/** The records of this database. */
export function fileRows(database: Database): FileRows {
  const oldest = { orderBy: { id: 'asc' }, limit: BATCH } as const;
  const behind = (after: string | null) => (after === null ? {} : { id: { $gt: after } });
  return {
    kept: async (organizationId, id) =>
      isId(id)
        ? database.read(organizationId, (tx) => tx.em.findOne(FileEntity, { organizationId, id, state: 'kept' }))
        : null,
    locked: ({ organization: organizationId }, id) =>
      database.write(organizationId, (tx) =>
        tx.em.findOne(FileEntity, { organizationId, id, state: 'kept' }, { lockMode: LockMode.PESSIMISTIC_WRITE }),
      ),
    leaving: ({ organization: organizationId }, id) =>
      database.read(organizationId, (tx) => tx.em.findOne(FileEntity, { organizationId, id, state: 'leaving' })),
    add: (access, file) =>
      database.write(access, async (tx) => {
        await counting(tx, access.organization, file.store);
        tx.em.create(FileEntity, file);
        await tx.em.flush();
      }),
    change: ({ organization: organizationId }, id, from, part) =>
      database.write(
        organizationId,
        async (tx) =>
          (await tx.em.nativeUpdate(FileEntity, { organizationId, id, state: { $in: [...from] } }, part)) > 0,
      ),
    exchange: ({ organization: organizationId }, file, copy) =>
      database.write(organizationId, async ({ em }) => {
        const { id, store, key } = file;
        const at = { organizationId, id, store, key, state: 'kept' } as const;
        if (!(await em.findOne(FileEntity, at, { lockMode: LockMode.PESSIMISTIC_WRITE }))) return false;
        // A place has one record, so the copy's goes before the file is there.
        if ((await em.nativeDelete(FileEntity, { organizationId, id: copy.id, state: 'incoming' })) === 0) return false;
        await em.nativeUpdate(FileEntity, at, { store: copy.store, key: copy.key });
        em.create(FileEntity, { ...copy, state: 'leaving', store, key });
        await em.flush();
        return true;
      }),
    forget: (organizationId, id) =>
      database.write(organizationId, async (tx) => {
        await tx.em.nativeDelete(FileEntity, { organizationId, id, state: 'leaving' });
      }),
    refers: (organizationId, store, key) =>
      database.read(
        organizationId,
        async (tx) => (await tx.em.count(FileEntity, { organizationId, store, key, state: 'kept' })) > 0,
      ),
    countIn: (organizationId, store) =>
      database.write(organizationId, async (tx) => {
        await counting(tx, organizationId, store);
        return tx.em.count(FileEntity, { organizationId, store });
      }),
    storesOf: (organizationId) =>
      database.read(organizationId, async (tx) => {
        const query = tx.sql<Tables>().selectFrom('file').select('store').distinct();
        return (await query.where('organizationId', '=', organizationId).execute()).map(({ store }) => store);
      }),
    elsewhere: (organizationId, store) =>
      database.read(organizationId, async (tx) => {
        const { files, bytes } = await tx
          .sql<Tables>()
          .selectFrom('file')
          .select((eb) => [eb.fn.countAll().as('files'), eb.fn.sum('size').as('bytes')])
          .where('organizationId', '=', organizationId)
          .where('state', '=', 'kept')
          .where('store', '!=', store)
          .executeTakeFirstOrThrow();
        return { files: Number(files), bytes: Number(bytes ?? 0) };
      }),
    toMove: (organizationId, store, after) =>
      database.read(organizationId, (tx) =>
        tx.em.find(FileEntity, { organizationId, ...behind(after), state: 'kept', store: { $ne: store } }, oldest),
      ),
    unsettled: (before, after) =>
      database.lookUp((tx) =>
        tx.em.find(FileEntity, { ...behind(after), state: { $ne: 'kept' }, createdAt: { $lt: before } }, oldest),
      ),
    // Of a set of rows, and no entity: for the query builder.
    unscannedPlaces: (before) =>
      database.lookUp((tx) =>
        tx
          .sql<Tables>()
          .selectFrom('file')
          .select(['organizationId', 'workspaceId'])
          .distinct()
          .where('state', '=', 'kept')
          .where('scan', 'in', [...unjudged])
          .where('createdAt', '<', before.toISOString())
          .execute(),
      ),
    unscanned: (place, before, after) =>
      database.read(place.organizationId, (tx) =>
        tx.em.find(
          FileEntity,
          { ...place, ...behind(after), state: 'kept', scan: { $in: [...unjudged] }, createdAt: { $lt: before } },
          oldest,
        ),
      ),
  };
}

/** Has those who count and those who add take turns. */
const counting = (tx: Transaction, organization: OrganizationId, store: string): Promise<void> =>
  advisoryLock(tx, `files/store ${organization} ${store}`);

/** As other modules know it. Only of one that is kept. */
export const asRecord = ({ id, contentType, size, sha256, scan, threat }: StoredFile): FileRecord => ({
  id,
  contentType: contentType ?? 'application/octet-stream',
  size: size ?? 0,
  sha256: sha256 ?? '',
  scan: scanStateOf(scan),
  threat: threat ?? null,
});
