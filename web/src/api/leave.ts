import { leaving } from '@dossier/sdk/web/ui/unsaved.controller';

/** Milliseconds for which a departure is taken to be under way: a sign-in page may be slow to answer. */
const underWay = 60_000;
/** Milliseconds until somebody whom unsaved work kept here is led away by the next refusal. */
const kept = 5_000;
let quietUntil = 0;
let departures = 0;

const depart = (address: string, o: { readonly info?: string } = {}): void => {
  quietUntil = performance.now() + underWay;
  if (!('navigation' in window)) return location.assign(address);
  const departure = (departures += 1);
  const { committed, finished } = navigation.navigate(address, o);
  // Both are refused when the departure ends here; once the page has gone, nobody is left to hear of it.
  committed?.catch(() => {
    if (departure === departures) quietUntil = performance.now() + kept;
  });
  finished?.catch(() => undefined);
};

/** Goes to an address by a full load, also when it is one of this page: nothing of the session stays in memory. */
export const leave = (address: string): void => depart(address, { info: leaving });

/**
 * Leaves for the sign-in page, and comes back to where the person is now. Several requests learn at once that the
 * session is over: a departure that is under way goes on, or each would break off the one before.
 */
export const toSignIn = (): void => {
  if (performance.now() >= quietUntil)
    depart(`/auth/login?returnTo=${encodeURIComponent(location.pathname + location.search)}`);
};
