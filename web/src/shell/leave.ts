import { leaving } from '@dossier/sdk/web/ui/unsaved.controller';

/** Milliseconds for which one departure is enough. Who is still here after them, kept by unsaved work or by a network that failed, is led away by the next refusal. */
const departure = 5_000;
let departed = -Infinity;

/** Goes to an address by a full load, also when it is one of this page: nothing of the session stays in memory. */
export const leave = (address: string): void => {
  departed = performance.now();
  if ('navigation' in window) navigation.navigate(address, { info: leaving });
  else location.assign(address);
};

/** Leaves for the sign-in page, and comes back to where the person is now. Several requests learn at once that the session is over: a departure that is under way goes on, or each would break off the one before. */
export const toSignIn = (): void => {
  if (performance.now() - departed < departure) return;
  departed = performance.now();
  location.assign(`/auth/login?returnTo=${encodeURIComponent(location.pathname + location.search)}`);
};
