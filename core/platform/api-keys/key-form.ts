import { secretForm } from '@dossier/sdk';

/** The written form of an API key. */
export const keyForm = secretForm('dossier_live_');

/** What lists show of a key. */
export const prefixOf = (keyId: string): string => `${keyForm.scheme}${keyId}`;
