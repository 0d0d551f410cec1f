import { isRecord } from '@dossier/sdk/web/ui/record';
import type { Run } from './types.ts';

/** What the topic of runs tells. */
export type RunProgress = Pick<Run, 'id' | 'state' | 'progress'>;

const states: readonly Run['state'][] = ['queued', 'running', 'done', 'failed', 'cancelled'];

/** Null for anything else: a strange message must not stop the page. */
export const runProgressOf = (data: unknown): RunProgress | null => {
  if (!isRecord(data)) return null;
  const { id, progress } = data;
  const state = states.find((one) => one === data['state']);
  return typeof id === 'string' && typeof progress === 'number' && state ? { id, state, progress } : null;
};
