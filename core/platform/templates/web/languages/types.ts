import { templateUrl } from '../routes.ts';

/** A language and how far it is, as `GET /api/v1/templates/:id/languages` lists it. */
export interface Coverage {
  readonly language: string;
  readonly texts: number;
  readonly translated: number;
  readonly stale: number;
  readonly missing: number;
}

/** A text of the draft and its translation. */
export interface Text {
  readonly place: string;
  readonly source: string;
  readonly text: string | null;
  readonly state: 'translated' | 'stale' | 'missing';
  readonly hash: string;
  /** What a stale translation translates. */
  readonly was: string | null;
}
export interface LanguageReply {
  readonly language: string;
  readonly texts: readonly Text[];
}

export const languagesUrl = (templateId: string): string => templateUrl(templateId, 'languages');
export const languageUrl = (templateId: string, language: string): string =>
  templateUrl(templateId, `languages/${encodeURIComponent(language)}`);
