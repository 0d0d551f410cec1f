/** One fault in a request. `pointer` is a JSON pointer (RFC 6901) into the body, or `?name` for a query parameter. */
export interface Fault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
  /** Character of the text at `pointer` where it is wrong, in UTF-16 units from 1; for what a parser reads. */
  readonly position?: number;
}

/**
 * An error that is meant for the client, answered as problem details (RFC 9457).
 * `code` is stable and is also the problem's `type`; `detail` says what was wrong and what to do.
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly errors: readonly Fault[];
  /** Faults that were counted and are not in `errors`. */
  readonly more: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    title: string,
    o: {
      detail?: string;
      errors?: readonly Fault[];
      more?: number;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(o.detail ?? title, { cause: o.cause });
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.title = title;
    this.errors = o.errors ?? [];
    this.more = o.more ?? 0;
    this.headers = o.headers ?? {};
  }

  /** Two copies of the SDK agree on what a problem is by its shape, not by `instanceof`. */
  static is(error: unknown): error is Problem {
    return error instanceof Error && error.name === 'Problem' && 'status' in error && 'code' in error;
  }

  /**
   * The body that is sent, without anything of the server's inside. Of more than 100 `errors` the first 100 are sent,
   * with the number of the others in `more`.
   */
  toJSON(): {
    type: string;
    title: string;
    status: number;
    code: string;
    detail: string;
    errors?: readonly Fault[];
    more?: number;
  } {
    const body = { type: this.code, title: this.title, status: this.status, code: this.code, detail: this.message };
    return this.errors.length > 0
      ? { ...body, errors: this.errors, ...(this.more > 0 ? { more: this.more } : {}) }
      : body;
  }
}

/** 404 for what does not exist, is not visible, or belongs to another organization: all three look the same. */
export const notFound = (): Problem =>
  new Problem(404, 'not-found', 'Not found', {
    detail:
      'There is nothing here, or you may not see it. Check the identifier and the organization you are signed in to.',
  });

/** 403 for a known thing that the actor may not do. */
export const forbidden = (
  detail = 'Your role does not include this. Ask an administrator of the organization.',
): Problem => new Problem(403, 'forbidden', 'Not allowed', { detail });

/** 409 when the state has moved on. */
export const conflict = (code: string, detail: string): Problem => new Problem(409, code, 'Conflict', { detail });

/** 422 with all faults of a body at once; `more` were found in addition. */
export const invalid = (errors: readonly Fault[], more = 0): Problem =>
  new Problem(422, 'invalid', 'The request is not valid', { detail: summary(errors, more), errors, more });

/**
 * 400 with all faults of a query at once, from its schema and from services; `more` is the number of faults not listed.
 */
export const badQuery = (errors: readonly Fault[], more = 0): Problem =>
  new Problem(400, 'bad-query', 'The query is not valid', { detail: summary(errors, more), errors, more });

/**
 * 400 for a cursor that came with no page of this list; `detail` says where else than in the header `Link` the right
 * one stands.
 */
export const badCursor = (
  detail = 'Take the cursor from the Link header of the page before, or leave it out to begin at the first page.',
): Problem => new Problem(400, 'bad-cursor', 'The cursor cannot be used', { detail });

const summary = (errors: readonly Fault[], more: number): string =>
  errors.length === 1 ? errors[0]!.detail : `${errors.length + more} things need to be corrected.`;
