import { secretForm } from '@dossier/sdk';

/** The written form of a personal access token. */
export const tokenForm = secretForm('dossier_pat_');
