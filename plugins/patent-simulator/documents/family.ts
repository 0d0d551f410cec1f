import type { LegalEvent, Publication } from '../collection/types.ts';
import { el } from '../xml/tree.ts';
import type { XmlElement } from '../xml/tree.ts';
import { exchangeDocument } from './exchange.ts';
import { applicationId, date, docdbId, publicationReference } from './ids.ts';

/** The extended family of a publication, with what is asked for of each member. */
export function patentFamily(
  question: XmlElement,
  members: readonly Publication[],
  { legal, biblio }: { readonly legal: boolean; readonly biblio: boolean },
): XmlElement {
  const country = members.at(-1)?.application.epodoc;
  return el(
    'ops:patent-family',
    { legal: String(legal), 'total-result-count': members.length },
    question,
    members.map((member) =>
      el(
        'ops:family-member',
        { 'family-id': member.familyId },
        publicationReference(member),
        el(
          'application-reference',
          {
            'doc-id': applicationId(member.application),
            'is-representative': member.application.epodoc === country ? 'YES' : undefined,
          },
          docdbId(member.application, date(member.application.date)),
        ),
        member.priorities.map((priority, i) =>
          el(
            'priority-claim',
            { sequence: i + 1, kind: priority.type === 'regional' ? 'regional' : 'national' },
            docdbId(priority, date(priority.date)),
            priority.type === 'international' ? el('priority-linkage-type', {}, 'W') : null,
            el('priority-active-indicator', {}, priority.active ? 'YES' : 'NO'),
          ),
        ),
        legal ? member.events.map((event) => legalEvent(member, event)) : [],
        biblio ? exchangeDocument(member, 'biblio') : null,
      ),
    ),
  );
}

/** Of one event the service writes a line of fixed width for each thing that it says, then the same in fields. */
function legalEvent({ application: { country, number, kind } }: Publication, event: LegalEvent): XmlElement {
  const { code, text, date: day, influence, effective, country: of } = event;
  const gazette = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  const head = `${country}    ${number}${kind.padEnd(2)} ${gazette}${code.padEnd(4)}${influence}${text}`;
  const facts: [string, string, string][] = [
    ...(of ? ([['L501EP', 'Ref Country Code', of]] as const).map((one): [string, string, string] => [...one]) : []),
    ...(effective
      ? ([['L525EP', 'Effective DATE', effective]] as const).map((one): [string, string, string] => [...one])
      : []),
  ];
  const lines = facts.length > 0 ? facts.map(([, desc, value]) => `${head} ${desc} ${value}`) : [head];
  const field = (name: string, desc: string, value: string): XmlElement => el(`ops:${name}`, { desc }, value);
  return el(
    'ops:legal',
    { code: code.padEnd(4), desc: text, infl: influence, dateMigr: '00010101' },
    lines.map((line, i) => el('ops:pre', { line: String(i + 1).padStart(5, '0') }, line)),
    field('L001EP', 'Country Code', country),
    field('L002EP', 'Filing / Published Document', 'F'),
    field('L003EP', 'Document Number', `    ${number}`),
    field('L004EP', 'Kind Code', kind.padEnd(2)),
    field('L005EP', 'IPR Type', 'PI'),
    field('L007EP', 'Gazette DATE', gazette),
    field('L008EP', 'Legal Event Code 1', code),
    field('L018EP', 'DATE last exchanged', gazette),
    field('L019EP', 'DATE first created', gazette),
    facts.length > 0
      ? el(
          'ops:L500EP',
          {},
          facts.map(([name, desc, value]) => field(name, desc, value)),
        )
      : null,
  );
}
