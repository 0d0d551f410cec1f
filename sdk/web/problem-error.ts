/** A problem-details body (RFC 9457) as the server sends it. */
export interface ProblemBody {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

/** What the server refused, or `code` `unreachable` (status 0) when no answer came. `message` is fit to be shown. */
export class ProblemError extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly errors: ProblemBody['errors'];

  constructor(body: ProblemBody, cause?: unknown) {
    super(body.detail, { cause });
    this.name = 'ProblemError';
    this.status = body.status;
    this.code = body.code;
    this.title = body.title;
    this.errors = body.errors;
  }
}
