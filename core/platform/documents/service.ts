import type { Fault, IfMatch, OrganizationAccess, OrganizationId, ValidPart, WorkspaceAccess } from '@dossier/sdk';
import type { FileRecord } from '../files/contract.ts';
import type { Audience, Document, Documents, IncomingFile, ReviewStatus, Seen, ShownDocument } from './contract.ts';
import type { DocumentRow } from './entities.ts';
import type { JsonFile } from './incoming.ts';

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

/** What routes and fields ask for, in addition to what other modules may. */
export interface DocumentService extends Documents {
  /**
   * As {@link Documents.upload}, once per `Idempotency-Key` of this actor and application within 24 hours. Throws
   * also `bad-idempotency-key` (400) and, when the key was used for other files, `idempotency-key-reused` (422).
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
  faults(
    access: WorkspaceAccess,
    applicationId: string,
    files: ValidPart<readonly JsonFile[]>,
  ): Promise<readonly Fault[]>;
  /** As this reader may see them: who of the staff reviewed is not for clients. */
  ofMany(
    access: WorkspaceAccess,
    applications: readonly string[],
  ): Promise<ReadonlyMap<string, readonly ShownDocument[]>>;
  /** One that the actor may see; 404 otherwise. */
  one(access: WorkspaceAccess, id: string): Promise<ShownDocument>;
  /**
   * What staff is given to read is an entry of the trail. Throws as `FileRecords.read` does for a file that must not
   * leave the house.
   */
  content(access: WorkspaceAccess, id: string): Promise<{ document: Document; bytes: AsyncIterable<Uint8Array> }>;
  /**
   * As {@link Documents.review}, and changes who may see it, also after the decision. Throws also 422
   * `nothing-to-change`, and 409 `not-for-staff-alone` for a document that the client or a key sent, or that was asked
   * for.
   */
  change(access: WorkspaceAccess, id: string, change: Change): Promise<ShownDocument>;
  /** How a file stands with the scanners has changed: tells it of each of its documents, in the open transaction. */
  scanned(access: OrganizationAccess, file: FileRecord): Promise<void>;
  /** Where a document belongs. */
  whereIs(
    organization: OrganizationId,
    id: string,
  ): Promise<Pick<DocumentRow, 'applicationId' | 'workspaceId' | 'audience'> | null>;
}
