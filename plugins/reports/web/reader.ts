import { timeZones as known } from '@dossier/sdk/web/ui/form-schema';
import { reader } from '@dossier/sdk/web/ui/reader';
import type { Parameters } from './types.ts';

/** What is not part of a template, and differs from reader to reader: where days begin, and how numbers are written. */
export const readerSettings = (): { timeZone: string; language: string } => ({
  timeZone: namedZone(reader().timeZone),
  language: languageOf(reader().language),
});

/** Some devices go by an abbreviation or an offset, which the server takes for no zone. */
const namedZone = (zone: string | undefined): string => (zone?.includes('/') ? zone : 'UTC');

/** What the server takes for a language: without what is added to it, such as a calendar. */
const languageOf = (tag: string): string => (/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) ? tag : 'en');

/** IANA names that this browser knows; the reader's own, UTC, and what is chosen already always among them. */
export const timeZones = (...chosen: readonly string[]): readonly string[] =>
  [...new Set([...known(), readerSettings().timeZone, ...chosen])].toSorted();

/** With further workspaces, which belong to no template either. */
export type ReaderSettings = Required<Pick<Parameters, 'timeZone' | 'language'>> & Pick<Parameters, 'workspaceIds'>;
