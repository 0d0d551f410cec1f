/** The thread in which PDFs are read and written: what they are made of came from outside. */
import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { CheckedPage } from './check-page.ts';
import type { Bookmark, Gap, Merged } from './merge.ts';

export type Question =
  | { readonly kind: 'check' | 'add'; readonly bytes: Uint8Array }
  | ({ readonly kind: 'gap' } & Gap)
  | { readonly kind: 'end'; readonly title: string; readonly bookmarks: readonly Bookmark[] };

export type Answer =
  | { readonly kind: 'checked'; readonly page: CheckedPage }
  | { readonly kind: 'added' }
  | ({ readonly kind: 'merged' } & Merged)
  | { readonly kind: 'failed'; readonly why: string };

export interface ThreadLimits {
  /** For one page, or for writing the file. */
  readonly milliseconds: number;
  /** For the objects made of pages; their pictures come on top. */
  readonly megabytes: number;
}
/** The largest honest documents take a tenth of both. */
const usualLimits: ThreadLimits = { milliseconds: 30_000, megabytes: 192 };

/** The thread has read a page, and it cannot be taken. */
export class UnreadablePage extends Error {
  override readonly name = 'UnreadablePage';
}

/** One question after the other: who asks waits for the answer. */
export interface PdfThread {
  /** What takes too long, or too much memory, is broken. */
  check(bytes: Uint8Array): Promise<CheckedPage>;
  /** The next page of the file. Throws {@link UnreadablePage}; the file is given up then. */
  add(bytes: Uint8Array): Promise<void>;
  /** A sheet in the place of the next page. */
  gap(gap: Gap): Promise<void>;
  /** Writes the file; the next page begins another one. */
  end(o: { readonly title: string; readonly bookmarks: readonly Bookmark[] }): Promise<Merged>;
  close(): Promise<void>;
}

/** It starts with the first question, and anew after one with which it had to be ended. */
export function openThread(limits: ThreadLimits = usualLimits): PdfThread {
  let worker: Worker | undefined;

  const begin = (): Worker => {
    const compiled = getCompileCacheDir();
    const begun = new Worker(new URL('./merge-worker.ts', import.meta.url), {
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    });
    // What the parser finds odd in a page concerns nobody.
    begun.stdout.resume();
    begun.stderr.resume();
    // Between two questions it can end, too; the next one begins another.
    begun.on('error', () => undefined);
    return begun;
  };
  const close = async (): Promise<void> => {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };

  const ask = async <K extends Answer['kind']>(kind: K, question: Question): Promise<Extract<Answer, { kind: K }>> => {
    const asked = (worker ??= begin());
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const gone = (): void => reject(new Error('Reading a PDF took too much time or memory.'));
    const deadline = setTimeout(gone, limits.milliseconds);
    asked.on('message', resolve).on('error', gone).on('exit', gone);
    try {
      asked.postMessage(question);
      const answer = await promise;
      if (isKind(answer, kind)) return answer;
      if (answer.kind === 'failed') throw new UnreadablePage(answer.why);
      throw new Error(`A PDF was ${answer.kind}, not ${kind}.`);
    } catch (error) {
      await close();
      throw error;
    } finally {
      clearTimeout(deadline);
      asked.off('message', resolve).off('error', gone).off('exit', gone);
    }
  };

  return {
    check: (bytes) =>
      ask('checked', { kind: 'check', bytes }).then(
        ({ page }) => page,
        () => ({ ok: false, trouble: 'broken' }),
      ),
    add: async (bytes) => void (await ask('added', { kind: 'add', bytes })),
    gap: async (gap) => void (await ask('added', { kind: 'gap', ...gap })),
    end: async (o) => {
      const { bytes, pages } = await ask('merged', { kind: 'end', ...o });
      return { bytes, pages };
    },
    close,
  };
}

const isKind = <K extends Answer['kind']>(answer: Answer, kind: K): answer is Extract<Answer, { kind: K }> =>
  answer.kind === kind;
