import type { Migration } from '@dossier/sdk';
import { people } from './0001-people.ts';

export const migrations: readonly Migration[] = [people];
