import { leaving } from '@dossier/sdk/web/ui/unsaved.controller';
import { isTyped } from './typed.ts';

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
 * The session is over while something that was typed stands on the page. Who takes this over prevents its default: the
 * page stays, and one signs in beside it.
 */
export const sessionOver = 'dossier-session-over';

/** Where one signs in, and comes back to where one is now. */
export const signInAddress = (): string =>
  `/auth/login?returnTo=${encodeURIComponent(location.pathname + location.search)}`;

/**
 * Leaves for the sign-in page, and comes back to where the person is now; what was typed keeps the page, unless
 * `anyway`. Several requests learn at once that the session is over: a departure that is under way goes on, or each
 * would break off the one before.
 */
export const toSignIn = (o: { readonly anyway?: boolean } = {}): void => {
  if (!o.anyway && isTyped() && !dispatchEvent(new Event(sessionOver, { cancelable: true }))) return;
  if (performance.now() >= quietUntil) depart(signInAddress());
};
