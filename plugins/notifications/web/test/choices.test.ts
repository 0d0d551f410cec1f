import { t } from '@dossier/core/testing/t';
import { changesOf, missing } from '../choices.ts';
import type { Choices } from '../../contract.ts';
import type { Edited } from '../choices.ts';

const kind = {
  title: '',
  group: '',
  icon: '',
  audience: 'staff',
  insists: false,
  page: true,
  mail: 'off',
  usual: { page: true, mail: 'off' },
} as const;
const stored: Choices = {
  kinds: [
    { ...kind, kind: 'assigned' },
    { ...kind, kind: 'named', mail: 'at-once' },
  ],
  quiet: { from: '20:00', to: '07:00' },
  dailyAt: '08:00',
  timeZone: 'Europe/Berlin',
};
const edited = (o: Partial<Edited>): Edited => ({ quiet: stored.quiet, dailyAt: '08:00', kinds: new Map(), ...o });

t.test('only what was changed is sent, and what was changed back is not', async (t) => {
  t.equal(changesOf(stored, edited({})), null);
  t.equal(changesOf(stored, edited({ quiet: { from: '20:00', to: '07:00' } })), null);
  t.equal(changesOf(stored, edited({ kinds: new Map([['named', { page: true, mail: 'at-once' }]]) })), null);
  t.same(
    changesOf(stored, edited({ kinds: new Map([['assigned', { page: false, mail: 'daily' }]]), dailyAt: '09:30' })),
    { kinds: [{ kind: 'assigned', page: false, mail: 'daily' }], dailyAt: '09:30' },
  );
  t.same(changesOf(stored, edited({ quiet: null })), { quiet: null });
});

t.test('a time that was emptied is asked for, and none where there are no quiet hours', async (t) => {
  t.same(
    missing({ quiet: { from: '', to: '07:00' }, dailyAt: '' }).map(({ pointer }) => pointer),
    ['/quiet/from', '/dailyAt'],
  );
  t.same(missing({ quiet: null, dailyAt: '08:00' }), []);
});
