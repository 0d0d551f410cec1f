/** Which runs are shown; it stands in the address. An empty state is any. */
export interface RunsFilter {
  readonly state: '' | 'open' | 'done' | 'failed' | 'cancelled';
  readonly mine: boolean;
}

export const runStates = [
  { state: '', title: 'All' },
  { state: 'open', title: 'Waiting or running' },
  { state: 'done', title: 'Finished' },
  { state: 'failed', title: 'Failed' },
  { state: 'cancelled', title: 'Cancelled' },
] as const;

export const filterOf = (search: string): RunsFilter => {
  const query = new URLSearchParams(search);
  return {
    state: runStates.find(({ state }) => state === query.get('state'))?.state ?? '',
    mine: query.get('mine') === 'true',
  };
};

export const searchOf = ({ state, mine }: RunsFilter): string => {
  const query = new URLSearchParams({
    ...(state === '' ? {} : { state }),
    ...(mine ? { mine: 'true' } : {}),
  }).toString();
  return query === '' ? '' : `?${query}`;
};
