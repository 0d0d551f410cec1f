/**
 * Kinds of trouble with a directory. `blocked`: the address is not open to organizations. `unreachable`: nobody answers
 * there, or not in time. `tls`: no TLS could be agreed on. `plain`: it offers none. `late`, `too-large` and `broken`:
 * a question got no answer in time, too much of one, or none. `refused`: an answer with a result code other than
 * success.
 */
export type FailureKind = 'blocked' | 'unreachable' | 'tls' | 'plain' | 'late' | 'too-large' | 'broken' | 'refused';

/** Trouble with a directory; `message` is for the log, and holds nothing of what was asked. */
export class DirectoryFailure extends Error {
  override readonly name = 'DirectoryFailure';
  readonly kind: FailureKind;
  /** Result code (RFC 4511, 4.1.9) of a refusal; else null. */
  readonly code: number | null;
  /** Words of the other side, as they came; empty where it said nothing. */
  readonly words: string;
  constructor(
    kind: FailureKind,
    o: { readonly code?: number; readonly words?: string; readonly cause?: unknown } = {},
  ) {
    super(`The directory failed: ${kind}${o.code === undefined ? '' : ` ${o.code}`}.`, { cause: o.cause });
    [this.kind, this.code, this.words] = [kind, o.code ?? null, o.words ?? ''];
  }
}
