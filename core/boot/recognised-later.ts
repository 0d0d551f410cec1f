import type { Authenticator } from '@dossier/sdk';
import { pluginNotReady } from '../kernel/not-ready.ts';

/** Stands in for authenticators that are still being set up. Throws the problem `plugin-not-ready` (503). */
export const recognisedLater: Authenticator = {
  async authenticate({ headers }) {
    if (['authorization', 'cookie', 'x-api-key'].some((name) => headers[name] !== undefined)) throw pluginNotReady();
    return undefined;
  },
};
