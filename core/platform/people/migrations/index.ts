import type { Migration } from '@dossier/sdk';
import { people } from './0001-people.ts';
import { sessions } from './0002-sessions.ts';
import { signedOut } from './0003-signed-out.ts';
import { folded } from './0004-folded.ts';
import { preferences } from './0005-preferences.ts';
import { security } from './0006-security.ts';
import { noCurrency } from './0007-no-currency.ts';
import { provisioned } from './0008-provisioned.ts';

export const migrations: readonly Migration[] = [
  people,
  sessions,
  signedOut,
  folded,
  preferences,
  security,
  noCurrency,
  provisioned,
];
