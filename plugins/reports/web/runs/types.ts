import type { Definition } from '../../definition/contract.ts';
import type { RunReply } from '../../runs/reply.ts';

export type Run = RunReply;
export type OneRun = RunReply & { readonly definition: Definition };

/** Address of the file of a run that is done. */
export const contentOf = ({ id }: Run): string => `/api/v1/report-runs/${id}/content`;
export const isOpen = ({ state }: Pick<Run, 'state'>): boolean => state === 'queued' || state === 'running';
