import { invalid } from '@dossier/sdk';
import { tooLarge } from '../files/contract.ts';
import type { Files, ReceivedFile } from '../files/contract.ts';
import type { IncomingFile } from './contract.ts';
import { safeFileName } from './file-names.ts';
import { drained, toTheEnd } from './incoming.ts';

/** Stores bytes. */
export type Keep = (bytes: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>;

/** A file that has come: its bytes are kept, and no document refers to them yet. */
export interface Received extends ReceivedFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly requirementKey: () => string | null;
  readonly audience: () => string | null;
  readonly replaces: () => string | null;
  readonly pointer: string;
}

/**
 * Reads a file to its end whatever is wrong with it, so that the next one can be read. Without `keep` it is only looked
 * at: then null.
 */
export type Receive = (file: IncomingFile, keep: Keep | null) => Promise<Received | null>;

/** Takes files of at most `limit` bytes, looked through on their way. */
export const receiving =
  ({ files, limit }: { readonly files: Files; readonly limit: number }): Receive =>
  async (file, keep) => {
    const fileName = safeFileName(file.fileName);
    let contentType = '';
    const looked = (bytes: IncomingFile['bytes']): AsyncGenerator<Uint8Array> =>
      files.look(bytes, {
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
          replaces: () => file.replaces?.() ?? null,
          pointer: file.pointer,
        }
      : null;
  };
