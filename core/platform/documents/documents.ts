import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import {
  builtOnce,
  conflict,
  demandMatch,
  forbidden,
  idArray,
  invalid,
  isId,
  isVisible,
  newId,
  notFound,
  utc,
} from '@dossier/sdk';
import type {
  Clock,
  Contributions,
  Database,
  Emits,
  Fault,
  IfMatch,
  OrganizationId,
  Sound,
  WorkspaceAccess,
} from '@dossier/sdk';
import type { Application, Applications } from '../applications/contract.ts';
import type { Files } from '../files/contract.ts';
import type { Templates } from '../templates/contract.ts';
import type { CaseStatus, CaseStore, Workflow } from '../workflow/contract.ts';
import { audienceFaults, audienceFor, isStaff, mayChangeAudience, maySee } from './audience.ts';
import {
  documentRead,
  documentReviewed,
  documentShared,
  documentUploaded,
  documentWithdrawn,
  reviewDocuments,
  staffDocumentReviewed,
  staffDocumentUploaded,
  uploadDocuments,
} from './contract.ts';
import type {
  Audience,
  BlobStore,
  Document,
  Documents,
  IncomingFile,
  ReviewStatus,
  Seen,
  ShownDocument,
  StoredBlob,
} from './contract.ts';
import { tooLarge } from './disk-store.ts';
import type { DocumentRow, DocumentTables } from './entities.ts';
import { safeFileName } from './file-names.ts';
import { drained, filesOfJson, noFile, toTheEnd } from './incoming.ts';
import type { JsonFile } from './incoming.ts';
import { claim, isUsed, uploadKey } from './once.ts';
import type { UploadKey } from './once.ts';
import { refusals } from './refusals.ts';
import { demandRoom } from './room.ts';
import { createStock } from './stock.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly files: Files;
  readonly applications: Applications;
  readonly templates: Templates;
  readonly workflow: Workflow;
  readonly stores: Contributions<CaseStore>;
  readonly log: Emits<DocumentEvent>;
  /** Largest file in bytes. */
  readonly limit: number;
}

type DocumentEvent =
  | typeof documentUploaded
  | typeof documentReviewed
  | typeof staffDocumentUploaded
  | typeof staffDocumentReviewed
  | typeof documentShared
  | typeof documentWithdrawn
  | typeof documentRead;

/** What becomes of a document: its review, who may see it, or both. */
export interface Change {
  readonly reviewStatus?: ReviewStatus | undefined;
  readonly reason: string | null;
  readonly audience?: Audience | undefined;
  readonly seen?: Seen | undefined;
  readonly ifMatch?: IfMatch;
}

/** Documents of one upload; `replayed` when an earlier one with the same key made them. */
export interface Uploaded {
  readonly documents: readonly ShownDocument[];
  readonly replayed: boolean;
}

export interface DocumentDesk extends Documents {
  /**
   * As {@link Documents.upload}, once per `Idempotency-Key` of this actor and application within 24 hours. Throws
   * besides `bad-idempotency-key` (400) and, when the key was used for other files, `idempotency-key-reused` (422).
   */
  uploadOnce(
    access: WorkspaceAccess,
    applicationId: string,
    files: AsyncIterable<IncomingFile>,
    key: string | undefined,
  ): Promise<Uploaded>;
  /**
   * What is wrong with as much of a JSON upload as could be read: with contents, and with what they are said to be.
   * Nothing is kept.
   */
  faults(access: WorkspaceAccess, applicationId: string, files: Sound<readonly JsonFile[]>): Promise<readonly Fault[]>;
  /** As this reader may see them: who of the staff reviewed is not for clients. */
  ofMany(
    access: WorkspaceAccess,
    applications: readonly string[],
  ): Promise<ReadonlyMap<string, readonly ShownDocument[]>>;
  /** Documents of an application that the actor may see; 404 otherwise. */
  list(access: WorkspaceAccess, applicationId: string): Promise<readonly ShownDocument[]>;
  /** One that the actor may see; 404 otherwise. */
  one(access: WorkspaceAccess, id: string): Promise<ShownDocument>;
  /** What staff is given to read is an entry of the trail. */
  content(access: WorkspaceAccess, id: string): Promise<{ document: Document; bytes: AsyncIterable<Uint8Array> }>;
  /**
   * As {@link Documents.review}, and changes who may see it, also after the decision. Throws besides 422
   * `nothing-to-change`, and 409 `not-for-staff-alone` for a document that the client or a key sent, or that was asked
   * for.
   */
  change(access: WorkspaceAccess, id: string, change: Change): Promise<ShownDocument>;
  /** Where a document belongs. */
  whereIs(
    organization: OrganizationId,
    id: string,
  ): Promise<Pick<DocumentRow, 'applicationId' | 'workspaceId' | 'audience'> | null>;
  /** Does a document refer to these bytes? */
  owned(organization: OrganizationId, key: string): Promise<boolean>;
}

type Keep = (bytes: AsyncIterable<Uint8Array>) => Promise<StoredBlob>;

interface Received extends StoredBlob {
  readonly fileName: string;
  readonly contentType: string;
  readonly requirementKey: () => string | null;
  readonly audience: () => string | null;
  readonly pointer: string;
}

/** Where an upload goes, and who its files are for unless its sender says otherwise. */
interface Target {
  readonly application: Application;
  readonly bySender: Audience;
}

const rowsOfMany = builtOnce((db: Kysely<DocumentTables>) =>
  db
    .selectFrom('document')
    .selectAll()
    .where('organizationId', '=', '')
    .where('applicationId', '=', sql<string>`any(${''}::uuid[])`)
    .orderBy('id'),
);

/** Uploads and reviews of documents: the only place with their rules. */
export function createDocuments({
  database,
  clock,
  blobs,
  files: recogniser,
  applications,
  templates,
  workflow,
  stores,
  log,
  limit,
}: Deps): DocumentDesk {
  const owned = (organization: OrganizationId, key: string): Promise<boolean> =>
    database.read(
      organization,
      async (tx) =>
        (
          await tx
            .sql<DocumentTables>()
            .selectFrom('document')
            .select('id')
            .where('organizationId', '=', organization)
            .where('blobKey', '=', key)
            .limit(1)
            .execute()
        ).length > 0,
    );
  const stock = createStock({ blobs, limit, owned });

  const find = async (organization: OrganizationId, id: string): Promise<DocumentRow | undefined> =>
    !isId(id)
      ? undefined
      : database.read(organization, (tx) =>
          tx
            .sql<DocumentTables>()
            .selectFrom('document')
            .selectAll()
            .where('organizationId', '=', organization)
            .where('id', '=', id)
            .executeTakeFirst(),
        );

  /** The status does not change until the open transaction ends. */
  const locked = async (access: WorkspaceAccess, applicationId: string): Promise<CaseStatus> => {
    const found = await stores.demand(access, 'application').lock(access, applicationId);
    if (!found) throw notFound();
    return found.status;
  };

  /** The users among the applicants: their pages hear of it too. */
  const clientsOf = async (access: WorkspaceAccess, applicationId: string): Promise<string[]> => {
    const subject = await stores.demand(access, 'application').load(access, applicationId);
    return [...new Set(subject?.applicants.flatMap(({ userId }) => userId ?? []))];
  };

  /** What clients and keys send is for them too, and so is what an officer sends to their own application. */
  const targetOf = async (access: WorkspaceAccess, application: Application): Promise<Target> => {
    const isClients =
      !isStaff(access, application) || (await clientsOf(access, application.id)).includes(access.actor.id);
    return { application, bySender: isClients ? 'client' : 'staff' };
  };

  /**
   * Reads a file to its end whatever is wrong with it, so that the next one can be read. Without `keep` it is only
   * looked at: then null.
   */
  const receive = async (file: IncomingFile, keep: Keep | null): Promise<Received | null> => {
    const fileName = safeFileName(file.fileName);
    let contentType = '';
    const looked = (bytes: IncomingFile['bytes']): AsyncGenerator<Uint8Array> =>
      recogniser.look(bytes, {
        fileName,
        pointer: file.pointer,
        judge(size) {
          if (bytes.truncated) throw tooLarge(limit);
          if (size === 0)
            throw invalid([
              { pointer: file.pointer, code: 'empty', detail: `"${fileName}" is empty. Choose the file again.` },
            ]);
        },
        found({ type }) {
          contentType = type;
        },
      });
    const staged = await toTheEnd(file.bytes, async (bytes) => (keep ? keep(looked(bytes)) : drained(looked(bytes))));
    return staged
      ? {
          ...staged,
          fileName,
          contentType,
          requirementKey: file.requirementKey,
          audience: () => file.audience?.() ?? null,
          pointer: file.pointer,
        }
      : null;
  };

  /** Files that are for no document which the template requires, or for whom they cannot be. */
  const strayed = async (
    organization: OrganizationId,
    { application, bySender }: Target,
    files: readonly Pick<IncomingFile, 'requirementKey' | 'audience' | 'pointer'>[],
  ): Promise<readonly Fault[]> => {
    const { requiredDocuments } = await templates.version(
      organization,
      application.templateId,
      application.templateVersion,
    );
    const known = requiredDocuments.map((required) => required.key);
    return files.flatMap((file): Fault[] => {
      const key = file.requirementKey();
      const audience = audienceFaults(file, bySender);
      if (key === null || known.includes(key)) return [...audience];
      const choice =
        known.length === 0 ? 'The template requires none; leave it out.' : `Required are ${known.join(', ')}.`;
      return [
        {
          pointer: `${file.pointer}/requirementKey`,
          code: 'unknown-requirement',
          detail: `"${key.slice(0, 100)}" is not a required document of this application. ${choice}`,
        },
        ...audience,
      ];
    });
  };

  /** All files, or every fault of them. Once something is wrong, nothing more is kept. */
  const receiveAll = async (
    organization: OrganizationId,
    target: Target,
    files: AsyncIterable<IncomingFile>,
    keep: Keep,
  ): Promise<readonly Received[]> => {
    const received: Received[] = [];
    const sent: IncomingFile[] = [];
    const refused = refusals();
    try {
      for await (const file of files) {
        sent.push(file);
        try {
          const one = await receive(file, refused.any ? null : keep);
          if (one) received.push(one);
        } catch (error) {
          refused.note(error, file.pointer);
        }
      }
    } catch (error) {
      refused.note(error, '/files');
    }
    if (sent.length === 0 && !refused.any) throw invalid([noFile]);
    refused.refuse(await strayed(organization, target, sent));
    return received;
  };

  const record = (
    access: WorkspaceAccess,
    { application, bySender }: Target,
    received: readonly Received[],
    once: UploadKey | undefined,
  ): Promise<Uploaded> =>
    database.write(access, async (tx) => {
      const status = await locked(access, application.id);
      const rows = received.map((file): DocumentRow => ({
        organizationId: access.organization,
        id: newId(),
        workspaceId: application.workspaceId,
        applicationId: application.id,
        fileName: file.fileName,
        contentType: file.contentType,
        size: file.size,
        sha256: file.sha256,
        blobKey: file.key,
        requirementKey: file.requirementKey(),
        audience: audienceFor(file, bySender),
        bySender,
        reviewStatus: 'pending',
        reason: null,
        reviewedBy: null,
        reviewedAt: null,
        uploadedByKind: access.actor.kind,
        uploadedById: access.actor.id,
        uploadedByName: access.actor.name,
        createdAt: clock.now().toISOString(),
      }));
      const earlier = once ? await claim(tx, once, rows, clock.now()) : null;
      if (earlier) return { documents: earlier.map((row) => asShown(access, row)), replayed: true };
      refuseDecided(status);
      for (const [audience, some] of Map.groupBy(rows, (row) => row.audience))
        await demandRoom(tx, access.organization, application.id, audience, some.length);
      await tx.sql<DocumentTables>().insertInto('document').values(rows).execute();
      const clients = await clientsOf(access, application.id);
      for (const row of rows) {
        const { id: documentId, fileName, requirementKey, reviewStatus, audience } = row;
        const change = {
          ...about(row),
          after: { document: documentId, fileName, requirementKey, reviewStatus, audience },
        };
        if (row.audience === 'staff')
          log.emit(staffDocumentUploaded, access, change, { documentId, fileName, audience });
        else log.emit(documentUploaded, access, change, { documentId, fileName, audience, clients });
      }
      await workflow.recheck(access, application.id, 'documents');
      database.afterCommit(() => {
        for (const file of received) void blobs.settle(access.organization, file).catch(() => undefined);
      });
      return { documents: rows.map((row) => asShown(access, row)), replayed: false };
    });

  const uploadOnce: DocumentDesk['uploadOnce'] = async (access, applicationId, files, key) => {
    access.demand(uploadDocuments);
    const application = await applications.get(access, applicationId);
    if (!application) throw notFound();
    const once = uploadKey(access, applicationId, key);
    // What was answered before is answered again, even when the application has been decided since.
    if (!once || !(await database.read(access, (tx) => isUsed(tx, once, clock.now()))))
      refuseDecided(application.status);
    const target = await targetOf(access, application);
    return stock.during(access.organization, async (keep) => {
      const received = await receiveAll(access.organization, target, files, keep);
      const value = await record(access, target, received, once);
      return { value, kept: !value.replayed };
    });
  };

  /**
   * Did the client send it, or somebody for them? An applicant always counts. Of what an older version took, so do
   * keys, and who made the application where no staff works on others'.
   */
  const isOfClient = async (
    access: WorkspaceAccess,
    { bySender, applicationId, uploadedByKind, uploadedById }: DocumentRow,
    clients: readonly string[],
  ): Promise<boolean> => {
    if (bySender === 'client' || uploadedByKind === 'key' || clients.includes(uploadedById)) return true;
    if (bySender === 'staff' || access.workspaceType === 'STAFF') return false;
    const source = (await applications.get(access, applicationId))?.source;
    return source?.kind === 'user' && source.id === uploadedById;
  };

  const change: DocumentDesk['change'] = async (access, id, { reviewStatus, reason, audience, seen, ifMatch }) => {
    // What one cannot see is not there, whatever one may do with others.
    const known = (await find(access.organization, id)) ?? missing();
    if (!maySee(access, known)) throw notFound();
    if (reviewStatus !== undefined) access.demand(reviewDocuments);
    if (audience !== undefined) access.demand(uploadDocuments);
    if (reviewStatus === undefined && audience === undefined)
      throw invalid([
        {
          pointer: '/reviewStatus',
          code: 'nothing-to-change',
          detail: 'Say how it was reviewed (reviewStatus), who may see it (audience), or both.',
        },
      ]);
    const why = reviewStatus === 'rejected' ? (reason?.trim() ?? '') : null;
    if (why !== null && !isVisible(why))
      throw invalid([
        {
          pointer: '/reason',
          code: 'missing',
          detail: `Say why the document is rejected: ${(audience ?? known.audience) === 'client' ? 'the client reads it' : 'your colleagues read it'}.`,
        },
      ]);
    return database.write(access, async (tx) => {
      // Staff reviews where the application is handled: a permission held in another workspace does not count.
      if (known.workspaceId !== access.workspace) throw notFound();
      if (!isStaff(access, known))
        throw forbidden('Who may see a document, and how it was reviewed, is decided by the staff.');
      const status = await locked(access, known.applicationId);
      if (reviewStatus !== undefined) refuseDecided(status);
      // Who held the lock may have reviewed it.
      const row = (await find(access.organization, id)) ?? missing();
      const clients = await clientsOf(access, row.applicationId);
      if (clients.includes(access.actor.id))
        throw forbidden('You are an applicant of this application: another officer reviews its documents.');
      const isReviewed = reviewStatus !== undefined && !(row.reviewStatus === reviewStatus && row.reason === why);
      const isMoved = audience !== undefined && row.audience !== audience;
      if (!isReviewed && !isMoved) return asShown(access, row);
      if (seen) refuseOvertaken(asDocument(row), seen);
      demandMatch(ifMatch, versionOf(asDocument(row)));
      if (isMoved && audience === 'staff') refuseHiding(row, await isOfClient(access, row, clients));
      if (isMoved) await demandRoom(tx, access.organization, row.applicationId, audience, 1);
      const next: DocumentRow = {
        ...row,
        ...(isReviewed ? reviewed(access, reviewStatus, why, clock.now()) : {}),
        audience: audience ?? row.audience,
      };
      const { reviewStatus: nextStatus, reason: nextReason, reviewedBy, reviewedAt } = next;
      await tx
        .sql<DocumentTables>()
        .updateTable('document')
        .set({ reviewStatus: nextStatus, reason: nextReason, reviewedBy, reviewedAt, audience: next.audience })
        .where('organizationId', '=', access.organization)
        .where('id', '=', id)
        .execute();
      const { fileName, requirementKey } = row;
      if (isMoved) {
        const moved = {
          ...about(row),
          before: { document: id, audience: row.audience },
          after: { document: id, fileName, audience },
        };
        log.emit(audience === 'client' ? documentShared : documentWithdrawn, access, moved, {
          documentId: id,
          fileName,
          audience,
          clients,
        });
      }
      if (isReviewed) {
        const review = {
          ...about(row),
          before: { document: id, reviewStatus: row.reviewStatus, reason: row.reason },
          after: { document: id, fileName, requirementKey, reviewStatus, reason: nextReason },
        };
        if (next.audience === 'staff')
          log.emit(staffDocumentReviewed, access, review, { documentId: id, reviewStatus });
        else log.emit(documentReviewed, access, review, { documentId: id, reviewStatus, clients });
        await workflow.recheck(access, row.applicationId, 'documents');
      }
      return asShown(access, next);
    });
  };

  const visible = async (access: WorkspaceAccess, id: string): Promise<DocumentRow> => {
    const row = await find(access.organization, id);
    if (!row || !maySee(access, row) || !(await applications.get(access, row.applicationId))) throw notFound();
    return row;
  };

  const rowsOf = async (organization: OrganizationId, ids: readonly string[]): Promise<readonly DocumentRow[]> => {
    const known = ids.filter(isId);
    return known.length === 0
      ? []
      : database.read(organization, (tx) => rowsOfMany(tx, [organization, idArray(known)]));
  };

  /** Of these applications, what this reader may know of. */
  const seenOf = async (access: WorkspaceAccess, ids: readonly string[]): Promise<readonly DocumentRow[]> =>
    (await rowsOf(access.organization, ids)).filter((row) => maySee(access, row));

  return {
    owned,
    of: async (organization, applicationId) => (await rowsOf(organization, [applicationId])).map(asDocument),
    ofMany: async (access, ids) =>
      Map.groupBy(
        (await seenOf(access, ids)).map((row) => asShown(access, row)),
        ({ applicationId }) => applicationId,
      ),
    whereIs: async (organization, id) => (await find(organization, id)) ?? null,

    upload: async (access, applicationId, files) =>
      (await uploadOnce(access, applicationId, files, undefined)).documents,
    uploadOnce,

    async faults(access, applicationId, files) {
      const application = await applications.get(access, applicationId);
      if (!application) return [];
      const refused = refusals();
      const whole = files.map((file) =>
        file?.contentBase64 === undefined
          ? undefined
          : { fileName: file.fileName ?? '', contentBase64: file.contentBase64 },
      );
      for await (const file of filesOfJson(whole, limit))
        await receive(file, null).catch((error: unknown) => refused.note(error, file.pointer));
      return [
        ...refused.faults,
        ...(await strayed(
          access.organization,
          await targetOf(access, application),
          files.map((file, i) => ({
            requirementKey: () => file?.requirementKey || null,
            audience: () => file?.audience || null,
            pointer: `/files/${i}`,
          })),
        )),
      ];
    },

    async list(access, applicationId) {
      if (!(await applications.get(access, applicationId))) throw notFound();
      return (await seenOf(access, [applicationId])).map((row) => asShown(access, row));
    },

    one: async (access, id) => asShown(access, await visible(access, id)),

    async content(access, id) {
      const row = await visible(access, id);
      const bytes = await blobs.read(row.organizationId, row.blobKey);
      const { id: documentId, fileName } = row;
      if (isStaff(access, row)) {
        await database.write(access, async () =>
          log.emit(
            documentRead,
            access,
            { ...about(row), after: { document: documentId, fileName } },
            { documentId, fileName },
          ),
        );
      }
      return { document: asDocument(row), bytes };
    },

    change,
    review: change,
  };
}

const about = ({ applicationId, workspaceId }: Pick<DocumentRow, 'applicationId' | 'workspaceId'>) => ({
  subject: { type: 'application', id: applicationId },
  workspace: workspaceId,
});

/** How a document is to stand after a review. */
function reviewed(
  access: WorkspaceAccess,
  reviewStatus: ReviewStatus,
  reason: string | null,
  now: Date,
): Pick<DocumentRow, 'reviewStatus' | 'reason' | 'reviewedBy' | 'reviewedAt'> {
  if (reviewStatus === 'pending') return { reviewStatus, reason: null, reviewedBy: null, reviewedAt: null };
  return {
    reviewStatus,
    reason,
    reviewedBy: access.actor.kind === 'user' ? access.actor.id : null,
    reviewedAt: now.toISOString(),
  };
}

/**
 * A document of which this change would leave the client without what they sent, or without the answer to what was
 * asked.
 */
function refuseHiding(row: DocumentRow, isOfClient: boolean): void {
  const detail =
    row.requirementKey !== null
      ? `"${row.fileName}" is a document that the client was asked for, so the client sees it.`
      : isOfClient
        ? `"${row.fileName}" was sent by the client, or for them, so the client sees it.`
        : null;
  if (detail !== null) throw conflict('not-for-staff-alone', detail);
}

function refuseDecided(status: CaseStatus): void {
  if (status === 'Approved' || status === 'Rejected')
    throw conflict('already-decided', `This application is ${status}; its documents no longer change.`);
}

/** Another one whenever the review stands otherwise, or others may see it: all else of a document stays as it came. */
export const versionOf = ({ reviewStatus, reviewedAt, audience }: Seen & Pick<Document, 'audience'>): string =>
  `${reviewStatus}-${reviewedAt === null ? 0 : Date.parse(reviewedAt)}${audience === 'staff' ? '-staff' : ''}`;

function refuseOvertaken(now: Document, seen: Seen): void {
  if (now.reviewStatus === seen.reviewStatus && now.reviewedAt === seen.reviewedAt) return;
  throw conflict(
    'reviewed-meanwhile',
    `"${now.fileName}" was reviewed since you looked: it is ${now.reviewStatus} now, and your review was not recorded. Look at it again before you change that.`,
  );
}

const missing = (): never => {
  throw notFound();
};

const asDocument = (row: DocumentRow): Document => ({
  id: row.id,
  applicationId: row.applicationId,
  fileName: row.fileName,
  contentType: row.contentType,
  size: row.size,
  reviewStatus: row.reviewStatus,
  requirementKey: row.requirementKey,
  audience: row.audience,
  reason: row.reason,
  reviewedBy: row.reviewedBy,
  reviewedAt: row.reviewedAt && utc(row.reviewedAt),
  uploadedBy: { kind: row.uploadedByKind, id: row.uploadedById, name: row.uploadedByName },
  createdAt: utc(row.createdAt),
});

/** Clients learn how a document stands, why and since when; who works on it inside the house is not for them. */
const asShown = (access: WorkspaceAccess, row: DocumentRow): ShownDocument => {
  const inside = access.actor.kind === 'key' || isStaff(access, row);
  return {
    ...asDocument(row),
    ...(inside ? {} : { reviewedBy: null }),
    mayChangeAudience: mayChangeAudience(access, row),
  };
};
