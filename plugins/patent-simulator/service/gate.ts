import type { Account, Accounts } from './accounts.ts';
import { fairUse, invalidToken, robot } from './reply.ts';
import type { Reply } from './reply.ts';
import type { Settings } from './settings.ts';
import { allowances } from './throttle.ts';
import type { Service } from './throttle.ts';

interface Refusal {
  readonly reply: Reply & { readonly is: 'bytes' };
  readonly headers: Readonly<Record<string, string>>;
}

const allowanceOf = ({ system, limits }: Settings, service: Service): number =>
  limits.perMinute[service] ?? allowances[system][service];

/** Whose token it is, or the gateway's refusal, which carries no quota and counts for nothing. */
export function admit(accounts: Accounts, authorization: string | undefined, now: number): Account | Refusal {
  if (authorization === undefined)
    return { reply: fairUse(), headers: { 'x-rejection-reason': 'AnonymousQuotaPerDay' } };
  const holder = accounts.holder(authorization, now);
  if (holder !== null && holder !== 'expired') return holder;
  const description =
    holder === 'expired' ? 'Access Token expired' : 'oauth.v2.InvalidAccessToken: Invalid access token';
  const challenge = `Bearer realm="null",error="invalid_token",error_description="${description}"`;
  return { reply: invalidToken(), headers: { 'www-authenticate': challenge } };
}

/** Why an account gets no answer now; null when it gets one. */
export function refusal(account: Account, service: Service, settings: Settings, now: number): Refusal | null {
  const used = account.quota.used(now);
  const reason =
    used.hour >= settings.limits.hour
      ? 'IndividualQuotaPerHour'
      : used.week >= settings.limits.week
        ? 'RegisteredQuotaPerWeek'
        : null;
  if (reason) return { reply: fairUse(), headers: { 'x-rejection-reason': reason } };
  // The moment to come back is given in milliseconds.
  const wait = account.throttle.take(service, allowanceOf(settings, service), now);
  if (wait > 0)
    return { reply: fairUse(), headers: { 'retry-after': String(wait), ...throttling(account, settings, now) } };
  if (settings.robot)
    return { reply: robot(), headers: { 'x-api': 'ops-v3.2', ...throttling(account, settings, now) } };
  return null;
}

export const throttling = (account: Account, settings: Settings, now: number): Record<string, string> => ({
  'x-throttling-control': account.throttle.header(settings.system, (service) => allowanceOf(settings, service), now),
});
