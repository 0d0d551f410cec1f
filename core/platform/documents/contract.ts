import type { Readable } from 'node:stream';
import { event, extensionPoint, permission, service, slot, Type } from '@dossier/sdk';
import type { Answer, Fault, IfMatch, OrganizationId, WorkspaceAccess } from '@dossier/sdk';
import { applicationsFeature } from '../applications/contract.ts';
import type { Application } from '../applications/contract.ts';
import type { ReceivedFile, ScanState } from '../files/contract.ts';

/** Largest file in bytes. */
export const fileLimit = 25 * 1_048_576;

export type ReviewStatus = 'pending' | 'approved' | 'rejected';

/**
 * Who a document is for: the staff where the application is handled, or the client (and the key that submitted it) too.
 */
export type Audience = 'staff' | 'client';

/** A document of an application, by its specified names and their review. */
export interface Document {
  readonly id: string;
  readonly applicationId: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly reviewStatus: ReviewStatus;
  readonly requirementKey: string | null;
  /** The document that it was sent in the place of; null for readers who do not see that one. */
  readonly replaces: string | null;
  /** How its file stands with the scanners; null where there are none. */
  readonly scan: ScanState;
  /** Clients and keys are shown those for `client` only. */
  readonly audience: Audience;
  readonly reason: string | null;
  /** Who of the staff reviewed it; null for clients. */
  readonly reviewedBy: string | null;
  readonly reviewedAt: string | null;
  readonly uploadedBy: { readonly kind: string; readonly id: string; readonly name: string };
  readonly createdAt: string;
}

/** As it is shown to somebody. */
export interface ShownDocument extends Document {
  /**
   * May they show it to the client, or keep it from the client again? False for clients and keys, and for what the
   * client sent or was asked for. Also after the decision.
   */
  readonly mayChangeAudience: boolean;
}

/**
 * How a document stood when its reviewer looked: the time of its last review, to the millisecond, serves as its
 * version.
 */
export type Seen = Pick<Document, 'reviewStatus' | 'reviewedAt'>;

/** A file on its way in. */
export interface IncomingFile {
  readonly fileName: string;
  readonly bytes: AsyncIterable<Uint8Array> & { readonly truncated?: boolean };
  /** Which required document this is, or null. Asked when all files have been read, because a form may name it last. */
  requirementKey(): string | null;
  /**
   * `staff` or `client`, as the sender says, or null; asked as late. What an officer sends is for staff unless they say
   * otherwise, or it is a required document.
   */
  audience?(): string | null;
  /**
   * The document of the same application that it is sent in the place of, or null; asked as late. It is for the same
   * requirement unless it says another one.
   */
  replaces?(): string | null;
  /** Where faults of this file point: `/files/0`. */
  readonly pointer: string;
}

/** A file that comes before there is an application: its bytes as a stream, or as base64 in a text. */
export interface FileToTake extends Pick<IncomingFile, 'fileName' | 'pointer'> {
  readonly bytes: IncomingFile['bytes'] | string;
}

/** A file that was taken in before there was an application, and looked through. */
export interface TakenFile extends ReceivedFile {
  readonly fileName: string;
  readonly contentType: string;
}

/** A file that is kept already, and becomes a document. */
export interface KeptFile {
  /** Of its record. */
  readonly fileId: string;
  readonly fileName: string;
  readonly requirementKey: string | null;
}

export interface Documents {
  /**
   * Takes in a file that is to become a document later, by the rules of an upload; its caller keeps it, or gives it up
   * (`FileRecords`). Call it outside of transactions. Throws what is wrong with it: 413, 415, 422. Its stream is read
   * to its end also then.
   */
  take(access: WorkspaceAccess, file: FileToTake): Promise<TakenFile>;
  /**
   * Makes documents of files that are kept, in the open transaction that makes their application, before its workflow
   * begins. Throws `too-many-documents` (409). Whether they are asked for, its caller has checked.
   */
  attach(
    access: WorkspaceAccess,
    application: { readonly id: string; readonly workspaceId: string },
    files: readonly KeptFile[],
  ): Promise<void>;
  /** The answer of a route with the bytes of a file, as something to be saved; no browser runs anything in it. */
  asDownload(
    file: { readonly fileName: string; readonly contentType: string; readonly size: number },
    bytes: AsyncIterable<Uint8Array>,
  ): Answer<Readable>;
  /**
   * Keeps all files or none and checks again what waits for documents. Throws `not-found` (404), `already-decided` and
   * `too-many-documents` (409), `too-large` (413), `unsupported-type` (415), and 422 for no file, an empty one, an
   * infected one, an unknown requirement key, an audience that it cannot have, or a document that it cannot replace.
   */
  upload(
    access: WorkspaceAccess,
    applicationId: string,
    files: AsyncIterable<IncomingFile>,
  ): Promise<readonly Document[]>;
  /** Lists those of an application that its reader may know of, oldest first. Throws `not-found` (404). */
  list(access: WorkspaceAccess, applicationId: string): Promise<readonly ShownDocument[]>;
  /** Of one application, oldest first, without asking who reads: for step handlers. */
  of(organization: OrganizationId, applicationId: string): Promise<readonly Document[]>;
  /** The same of many at once, by the id of the application; of one without documents nothing. */
  ofCases(
    organization: OrganizationId,
    applicationIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Document[]>>;
  /**
   * With `seen`, throws `reviewed-meanwhile` (409), and with `ifMatch` `stale` (412), when the document stands
   * otherwise by now, unless it stands as it is to. Without both the last review wins.
   */
  review(
    access: WorkspaceAccess,
    id: string,
    o: { reviewStatus: ReviewStatus; reason: string | null; seen?: Seen | undefined; ifMatch?: IfMatch },
  ): Promise<Document>;
}
export const Documents = service<Documents>('documents/documents@1');

/** What another module has to say of files before they become documents. */
export interface UploadRule {
  /**
   * Which of the files that a client sends cannot come now, each with a pointer below its own
   * (`/files/0/requirementKey`). It is not asked of what staff sends, nor of an upload that was answered before.
   */
  faults(
    access: WorkspaceAccess,
    application: Application,
    files: readonly { readonly requirementKey: string | null; readonly pointer: string }[],
  ): Promise<readonly Fault[]>;
}
export const uploadRules = extensionPoint<UploadRule>('documents/upload-rule@1');

export const uploadDocuments = permission('documents.upload', {
  title: 'Upload documents',
  feature: applicationsFeature,
  keyScope: 'documents:write',
});
export const reviewDocuments = permission('documents.review', {
  title: 'Approve and reject documents',
  feature: applicationsFeature,
});

/** Users whose application it is. */
const clients = Type.Array(Type.String());
/** Absent in entries of versions that knew none, which clients could see. */
const audience = Type.Optional(Type.Union([Type.Literal('staff'), Type.Literal('client')]));
const forStaff = Type.Object({ documentId: Type.String(), fileName: Type.String(), audience });
const forClients = Type.Object({ documentId: Type.String(), fileName: Type.String(), audience, clients });
export const documentUploaded = event('documents/uploaded@1', {
  concerns: { client: '/payload/clients' },
  says: '{actor} uploaded {payload.fileName}[ for {after.requirementKey: member}][ to {subject}].',
  tells: { staff: '{actor} sent {payload.fileName}' },
  personal: ['/payload/fileName', '/before/fileName', '/after/fileName'],
  title: 'A document was uploaded',
  audience: 'external',
  schema: forClients,
});
const reviewTold = {
  by: 'payload.reviewStatus',
  is: { approved: '{actor} accepted {after.fileName}', rejected: '{actor} rejected {after.fileName}' },
  otherwise: '{actor} took back a review of {after.fileName}',
};
export const documentReviewed = event('documents/reviewed@1', {
  concerns: { client: '/payload/clients' },
  tells: {
    client: {
      by: 'payload.reviewStatus',
      is: { approved: 'We accept {after.fileName}', rejected: 'We cannot accept {after.fileName}' },
      otherwise: 'We look at {after.fileName} again',
    },
    staff: reviewTold,
  },
  says: {
    by: 'payload.reviewStatus',
    is: {
      approved: '{actor} accepted {after.fileName}[ in {subject}].',
      rejected: '{actor} rejected {after.fileName}[ in {subject}][: {after.reason}].',
    },
    otherwise: '{actor} took back a review of {after.fileName}[ in {subject}].',
  },
  personal: ['/before/fileName', '/after/fileName'],
  title: 'A document was reviewed',
  audience: 'external',
  schema: Type.Object({ documentId: Type.String(), reviewStatus: Type.String(), clients }),
});
/** Of a document that the client does not see; no event for clients says anything of it. */
export const staffDocumentUploaded = event('documents/staff-uploaded@1', {
  says: '{actor} uploaded {payload.fileName} (for staff only)[ for {after.requirementKey: member}][ to {subject}].',
  personal: ['/payload/fileName', '/before/fileName', '/after/fileName'],
  title: 'A document for staff only was uploaded',
  schema: forStaff,
});
export const staffDocumentReviewed = event('documents/staff-reviewed@1', {
  says: {
    by: 'payload.reviewStatus',
    is: {
      approved: '{actor} accepted {after.fileName} (for staff only)[ in {subject}].',
      rejected: '{actor} rejected {after.fileName} (for staff only)[ in {subject}][: {after.reason}].',
    },
    otherwise: '{actor} took back a review of {after.fileName} (for staff only)[ in {subject}].',
  },
  tells: { staff: reviewTold },
  personal: ['/before/fileName', '/after/fileName'],
  title: 'A document for staff only was reviewed',
  schema: Type.Object({ documentId: Type.String(), reviewStatus: Type.String() }),
});
const scan = Type.Union([
  Type.Literal('pending'),
  Type.Literal('clean'),
  Type.Literal('infected'),
  Type.Literal('failed'),
  Type.Null(),
]);
/** Scanners have looked through the file of a document, or could not. */
export const documentScanned = event('documents/scanned@1', {
  says: 'The virus check of {payload.fileName}[ in {subject}] ended[: {payload.scan}].',
  title: 'The virus check of a document has ended',
  audience: 'external',
  schema: Type.Object({ documentId: Type.String(), fileName: Type.String(), audience, scan, clients }),
});
/** The same of one that the client does not see. */
export const staffDocumentScanned = event('documents/staff-scanned@1', {
  says: 'The virus check of {payload.fileName} (for staff only)[ in {subject}] ended[: {payload.scan}].',
  title: 'The virus check of a document for staff only has ended',
  schema: Type.Object({ documentId: Type.String(), fileName: Type.String(), audience, scan }),
});
/** A document for staff only is for the client too from now on. */
export const documentShared = event('documents/shared@1', {
  says: '{actor} showed {payload.fileName}[ in {subject}] to the client.',
  personal: ['/payload/fileName', '/before/fileName', '/after/fileName'],
  title: 'A document was shown to the client',
  audience: 'external',
  schema: forClients,
});
/**
 * What the client has seen until now is for staff only. Their pages hear that there is something to load again, and
 * nothing else.
 */
export const documentWithdrawn = event('documents/withdrawn@1', {
  says: '{actor} made {payload.fileName}[ in {subject}] for staff only.',
  personal: ['/payload/fileName', '/before/fileName', '/after/fileName'],
  title: 'A document is for staff only from now on',
  schema: forClients,
});
/** Somebody of the staff asked for the contents. What clients read of their own application is not written down. */
export const documentRead = event('documents/read@1', {
  says: '{actor} looked at {payload.fileName}[ in {subject}].',
  personal: ['/payload/fileName', '/before/fileName', '/after/fileName'],
  title: 'A document was viewed or downloaded',
  schema: forStaff,
  isReading: true,
});

/** A file that is to be looked at: a document, or what another module keeps. */
export interface ViewedDocument {
  /** Another id is another file; while it stays the same, so does what is shown. */
  readonly id: string;
  readonly name: string;
  /** `application/pdf`, an image, or text; anything else is offered as a download. */
  readonly contentType: string;
  /** Its bytes; asked for when it is shown, and when the reader tries again. */
  load(signal: AbortSignal): Promise<Blob>;
  /** The address from which it is saved, also when it cannot be drawn; null where it cannot be. */
  readonly download: string | null;
}

/**
 * Shows a file, in the height that it is given. Any page may place it: the first of what
 * `new Offered(this, 'documents/viewer@1')` lists, in a `<dossier-slot>`. A plugin whose element comes before ours
 * shows files in its place.
 */
export const documentViewer = slot<{ source: ViewedDocument | null }>('documents/viewer@1');
