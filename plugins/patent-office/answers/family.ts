import { dateOf } from './dates.ts';
import { documentOf } from './documents.ts';
import { ns } from './namespaces.ts';
import { priorityOf, referenceIn } from './references.ts';
import { attribute, child, children, elements, numeric, spaced, textOf } from './tree.ts';
import type { Element } from './tree.ts';
import type { FamilyAnswer, FamilyMember, LegalEvent } from './types.ts';

/** An extended family, with legal events and bibliographic data where they were asked for. */
export function familyAnswer(root: Element): FamilyAnswer {
  const members = children(root, ns.ops, 'family-member').map(memberOf);
  const legal = attribute(root, 'legal') === 'true';
  const total = numeric(root, 'total-result-count');
  const promised = legal ? Math.min(total ?? 1, 1) : (total ?? 1);
  return {
    kind: 'family',
    legal,
    total,
    members,
    partial: members.length < promised || attribute(root, 'truncatedFamily') === 'true',
  };
}

function memberOf(of: Element): FamilyMember {
  const application = child(of, ns.exchange, 'application-reference');
  return {
    familyId: attribute(of, 'family-id'),
    publication: referenceIn(of, ns.exchange, 'publication-reference'),
    application: referenceIn(of, ns.exchange, 'application-reference'),
    representative: attribute(application, 'is-representative')?.toUpperCase() === 'YES',
    priorities: children(of, ns.exchange, 'priority-claim').map(priorityOf),
    events: children(of, ns.ops, 'legal').map(eventOf),
    documents: [
      ...children(of, ns.exchange, 'exchange-document'),
      ...children(of, ns.exchange, 'exchange-documents').flatMap((all) =>
        children(all, ns.exchange, 'exchange-document'),
      ),
    ].map(documentOf),
  };
}

function eventOf(of: Element): LegalEvent {
  const fields: { field: string; desc: string | null; text: string }[] = [];
  const collect = (within: Element): void => {
    for (const part of elements(within)) {
      if (part.uri !== ns.ops || !/^L\d{3}EP$/.test(part.local)) continue;
      if (elements(part).length > 0) collect(part);
      else fields.push({ field: part.local, desc: attribute(part, 'desc'), text: spaced(textOf(part)) });
    }
  };
  collect(of);
  const said = (field: string): string | null => fields.find((one) => one.field === field)?.text || null;
  const impact = attribute(of, 'infl');
  return {
    code: attribute(of, 'code') ?? said('L008EP'),
    desc: attribute(of, 'desc'),
    impact,
    date: dateOf(said('L007EP')),
    country: said('L001EP'),
    refCountry: said('L501EP'),
    effective: dateOf(said('L525EP')),
    fields,
  };
}
