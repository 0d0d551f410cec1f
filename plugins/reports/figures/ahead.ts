/** Pages that are fetched one ahead of who takes them, each fetch in its turn. */
export interface Ahead<T> extends AsyncIterable<T> {
  /** Fetches the first one now. */
  begin(): void;
}

/** Ends the source with the last page, when the loop is left, and when `signal` says so, also before anybody has taken a page. */
export function ahead<T>(source: AsyncIterator<T>, inTurn: <R>(fetch: () => Promise<R>) => Promise<R>, signal: AbortSignal): Ahead<T> {
  let coming: Promise<IteratorResult<T>> | undefined;
  const end = async (): Promise<void> => void await source.return?.();
  const begin = (): Promise<IteratorResult<T>> => {
    coming = inTurn(() => {
      signal.throwIfAborted();
      return source.next();
    });
    // Whoever waits for it hears of a failure, unless nobody does.
    coming.catch(() => undefined);
    return coming;
  };
  signal.addEventListener('abort', () => void end().catch(() => undefined), { once: true });
  return {
    begin: () => void begin(),
    async *[Symbol.asyncIterator]() {
      try {
        for (let page = await (coming ?? begin()); page.done !== true; page = await coming!) {
          begin();
          yield page.value;
        }
      } finally {
        await end();
      }
    },
  };
}
