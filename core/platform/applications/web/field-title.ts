import { words } from '@dossier/sdk/web/ui/format';
import type { SchemaProperty } from './types.ts';

/** The title of a field as its template gives it. */
export const fieldTitle = (key: string, property: SchemaProperty | undefined): string => property?.title ?? words(key);
