import { language } from '@dossier/sdk/web/ui/format';
import type { Parameters } from './types.ts';

/** What is not part of a template, and differs from reader to reader: where days begin, and how numbers are written. */
export const readerSettings = (): { timeZone: string; language: string } => ({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', language: languageOf(language) });

/** What the server takes for a language: without what is added to it, such as a calendar. */
const languageOf = (tag: string): string => (/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) ? tag : 'en');

/** IANA names that this browser knows, the reader's own and UTC always among them. */
export const timeZones = (): readonly string[] => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', readerSettings().timeZone])].toSorted();

/** With further workspaces, which belong to no template either. */
export type ReaderSettings = Required<Pick<Parameters, 'timeZone' | 'language'>> & Pick<Parameters, 'workspaceIds'>;
