import type { Migration } from '@dossier/sdk';
import { signIn } from './0001-sign-in.ts';
import { passwordReset } from './0002-password-reset.ts';

export const migrations: readonly Migration[] = [signIn, passwordReset];
