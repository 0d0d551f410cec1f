import type { Accounts } from './accounts.ts';
import type { CallLog } from './log.ts';
import { newSettings } from './settings.ts';
import type { FaultyPage, Limits, NextFault, Settings } from './settings.ts';
import { services } from './throttle.ts';
import type { Service, System } from './throttle.ts';

/** What a test can do to the service. */
export interface Control {
  /** Another account beside the one that it begins with. */
  account(key: string, secret: string): void;
  /** What happens to the next answers, one after the other. Tokens are not among them. */
  next(...faults: readonly NextFault[]): void;
  page(fault: FaultyPage): void;
  /** Suspends a service for so many milliseconds, for all accounts. */
  black(service: Service, milliseconds: number): void;
  system(state: System): void;
  limits(limits: Partial<Limits>): void;
  robot(on: boolean): void;
  /** Bytes that count as used. */
  used(bytes: { readonly hour?: number; readonly week?: number }): void;
  /** No token that was given holds any longer. */
  revoke(): void;
  /** Start of all prefixes (`ns` makes `ns2:`), or null. */
  prefixes(start: string | null): void;
  switches(some: Partial<Pick<Settings, 'mostHits' | 'mostMembers' | 'silentNotFound' | 'today'>>): void;
  /** Takes all faults back and empties the log; accounts, tokens and quotas stay. */
  reset(): void;
}

export function control(
  settings: Settings,
  accounts: Accounts,
  log: CallLog,
  { now, limits }: { now(): number; readonly limits: Partial<Limits> },
): Control {
  return {
    account: (key, secret) => accounts.add(key, secret),
    next: (...faults) => void settings.next.push(...faults),
    page: (fault) => void settings.pages.push({ ...fault }),
    black(service, milliseconds) {
      for (const { throttle } of accounts.all()) throttle.suspend(service, now() + milliseconds);
    },
    system(state) {
      settings.system = state;
    },
    limits(some) {
      settings.limits = { ...settings.limits, ...some };
    },
    robot(on) {
      settings.robot = on;
    },
    used(bytes) {
      for (const { quota } of accounts.all()) quota.set(bytes, now());
    },
    revoke: () => accounts.revoke(),
    prefixes(start) {
      settings.prefixes = start;
    },
    switches: (some) => void Object.assign(settings, some),
    reset() {
      Object.assign(settings, newSettings(limits));
      for (const { throttle } of accounts.all()) for (const service of services) throttle.suspend(service, 0);
      log.clear();
    },
  };
}
