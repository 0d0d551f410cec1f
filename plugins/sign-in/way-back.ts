import type { Vault } from '@dossier/sdk';

/** Parameter of the authorization request in which the page to come back to travels, sealed as an invitation is. */
export const wayBackParameter = 'way_back';
const context = 'sign-in/way-back';
/** Characters; a longer address is not worth carrying through the sign-in. */
const longest = 600;

/** Where somebody who signs in goes afterwards, as the pages of the sign-in know it. */
export interface WayBack {
  hint(returnTo: string): Readonly<Record<string, string>>;
  /** The path, by the parameters of the request; `/` when it says none, or none of ours. */
  of(parameters: Readonly<Record<string, unknown>>): string;
}

export const createWayBack = ({ vault }: { vault: Vault }): WayBack => ({
  hint: (returnTo): Readonly<Record<string, string>> =>
    returnTo === '/' || returnTo.length > longest ? {} : { [wayBackParameter]: vault.seal(returnTo, context) },
  of(parameters) {
    const sealed = parameters[wayBackParameter];
    if (typeof sealed !== 'string') return '/';
    try {
      return vault.open(sealed, context);
    } catch {
      // The parameter comes through the browser: what we did not seal says nothing.
      return '/';
    }
  },
});
