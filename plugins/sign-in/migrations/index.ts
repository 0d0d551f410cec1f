import type { Migration } from '@dossier/sdk';
import { signIn } from './0001-sign-in.ts';

export const migrations: readonly Migration[] = [signIn];
