/** How much of an answer is read at most. More makes it unreadable: nothing that the service sends comes near. */
export interface Limits {
  /** Bytes, or characters where text was given. */
  readonly size: number;
  /** Elements within each other. */
  readonly depth: number;
  /** Elements, attributes and pieces of text together. */
  readonly count: number;
}

export const limits: Limits = { size: 32_000_000, depth: 200, count: 1_000_000 };

/** Why an answer cannot be read; thrown within this folder alone, and caught by `read`. */
export class Unread extends Error {
  readonly reason: UnreadReason;
  readonly line: number | null;
  readonly column: number | null;

  constructor(reason: UnreadReason, message: string, at?: { line: number; column: number }) {
    super(message);
    this.reason = reason;
    this.line = at?.line ?? null;
    this.column = at?.column ?? null;
  }
}

/**
 * `cut`: it ends before its end. `malformed`: neither XML nor JSON. `html`: a page of some server. `unknown`: well
 * formed, but nothing that the protocol names. The others name the limit that it passed.
 */
export type UnreadReason = 'cut' | 'malformed' | 'html' | 'unknown' | 'too-deep' | 'too-large' | 'too-many';
