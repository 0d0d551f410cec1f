import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { builtOnce, conflict, demandMatch, forbidden, idArray, invalid, isId, isVisible, newId, notFound, utc } from '@dossier/sdk';
import type { Clock, Contributions, Database, Emits, Fault, OrganizationId, Sound, WorkspaceAccess } from '@dossier/sdk';
import { readApplications } from '../applications/contract.ts';
import type { Application, Applications } from '../applications/contract.ts';
import type { Templates } from '../templates/contract.ts';
import type { CaseStatus, CaseStore, Workflow } from '../workflow/contract.ts';
import { documentReviewed, documentUploaded, reviewDocuments, uploadDocuments } from './contract.ts';
import type { BlobStore, Document, Documents, IncomingFile, Seen, StoredBlob } from './contract.ts';
import { tooLarge } from './disk-store.ts';
import type { DocumentRow, DocumentTables } from './entities.ts';
import { kindOf } from './file-kinds.ts';
import { safeFileName } from './file-names.ts';
import { drained, filesOfJson, noFile, toTheEnd } from './incoming.ts';
import type { JsonFile } from './incoming.ts';
import { inspected } from './inspection.ts';
import { claim, isUsed, uploadKey } from './once.ts';
import type { UploadKey } from './once.ts';
import { refusals } from './refusals.ts';
import { demandRoom } from './room.ts';
import { createStock } from './stock.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly applications: Applications;
  readonly templates: Templates;
  readonly workflow: Workflow;
  readonly stores: Contributions<CaseStore>;
  readonly log: Emits<typeof documentUploaded | typeof documentReviewed>;
  /** Largest file in bytes. */
  readonly limit: number;
}

/** Documents of one upload; `replayed` when an earlier one with the same key made them. */
export interface Uploaded {
  readonly documents: readonly Document[];
  readonly replayed: boolean;
}

export interface DocumentDesk extends Documents {
  /**
   * As {@link Documents.upload}, once per `Idempotency-Key` of this actor and application within 24 hours. Throws besides
   * `bad-idempotency-key` (400) and, when the key was used for other files, `idempotency-key-reused` (422).
   */
  uploadOnce(access: WorkspaceAccess, applicationId: string, files: AsyncIterable<IncomingFile>, key: string | undefined): Promise<Uploaded>;
  /** What is wrong with as much of a JSON upload as could be read: with contents, and with what they are said to be. Nothing is kept. */
  faults(access: WorkspaceAccess, applicationId: string, files: Sound<readonly JsonFile[]>): Promise<readonly Fault[]>;
  /** As this reader may see them: who of the staff reviewed is not for clients. */
  ofMany(access: WorkspaceAccess, applications: readonly string[]): Promise<ReadonlyMap<string, readonly Document[]>>;
  /** Documents of an application that the actor may see; 404 otherwise. */
  list(access: WorkspaceAccess, applicationId: string): Promise<readonly Document[]>;
  /** One that the actor may see; 404 otherwise. */
  one(access: WorkspaceAccess, id: string): Promise<Document>;
  content(access: WorkspaceAccess, id: string): Promise<{ document: Document; bytes: AsyncIterable<Uint8Array> }>;
  /** The application that a document belongs to. */
  applicationOf(organization: OrganizationId, id: string): Promise<string | null>;
  /** Does a document refer to these bytes? */
  owned(organization: OrganizationId, key: string): Promise<boolean>;
}

type Keep = (bytes: AsyncIterable<Uint8Array>) => Promise<StoredBlob>;

interface Received extends StoredBlob {
  readonly fileName: string;
  readonly contentType: string;
  readonly requirementKey: () => string | null;
  readonly pointer: string;
}

const rowsOfMany = builtOnce((db: Kysely<DocumentTables>) => db.selectFrom('document').selectAll()
  .where('organizationId', '=', '').where('applicationId', '=', sql<string>`any(${''}::uuid[])`).orderBy('id'));

/** Uploads and reviews of documents: the only place with their rules. */
export function createDocuments({ database, clock, blobs, applications, templates, workflow, stores, log, limit }: Deps): DocumentDesk {
  const owned = (organization: OrganizationId, key: string): Promise<boolean> =>
    database.read(organization, async (tx) =>
      (await tx.sql<DocumentTables>().selectFrom('document').select('id').where('organizationId', '=', organization).where('blobKey', '=', key).limit(1).execute()).length > 0);
  const stock = createStock({ blobs, limit, owned });

  const find = async (organization: OrganizationId, id: string): Promise<DocumentRow | undefined> => !isId(id) ? undefined :
    database.read(organization, (tx) => tx.sql<DocumentTables>().selectFrom('document').selectAll().where('organizationId', '=', organization).where('id', '=', id).executeTakeFirst());

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

  /** Reads a file to its end whatever is wrong with it, so that the next one can be read. Without `keep` it is only looked at: then null. */
  const receive = async (file: IncomingFile, keep: Keep | null): Promise<Received | null> => {
    const fileName = safeFileName(file.fileName);
    let contentType = '';
    const looked = (bytes: IncomingFile['bytes']): AsyncGenerator<Uint8Array> => inspected(bytes, file.pointer, async (findings) => {
      if (bytes.truncated) throw tooLarge(limit);
      if (findings.size === 0) throw invalid([{ pointer: file.pointer, code: 'empty', detail: `"${fileName}" is empty. Choose the file again.` }]);
      contentType = await kindOf(fileName, findings, file.pointer);
    });
    const staged = await toTheEnd(file.bytes, async (bytes) => (keep ? keep(looked(bytes)) : drained(looked(bytes))));
    return staged ? { ...staged, fileName, contentType, requirementKey: file.requirementKey, pointer: file.pointer } : null;
  };

  /** Files that are for no document which the template requires. */
  const strayed = async (organization: OrganizationId, { templateId, templateVersion }: Application, files: readonly Pick<IncomingFile, 'requirementKey' | 'pointer'>[]): Promise<readonly Fault[]> => {
    const { requiredDocuments } = await templates.version(organization, templateId, templateVersion);
    const known = requiredDocuments.map((required) => required.key);
    return files.flatMap((file): Fault[] => {
      const key = file.requirementKey();
      if (key === null || known.includes(key)) return [];
      const choice = known.length === 0 ? 'The template requires none; leave it out.' : `Required are ${known.join(', ')}.`;
      return [{ pointer: `${file.pointer}/requirementKey`, code: 'unknown-requirement', detail: `"${key.slice(0, 100)}" is not a required document of this application. ${choice}` }];
    });
  };

  /** All files, or every fault of them. Once something is wrong, nothing more is kept. */
  const receiveAll = async (organization: OrganizationId, application: Application, files: AsyncIterable<IncomingFile>, keep: Keep): Promise<readonly Received[]> => {
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
    refused.refuse(await strayed(organization, application, sent));
    return received;
  };

  const record = (access: WorkspaceAccess, application: Application, received: readonly Received[], once: UploadKey | undefined): Promise<Uploaded> =>
    database.write(access, async (tx) => {
      const status = await locked(access, application.id);
      const rows = received.map((file): DocumentRow => ({
        organizationId: access.organization, id: newId(), workspaceId: application.workspaceId, applicationId: application.id,
        fileName: file.fileName, contentType: file.contentType, size: file.size, sha256: file.sha256, blobKey: file.key, requirementKey: file.requirementKey(),
        reviewStatus: 'pending', reason: null, reviewedBy: null, reviewedAt: null,
        uploadedByKind: access.actor.kind, uploadedById: access.actor.id, uploadedByName: access.actor.name, createdAt: clock.now().toISOString(),
      }));
      const earlier = once ? await claim(tx, once, rows, clock.now()) : null;
      if (earlier) return { documents: earlier.map(asDocument), replayed: true };
      refuseDecided(status);
      await demandRoom(tx, access.organization, application.id, rows.length);
      await tx.sql<DocumentTables>().insertInto('document').values(rows).execute();
      const clients = await clientsOf(access, application.id);
      for (const row of rows) {
        log.emit(documentUploaded, access, {
          subject: { type: 'application', id: application.id }, workspace: application.workspaceId,
          after: { document: row.id, fileName: row.fileName, requirementKey: row.requirementKey, reviewStatus: row.reviewStatus },
        }, { documentId: row.id, fileName: row.fileName, clients });
      }
      await workflow.recheck(access, application.id, 'documents');
      database.afterCommit(() => { for (const file of received) void blobs.settle(access.organization, file).catch(() => undefined); });
      return { documents: rows.map(asDocument), replayed: false };
    });

  const uploadOnce: DocumentDesk['uploadOnce'] = async (access, applicationId, files, key) => {
    access.demand(uploadDocuments);
    const application = await applications.get(access, applicationId);
    if (!application) throw notFound();
    const once = uploadKey(access, applicationId, key);
    // What was answered before is answered again, even when the application has been decided since.
    if (!once || !(await database.read(access, (tx) => isUsed(tx, once, clock.now())))) refuseDecided(application.status);
    return stock.during(access.organization, async (keep) => {
      const received = await receiveAll(access.organization, application, files, keep);
      const value = await record(access, application, received, once);
      return { value, kept: !value.replayed };
    });
  };

  const visible = async (access: WorkspaceAccess, id: string): Promise<DocumentRow> => {
    const row = await find(access.organization, id);
    if (!row || !(await applications.get(access, row.applicationId))) throw notFound();
    return row;
  };

  const rowsOf = async (organization: OrganizationId, ids: readonly string[]): Promise<readonly DocumentRow[]> => {
    const known = ids.filter(isId);
    return known.length === 0 ? [] : database.read(organization, (tx) => rowsOfMany(tx, [organization, idArray(known)]));
  };

  return {
    owned,
    of: async (organization, applicationId) => (await rowsOf(organization, [applicationId])).map(asDocument),
    ofMany: async (access, ids) => Map.groupBy((await rowsOf(access.organization, ids)).map((row) => asShown(access, row)), ({ applicationId }) => applicationId),
    applicationOf: async (organization, id) => (await find(organization, id))?.applicationId ?? null,

    upload: async (access, applicationId, files) => (await uploadOnce(access, applicationId, files, undefined)).documents,
    uploadOnce,

    async faults(access, applicationId, files) {
      const application = await applications.get(access, applicationId);
      if (!application) return [];
      const refused = refusals();
      const whole = files.map((file) => (file?.contentBase64 === undefined ? undefined : { fileName: file.fileName ?? '', contentBase64: file.contentBase64 }));
      for await (const file of filesOfJson(whole, limit)) await receive(file, null).catch((error: unknown) => refused.note(error, file.pointer));
      return [...refused.faults, ...await strayed(access.organization, application, files.map((file, i) => ({ requirementKey: () => file?.requirementKey || null, pointer: `/files/${i}` })))];
    },

    async list(access, applicationId) {
      if (!(await applications.get(access, applicationId))) throw notFound();
      return (await rowsOf(access.organization, [applicationId])).map((row) => asShown(access, row));
    },

    one: async (access, id) => asShown(access, await visible(access, id)),

    async content(access, id) {
      const row = await visible(access, id);
      return { document: asDocument(row), bytes: await blobs.read(row.organizationId, row.blobKey) };
    },

    review: (access, id, { reviewStatus, reason, seen, ifMatch }) => {
      access.demand(reviewDocuments);
      const why = reviewStatus === 'rejected' ? (reason?.trim() ?? '') : null;
      if (why !== null && !isVisible(why)) throw invalid([{ pointer: '/reason', code: 'missing', detail: 'Say why the document is rejected: the client reads it.' }]);
      return database.write(access, async (tx) => {
        const { applicationId, workspaceId } = (await find(access.organization, id)) ?? missing();
        // Staff reviews where the application is handled: a permission held in another workspace does not count.
        if (workspaceId !== access.workspace) throw notFound();
        refuseDecided(await locked(access, applicationId));
        // Whoever held the lock may have reviewed it.
        const row = (await find(access.organization, id)) ?? missing();
        const clients = await clientsOf(access, row.applicationId);
        if (clients.includes(access.actor.id)) throw forbidden('You are an applicant of this application: another officer reviews its documents.');
        if (row.reviewStatus === reviewStatus && row.reason === why) return asDocument(row);
        if (seen) refuseOvertaken(asDocument(row), seen);
        demandMatch(ifMatch, versionOf(asDocument(row)));
        const reviewed = reviewStatus === 'pending'
          ? { reviewStatus, reason: null, reviewedBy: null, reviewedAt: null }
          : { reviewStatus, reason: why, reviewedBy: access.actor.kind === 'user' ? access.actor.id : null, reviewedAt: clock.now().toISOString() };
        await tx.sql<DocumentTables>().updateTable('document').set(reviewed).where('organizationId', '=', access.organization).where('id', '=', id).execute();
        log.emit(documentReviewed, access, {
          subject: { type: 'application', id: row.applicationId }, workspace: row.workspaceId,
          before: { document: id, reviewStatus: row.reviewStatus, reason: row.reason },
          after: { document: id, fileName: row.fileName, requirementKey: row.requirementKey, reviewStatus, reason: reviewed.reason },
        }, { documentId: id, reviewStatus, clients });
        await workflow.recheck(access, row.applicationId, 'documents');
        return asDocument({ ...row, ...reviewed });
      });
    },
  };
}

function refuseDecided(status: CaseStatus): void {
  if (status === 'Approved' || status === 'Rejected') throw conflict('already-decided', `This application is ${status}; its documents no longer change.`);
}

/** Another one whenever the review stands otherwise: all else of a document stays as it came. */
export const versionOf = ({ reviewStatus, reviewedAt }: Seen): string => `${reviewStatus}-${reviewedAt === null ? 0 : Date.parse(reviewedAt)}`;

function refuseOvertaken(now: Document, seen: Seen): void {
  if (now.reviewStatus === seen.reviewStatus && now.reviewedAt === seen.reviewedAt) return;
  throw conflict('reviewed-meanwhile', `"${now.fileName}" was reviewed since you looked: it is ${now.reviewStatus} now, and your review was not recorded. Look at it again before you change that.`);
}

const missing = (): never => {
  throw notFound();
};

const asDocument = (row: DocumentRow): Document => ({
  id: row.id, applicationId: row.applicationId, fileName: row.fileName, contentType: row.contentType, size: row.size,
  reviewStatus: row.reviewStatus, requirementKey: row.requirementKey, reason: row.reason, reviewedBy: row.reviewedBy, reviewedAt: row.reviewedAt && utc(row.reviewedAt),
  uploadedBy: { kind: row.uploadedByKind, id: row.uploadedById, name: row.uploadedByName }, createdAt: utc(row.createdAt),
});

/** Clients learn how a document stands, why and since when; who works on it inside the house is not for them. */
const asShown = (access: WorkspaceAccess, row: DocumentRow): Document => {
  const inside = access.actor.kind === 'key' || (access.workspace === row.workspaceId && access.can(readApplications));
  return { ...asDocument(row), ...(inside ? {} : { reviewedBy: null }) };
};
