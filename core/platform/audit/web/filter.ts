import { ProblemError } from '@dossier/sdk/web';
import { isDay } from '@dossier/sdk/web/ui/times';
import { startOf } from '@dossier/sdk/web/ui/wall-clock';

/**
 * What the trail is narrowed to; empty strings for all. Days are written `2026-03-31` and are those of the reader's
 * zone; `to` is the last one.
 */
export interface AuditFilter {
  readonly type: string;
  readonly actorId: string;
  /** What it was done to: of which type, and which one. */
  readonly subjectType: string;
  readonly subjectId: string;
  readonly from: string;
  readonly to: string;
}

export const everything: AuditFilter = { type: '', actorId: '', subjectType: '', subjectId: '', from: '', to: '' };

/** The filter lives in the address, so that it can be shared and Back works. */
export const filterOf = (search: string): AuditFilter => {
  const given = new URLSearchParams(search);
  return {
    type: given.get('type') ?? '',
    actorId: given.get('actorId') ?? '',
    subjectType: given.get('subjectType') ?? '',
    subjectId: given.get('subjectId') ?? '',
    from: given.get('from') ?? '',
    to: given.get('to') ?? '',
  };
};

export const searchOf = (filter: AuditFilter): string => {
  const given = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  return given.size > 0 ? `?${given}` : '';
};

export const isNarrowed = (filter: AuditFilter): boolean => Object.values(filter).some((value) => value !== '');

/**
 * The filter as the server has it: from the first moment of `from` on, and before the first one after `to`. Throws
 * `bad-query`, as the server does, for days that there are not.
 */
export const queryOf = ({ from, to, ...rest }: AuditFilter): URLSearchParams => {
  const faults = Object.entries({ from, to })
    .filter(([, day]) => day !== '' && !isDay(day))
    .map(([name, day]) => ({
      pointer: `?${name}`,
      detail: `“${day}” is not a day. Days are written like 2026-03-31.`,
    }));
  if (faults.length > 0)
    throw new ProblemError({
      status: 400,
      code: 'bad-query',
      title: 'The query is not valid',
      detail: 'There is no such day.',
      errors: faults,
    });
  const moments = { from: from === '' ? '' : startOf(from), to: to === '' ? '' : startOf(to, 1) };
  return new URLSearchParams(Object.entries({ ...rest, ...moments }).filter(([, value]) => value !== ''));
};
