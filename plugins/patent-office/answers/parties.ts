import { ns } from './namespaces.ts';
import { attribute, child, children, numeric, spaced, textOf } from './tree.ts';
import type { Element } from './tree.ts';
import type { Party } from './types.ts';

/** Parties of one role (`applicant`, `inventor`), in all formats that came. One without a name is none. */
export function partiesOf(bibliographic: Element | undefined, role: string): Party[] {
  const found: Party[] = [];
  for (const parties of children(bibliographic, ns.exchange, 'parties'))
    for (const group of children(parties, ns.exchange, `${role}s`))
      for (const party of children(group, ns.exchange, role)) {
        const said = child(child(party, ns.exchange, `${role}-name`) ?? party, ns.exchange, 'name');
        const { name, country } = named(textOf(said));
        if (!name) continue;
        found.push({
          sequence: numeric(party, 'sequence'),
          format: attribute(party, 'data-format'),
          name,
          country: country ?? countryOf(party),
        });
      }
  return found;
}

/** `BOER BEHEER [NL]` is a name and a country; names as filed end in a comma. */
export function named(text: string): { name: string; country: string | null } {
  const [, name = '', country] = /^(.*?)(?:\s*\[([A-Z]{2})\])?$/.exec(withoutCommas(spaced(text))) ?? [];
  return { name, country: country ?? null };
}

/** By hand: a pattern for the end of a text begins anew at each comma within it. */
function withoutCommas(text: string): string {
  let end = text.length;
  while (end > 0 && ', ;'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

function countryOf(party: Element): string | null {
  const country = child(child(party, ns.exchange, 'residence'), ns.exchange, 'country');
  return spaced(textOf(country)) || null;
}

const isNormal = (party: Party): boolean => party.format === 'epodoc' || party.format === 'docdb';

/**
 * One list for showing. Where both formats have the same sequences the names stand as filed, with the countries of the
 * normalised ones; otherwise the longer list stands, so that nobody is missing, and the normalised one of two as long.
 */
export function shownParties(parties: readonly Party[]): { name: string; country: string | null }[] {
  const normal = parties.filter(isNormal);
  const filed = parties.filter((party) => !isNormal(party));
  const byName = new Map(normal.map(({ name, country }) => [plain(name), country]));
  const bySequence = new Map(normal.map((party) => [party.sequence, party]));
  const paired =
    filed.length === normal.length &&
    bySequence.size === normal.length &&
    filed.every((party) => party.sequence !== null && bySequence.has(party.sequence));
  const chosen = paired
    ? filed.map((party) => ({ ...party, country: bySequence.get(party.sequence)?.country ?? party.country }))
    : filed.length > normal.length
      ? filed.map((party) => ({ ...party, country: party.country ?? byName.get(plain(party.name)) ?? null }))
      : normal;
  const seen = new Set<string>();
  return chosen
    .toSorted((one, other) => (one.sequence ?? Infinity) - (other.sequence ?? Infinity) || 0)
    .filter(({ name }) => !seen.has(plain(name)) && seen.add(plain(name)))
    .map(({ name, country }) => ({ name, country }));
}

const plain = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase();
