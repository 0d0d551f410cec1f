import { publications } from '../collection/index.ts';
import { patentFamily } from '../documents/family.ts';
import { asked } from '../documents/inquiries.ts';
import { worldPatentData } from '../xml/answer.ts';
import { find, said } from './references.ts';
import type { Reference } from './references.ts';
import { fault, noResults } from './reply.ts';
import type { Reply } from './reply.ts';

/** The extended family of a number, the member that was asked for first. */
export function families(
  reference: Reference | null,
  { legal, biblio, stylesheet }: { readonly legal: boolean; readonly biblio: boolean; readonly stylesheet: string },
  mostMembers: number,
): Reply {
  const [found] = reference ? find(reference) : [];
  if (!reference || !found) return noResults();
  const others = publications
    .filter((one) => one.extendedId === found.extendedId && one !== found)
    .toSorted((a, b) => a.country.localeCompare(b.country) || a.date.localeCompare(b.date));
  const members = [found, ...others];
  if (biblio && members.length > mostMembers)
    return fault(413, 'SERVER.LimitedServerResources', 'Please request bibliographic data in smaller chunks');
  const family = patentFamily(asked(reference.type, said(reference)), members, { legal, biblio });
  return { is: 'data', stylesheet, root: worldPatentData(family) };
}
