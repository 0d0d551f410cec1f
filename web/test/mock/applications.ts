import type { Application, ApplicationRow } from '../../../core/platform/applications/web/types.ts';
import { client, details } from './data.ts';
import type { Mock } from './mock.ts';

const allowed = (one: ApplicationRow, { confirming }: Pick<Mock, 'confirming'>): readonly string[] =>
  one.status === 'Approved' || one.status === 'Rejected'
    ? []
    : one.workspaceId === client.id
      ? ['upload', ...(one.status === 'InReview' && confirming !== 'off' ? ['confirm'] : [])]
      : [
          'upload',
          'review',
          'assign',
          ...(one.status === 'InReview' || one.status === 'Submitted' ? ['approve', 'reject'] : []),
        ];

/** The applications of a mock, each as a row and whole. */
export interface Applications {
  find(id: string): ApplicationRow | undefined;
  whole(id: string): Application | null;
  /** Says of the whole what its row does not. */
  edit(id: string, part: Partial<Application>): void;
}

/** Those of a mock as they are whenever they are asked for. */
export const createApplications = (mock: Pick<Mock, 'rows' | 'mine' | 'confirming'>): Applications => {
  const edited = new Map<string, Partial<Application>>();
  const find = (id: string): ApplicationRow | undefined => [...mock.rows, ...mock.mine].find((one) => one.id === id);
  const whole = (id: string): Application | null => {
    const one = find(id);
    return one ? { ...details(one, allowed(one, mock)), ...edited.get(id) } : null;
  };
  return { find, whole, edit: (id, part) => void edited.set(id, part) };
};
