import type { Static } from '@dossier/sdk';
import type { Definition } from '../../definition/contract.ts';
import type { routes } from '../../routes.ts';

export type Run = Static<typeof routes.runs.reply>[number];
export type OneRun = Run & { readonly definition: Definition };

/** Address of the file of a run that is done. */
export const contentOf = ({ id }: Run): string => `/api/v1/report-runs/${id}/content`;
export const isOpen = ({ state }: Pick<Run, 'state'>): boolean => state === 'queued' || state === 'running';
