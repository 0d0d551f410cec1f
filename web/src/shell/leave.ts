import { leaving } from '@dossier/sdk/web/ui/unsaved.controller';

/** Goes to an address by a full load, also when it is one of this page: nothing of the session stays in memory. */
export const leave = (address: string): void => {
  if ('navigation' in window) navigation.navigate(address, { info: leaving });
  else location.assign(address);
};
