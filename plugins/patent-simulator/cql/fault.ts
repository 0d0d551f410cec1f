/** A query that the service refuses: HTTP status, code and message of its fault. */
export class QueryFault extends Error {
  readonly status: 400 | 413 | 500;
  readonly code: string;
  constructor(status: 400 | 413 | 500, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
export const syntaxFault = (): QueryFault => new QueryFault(400, 'CLIENT.CQL', 'The query provided is invalid');
