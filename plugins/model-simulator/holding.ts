import type { ServerResponse } from 'node:http';

/** An answer that waits after its first piece. */
export interface Hold {
  /** Its first piece is on its way; where nothing is streamed, the request has come. */
  readonly began: Promise<void>;
  /** The client went away before the answer had ended. */
  readonly gone: Promise<void>;
  /** Lets it go on. */
  release(): void;
}

/** Holds for the next answers in words, one for each. */
export function holding(): { hold(): Hold; afterFirst(response: ServerResponse): Promise<void> } {
  const waiting: ((response: ServerResponse) => Promise<void>)[] = [];
  return {
    hold() {
      const began = Promise.withResolvers<void>();
      const gone = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      waiting.push((response) => {
        response.once('close', () => {
          if (!response.writableFinished) gone.resolve();
        });
        began.resolve();
        return released.promise;
      });
      return { began: began.promise, gone: gone.promise, release: () => released.resolve() };
    },
    afterFirst: async (response) => waiting.shift()?.(response),
  };
}
