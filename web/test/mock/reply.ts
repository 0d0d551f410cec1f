/** A status, and what is sent as JSON; each is what the server documents for the operation unless it is given. */
export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
}

/** A refusal in the form that the server has for it. */
export const problem = (status: number, code: string, title: string, detail: string): Reply => ({
  status,
  body: { status, code, title, detail, errors: [] },
});
