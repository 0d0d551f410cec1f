/** Pages of the office about a publication, for who wants to read on there. */
import type { PatentNumber } from '../numbers/types.ts';
import { canonical } from '../numbers/words.ts';

/** `application` is the number under which it was filed, as the office writes it: `EP19990203729`. */
export function linksOf(
  number: PatentNumber,
  application: string | null,
): { readonly espacenet: string; readonly register: string | null } {
  return {
    espacenet: `https://worldwide.espacenet.com/patent/search?q=${encodeURIComponent(`pn=${canonical(number)}`)}`,
    register: registerOf(application),
  };
}

/** The register knows European applications alone: by two digits of the year, and six of the number. */
function registerOf(application: string | null): string | null {
  const [, year, serial] = /^EP(?:19|20)(\d{2})0(\d{6})$/.exec(application ?? '') ?? [];
  return year && serial ? `https://register.epo.org/application?number=EP${year}${serial}` : null;
}
