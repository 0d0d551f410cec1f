/**
 * How long anybody waits for PostgreSQL, in milliseconds. The server keeps the first three, this process the others,
 * for a server that no longer answers.
 */
export interface DatabaseLimits {
  /** Long statements and forgotten transactions hold back vacuum and the event log's reader: seconds, not minutes. */
  readonly statement: number;
  readonly lock: number;
  readonly idle: number;
  /**
   * For the answer to a statement; longer than the server gives it, so that it passes only where the server or the way
   * to it stands still. Its connection is then given up.
   */
  readonly answer: number;
  /** For a connection that is being made. */
  readonly connect: number;
  /** For one's turn, when all connections are lent out or the server has none to give. */
  readonly turn: number;
  /** For each statement of the owner: a migration may rebuild a large table. */
  readonly owner: number;
}

export const standardLimits: DatabaseLimits = {
  statement: 15_000,
  lock: 5_000,
  idle: 15_000,
  answer: 20_000,
  connect: 5_000,
  turn: 5_000,
  owner: 30 * 60_000,
};

/** The settings of a session at its begin, for the `options` of a connection. */
export const sessionOptions = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries({ timezone: 'UTC', ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
