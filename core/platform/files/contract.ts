import { extensionPoint, Problem, service } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId } from '@dossier/sdk';

/** What files can be here, each with the one name under which it is stored and served. */
export type FileType = 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/webp' | 'text/plain';

/** What documents are taken as. */
export const documentTypes: readonly FileType[] = ['application/pdf', 'image/png', 'image/jpeg', 'text/plain'];

/** Where a file goes: under which name it came (empty: none), and where its faults point. */
export interface LookedAt {
  readonly fileName: string;
  /** JSON Pointer. */
  readonly pointer: string;
}

export interface FoundFile {
  readonly type: FileType;
  /** Bytes. */
  readonly size: number;
}

/** A picture as it is kept to be shown in small, without what cameras and programs write in addition to it. */
export interface SmallPicture {
  readonly contentType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/**
 * The one that says what a file is. Everything that people or programs upload passes it: what it calls a PDF, a picture
 * or a text has been looked through as that,
 * and what a browser would take for something else than it is stored as is refused. What the sender declares is not
 * asked.
 */
export interface Files {
  /**
   * Hands on every chunk of a document. At the end `judge` is called; it throws what is wrong with the file for its
   * receiver, for example that it is empty,
   * and afterwards this throws 415 `unsupported-type`, and 422 `infected`, `active-content`, `too-complex`,
   * `locked`, `too-many-pixels`. The reader of the stream fails with it,
   * before it has kept anything. Last of all `found` hears what it is.
   */
  look(
    bytes: AsyncIterable<Uint8Array>,
    o: LookedAt & {
      judge(size: number): void;
      found(file: FoundFile): void;
    },
  ): AsyncGenerator<Uint8Array>;
  /**
   * A logo as it can be drawn everywhere, at most 640 by 240 pixels large and, but for pictures that nothing makes
   * light, 50 kB heavy: decoded, made smaller and written anew, so that nothing of what was sent is served.
   * Throws 415 `unsupported-type` for what is no whole PNG, JPEG or WebP, or cannot be drawn, and 422 `bad-size` beyond
   * `pixels` each way.
   */
  logo(bytes: Buffer, o: { readonly pointer: string; readonly pixels: number }): Promise<SmallPicture>;
}
export const Files = service<Files>('files/files@1');

/**
 * Where the bytes of files are kept, each under a key of its own that nothing was put under before. Who takes a file in
 * has written down where its bytes go before the first of them is put, so a store needs no protection from crashes but
 * this: what {@link BlobStore.put} has answered is there, also after a power cut. All nodes share one store. One that
 * cannot be reached throws {@link storeAway}.
 */
export interface BlobStore {
  /**
   * Do new files of this organization go here? For a store that organizations set up for themselves, each with a place
   * of its own. One without this takes new files where `FILES_STORE` names it.
   */
  serves?(organization: OrganizationId): Promise<boolean>;
  /** Keeps the bytes. Rejects with what their stream throws, and takes away what had come. 507 `storage-full`. */
  put(organization: OrganizationId, key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Null when nothing is kept under the key. */
  read(organization: OrganizationId, key: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Also of what is there in part, or not at all. */
  remove(organization: OrganizationId, key: string): Promise<void>;
}
/**
 * Stores of a plugin beside the disk. The id of the contribution stands in the record of each file, so it never
 * changes. New files go to the first that serves their organization, else to the one that `FILES_STORE` names; old ones
 * are read where they are.
 */
export const fileStores = extensionPoint<BlobStore>('files/store@1');

/**
 * How a file stands with the scanners: waits for them, was found harmless or infected, or could not be scanned. Null
 * where no scanner was there when it came, and for files that are made here.
 */
export type ScanState = 'pending' | 'clean' | 'infected' | 'failed' | null;

/** A file on its way to a scanner. */
export interface ScannedFile {
  readonly organization: OrganizationId;
  readonly id: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal SHA-256. */
  readonly sha256: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Aborted when the time for it has passed, or the process stops. */
  readonly signal: AbortSignal;
}

/** What a scanner found; `threat` is the name that it gives to it. */
export type ScanVerdict = { readonly clean: true } | { readonly clean: false; readonly threat: string };

/**
 * Looks through what comes from outside. Where there is at least one, a file waits for all of them before anybody can
 * download it. What throws is tried again, and then counts as not scanned. Asked outside of transactions, at least once
 * for each file, by a job.
 */
export interface FileScanner {
  scan(file: ScannedFile): Promise<ScanVerdict>;
}
export const fileScanners = extensionPoint<FileScanner>('files/scanner@1');

/** Somebody who keeps files, and wants to know what scanners find. */
export interface FileKeeper {
  /**
   * How a file stands has changed; called inside the transaction that writes it down, so that what is emitted here is
   * emitted exactly once.
   */
  scanned(access: OrganizationAccess, file: FileRecord): Promise<void>;
}
export const fileKeepers = extensionPoint<FileKeeper>('files/keeper@1');

/** Bytes that have come and that nothing refers to yet. */
export interface ReceivedFile {
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A file that is kept. */
export interface FileRecord extends ReceivedFile {
  readonly contentType: string;
  readonly scan: ScanState;
  /** What the scanner calls it; null unless it is infected. */
  readonly threat: string | null;
}

/**
 * Files that are kept for other modules, which refer to them by id. The record of a file is written before its bytes
 * are, and counts only when {@link FileRecords.keep} was committed: a crash anywhere leaves neither bytes without a
 * record nor a record without bytes, but for an hour at most, after which they are swept.
 */
export interface FileRecords {
  /**
   * Streams bytes into the store for new files. Throws `too-large` (413) past `limit`, 503 `file-store-missing`, and
   * what the stream throws, and then leaves nothing behind; after 503 `storage-away` the sweep clears up, since bytes
   * may still arrive. Call it outside of transactions. Unless it is kept within an hour it is taken for left over.
   */
  receive(
    access: OrganizationAccess,
    bytes: AsyncIterable<Uint8Array>,
    o: { readonly limit: number },
  ): Promise<ReceivedFile>;
  /**
   * Keeps what was received, in the open transaction that refers to it. What came `from: 'outside'` goes to the
   * scanners. Throws 409 `upload-expired` when it was swept meanwhile.
   */
  keep(
    access: OrganizationAccess,
    file: ReceivedFile,
    o: { readonly contentType: string; readonly from: 'outside' | 'here' },
  ): Promise<FileRecord>;
  /** Nothing will refer to it: takes it away again, unless it was kept after all. Outside of transactions. */
  giveUp(access: OrganizationAccess, file: ReceivedFile): Promise<void>;
  /**
   * The bytes; reading goes on where they are moved to another store in the middle of it. Throws `gone` (410) when
   * nothing is there, `infected` (403), 503 `storage-away`, and where there is a scanner `scan-pending` (409, also
   * asked of an old file, which is then scanned) and `not-scanned` (409). `name` is how the words of these problems
   * call it. Outside of transactions.
   */
  read(access: OrganizationAccess, id: string, o: { readonly name: string }): Promise<AsyncIterable<Uint8Array>>;
  /** In the open transaction: nothing refers to it any more. Its bytes go after the commit. */
  discard(access: OrganizationAccess, id: string): Promise<void>;
  /**
   * Number of an organization's files in the store with this id, with those that are on their way in or out. In the
   * open writing transaction: until its end no other file of theirs goes there, if it is a store that `serves`.
   */
  countIn(organization: OrganizationId, store: string): Promise<number>;
}
export const FileRecords = service<FileRecords>('files/records@1');

/** End of the move of one file: `missing` and `damaged` ones stay where they were, `gone` was deleted meanwhile. */
export interface MovedFile {
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  readonly outcome: 'moved' | 'gone' | 'missing' | 'damaged';
}

/**
 * Files that are carried to the store in which the new ones of their organization are kept. Each is copied, read back
 * there and compared by its digest before its record says that it is there, and goes from its old place last of all. A
 * crash anywhere leaves it whole in one of the two, and what is left over in the other is swept after an hour.
 */
export interface FileMoves {
  /** Id of that store, and what would be moved: number of files, and their bytes. */
  ahead(access: OrganizationAccess): Promise<{ readonly to: string; readonly files: number; readonly bytes: number }>;
  /**
   * Moves them one by one, and says of each how it went. Ends when all were tried; called again it takes up what is
   * left. Throws 503 `storage-away` and `file-store-missing`. Outside of transactions.
   */
  run(access: OrganizationAccess): AsyncIterable<MovedFile>;
}
export const FileMoves = service<FileMoves>('files/moves@1');

/** 503 for a store that does not answer as it should; `cause` is for the log. Nothing is lost by it. */
export const storeAway = (cause: unknown): Problem =>
  new Problem(503, 'storage-away', 'File storage not available', {
    detail: [
      'The place where the files of your organization are kept does not answer at the moment.',
      'Nothing is lost, and nothing was changed. Try again in a few minutes.',
    ].join(' '),
    cause,
  });

/** 413 for a file past the limit, which is given in bytes. */
export const tooLarge = (limit: number): Problem =>
  new Problem(413, 'too-large', 'Too large', {
    detail: `A file may have at most ${Math.floor(limit / 1_048_576)} MB. Send a smaller one.`,
  });

/** As the query builder sees the records, to join them with what refers to them. Show `scan` by {@link scanStateOf}. */
export interface FileTables {
  readonly file: {
    organizationId: string;
    id: string;
    contentType: string | null;
    size: number | null;
    sha256: string | null;
    scan: StoredScan;
  };
}
/** As it is stored: `unscanned` came when no scanner was there, `exempt` was made here. */
export type StoredScan = 'exempt' | 'unscanned' | 'pending' | 'clean' | 'infected' | 'failed';

/** How a stored state is shown. */
export const scanStateOf = (stored: StoredScan): ScanState =>
  stored === 'exempt' || stored === 'unscanned' ? null : stored;
