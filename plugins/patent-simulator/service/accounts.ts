import { randomBytes } from 'node:crypto';
import { Quota } from './quota.ts';
import { Throttle } from './throttle.ts';

export interface Account {
  readonly key: string;
  readonly secret: string;
  readonly quota: Quota;
  readonly throttle: Throttle;
}

/** Seconds that a token lives. */
const lifetime = 1199;

/** Accounts by their key, and the tokens that they were given. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #tokens = new Map<string, { readonly account: Account; readonly until: number }>();

  add(key: string, secret: string): void {
    this.#accounts.set(key, { key, secret, quota: new Quota(), throttle: new Throttle() });
  }
  all(): readonly Account[] {
    return [...this.#accounts.values()];
  }

  /** What the service answers to key and secret, all of it text; null when they are wrong. */
  token(authorization: string | undefined, now: number): { readonly key: string; readonly answer: object } | null {
    const [, basic = ''] = /^Basic (.+)$/i.exec(authorization ?? '') ?? [];
    const [key = '', secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    const account = this.#accounts.get(key);
    if (!account || account.secret !== secret) return null;
    for (const [token, { until }] of this.#tokens) if (until <= now) this.#tokens.delete(token);
    const token = randomBytes(21).toString('base64url');
    this.#tokens.set(token, { account, until: now + lifetime * 1000 });
    const answer = {
      refresh_token_expires_in: '0',
      api_product_list: '[ops-prod]',
      api_product_list_json: ['ops-prod'],
      organization_name: 'ops',
      'developer.email': 'developer@example.org',
      token_type: 'BearerToken',
      issued_at: String(now),
      client_id: key,
      access_token: token,
      application_name: 'simulator',
      scope: 'core',
      expires_in: String(lifetime),
      refresh_count: '0',
      status: 'approved',
    };
    return { key, answer };
  }

  /** Whose token it is; whether it once was one; null for none that was ever given. */
  holder(authorization: string | undefined, now: number): Account | 'expired' | null {
    const [, token = ''] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? [];
    const held = this.#tokens.get(token);
    if (!held) return null;
    return held.until > now ? held.account : 'expired';
  }

  revoke(): void {
    this.#tokens.clear();
  }
}
