/** Family and legal events of an answer, as they are kept. */
import type { FamilyAnswer, FamilyMember } from '../answers/types.ts';
import { canonical, spoken } from '../numbers/words.ts';
import type { Family, Legal } from './kept.ts';
import { givesTexts } from './texts.ts';

/** `family` is the simple family of the publication that was asked about; null where nobody knows it. */
export function membersOf({ members }: FamilyAnswer, family: string | null): Family {
  const found = new Map<string, Family[number]>();
  for (const { publication, familyId } of members) {
    const docdb = publication?.docdb;
    if (!docdb || found.has(canonical(docdb))) continue;
    found.set(canonical(docdb), {
      number: canonical(docdb),
      spoken: spoken(docdb),
      date: publication?.date ?? null,
      isSimple: family !== null && familyId === family,
      hasText: givesTexts(docdb.country),
    });
  }
  return [...found.values()].sort(
    (a, b) => Number(b.isSimple) - Number(a.isSimple) || (a.date ?? '9').localeCompare(b.date ?? '9'),
  );
}

/** Every event once, the last first. One status is never made of them: no office says that they are complete. */
export function eventsOf({ members }: FamilyAnswer): Legal {
  const events = members.flatMap(eventsOfMember);
  const once = new Map(events.map((event) => [JSON.stringify(event), event]));
  return [...once.values()].sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
}

function eventsOfMember({ publication, events }: FamilyMember): Legal {
  const number = publication?.docdb ? canonical(publication.docdb) : (publication?.epodoc ?? '');
  return events.map(({ code, desc, impact, date, effective, country, refCountry }) => ({
    number,
    code: code?.trim() || null,
    text: desc,
    impact: impact === '+' || impact === '-' ? impact : null,
    date: date ?? effective,
    country: refCountry ?? country,
  }));
}
