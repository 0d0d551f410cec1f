/**
 * With which password a request goes on: a sign-in passes many steps, and none may be taken with a password that was
 * changed since. A change deletes what is stored of the account; this detects what a request has read before and would
 * store after it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<Map<string, string>>();

/** Everything that one request to the provider does. */
export const inRequest = <T>(work: () => Promise<T>): Promise<T> => requests.run(new Map(), work);

/** A record of the account was read while this was its hash; the first one counts. */
export function foundWith(subject: string, passwordHash: string): void {
  const request = requests.getStore();
  if (request && !request.has(subject)) request.set(subject, passwordHash);
}

/** Its password was given and is right. */
export const provenWith = (subject: string, passwordHash: string): void =>
  void requests.getStore()?.set(subject, passwordHash);

/** Undefined for an account of which this request has met nothing yet. */
export const metWith = (subject: string): string | undefined => requests.getStore()?.get(subject);
