import { service } from '@dossier/sdk';

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
