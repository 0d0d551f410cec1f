/** A fault in the shape of OpenAI, with its status. */
export interface WireFault {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer in words, and how they go over the wire. */
export interface Words {
  readonly is: 'words';
  /** Deltas of a stream, exactly; together they are the message. */
  readonly pieces: readonly string[];
  /** Member of the message that holds them. */
  readonly field: 'content' | 'refusal';
  readonly slow?: boolean;
  /**
   * `cut` breaks the connection inside a letter after the last piece, `malformed` sends something that is no JSON
   * there, and `torn` sends each line with a letter of several bytes in two parts, the first of which ends inside it.
   */
  readonly fault?: 'cut' | 'malformed' | 'torn';
}

/** An answer to a request; `silence` is no byte until the client goes. */
export type Answer =
  Words | { readonly is: 'fault'; readonly fault: WireFault } | { readonly is: 'page' } | { readonly is: 'silence' };
