import { parseCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';

/**
 * The cookies of a request. Parsed only where they are read: as a plugin of the server, @fastify/cookie would cost
 * every request two hooks, and most bring none.
 */
export const cookiesOf = ({ headers: { cookie } }: FastifyRequest): Readonly<Record<string, string | undefined>> =>
  cookie === undefined ? {} : parseCookie(cookie);
