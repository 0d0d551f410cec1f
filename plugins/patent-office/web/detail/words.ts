/** How a patent is spoken of on the page. */
import { counted } from '@dossier/sdk/web/ui/format';
import { momentFormat } from '@dossier/sdk/web/ui/reader';
import { nothing } from 'lit';
import type { PatentLine } from '../../contract.ts';

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const dayOf = momentFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Offices say `ol` where they do not say which. */
export const languageName = (lang: string): string => {
  if (lang === 'ol' || lang === '') return 'Original language';
  try {
    return languages.of(lang) ?? lang.toUpperCase();
  } catch {
    return lang.toUpperCase();
  }
};

/** For an element's `lang`; none where it is not known. */
export const langOf = (lang: string | null): string | typeof nothing =>
  lang === null || lang === 'ol' || lang === '' ? nothing : lang;

/** A day without its time, `YYYY-MM-DD`; what is no whole date stays as the office gives it. */
export const day = (date: string): string => {
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? date : dayOf(at.getTime());
};

export const price = (credits: number): string => counted(credits, 'credit', 'credits');

/** Each part is one question to the office, also when it is asked anew. */
export const onceMore = 1;

/** `claim 3 of EP 1 000 000 B1`: how a text that was copied says where it is from. */
export const withPlace = (text: string, place: string, { spoken }: PatentLine): string =>
  `“${text}” (${spoken}, ${place})`;

/** What a publication is by its kind, in a few words. Before 2001 the USA published nothing but what was granted. */
export const kindInWords = (number: string): string => {
  const [, country = '', kind = ''] = /^([A-Z]{2}).*?([A-Z]\d?)$/.exec(number) ?? [];
  if (country === 'US' && kind === 'A') return 'Granted';
  if (kind.startsWith('T')) return 'Translation';
  if (/^[UYZ]/.test(kind)) return 'Utility model';
  if (/^[BC]/.test(kind)) return 'Granted';
  if (kind === 'A3') return 'Search report';
  return kind.startsWith('A') ? 'Application' : 'Published';
};
