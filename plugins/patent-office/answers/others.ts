import { dateOf } from './dates.ts';
import { ns } from './namespaces.ts';
import { referenceOf } from './references.ts';
import { attribute, child, children, descendants, elements, numeric, spaced, textIn, textOf } from './tree.ts';
import type { Element } from './tree.ts';
import type { CpcAnswer, CpcSearchAnswer, ErrorAnswer, NumberAnswer, NumberPart } from './types.ts';

/** A number in another spelling. */
export function numberAnswer(root: Element, within: Element): NumberAnswer {
  return {
    kind: 'number',
    from: attribute(root, 'inputFormat'),
    to: attribute(root, 'outputFormat'),
    status: children(within, ns.ops, 'meta')
      .filter((meta) => attribute(meta, 'name') === 'status')
      .flatMap((meta) => (attribute(meta, 'value') ?? '').split(' ').filter(Boolean)),
    input: partOf(child(root, ns.ops, 'input')),
    output: partOf(child(root, ns.ops, 'output')),
  };
}

function partOf(of: Element | undefined): NumberPart | null {
  const reference = of && elements(of)[0];
  const id = reference && elements(reference).find(({ local }) => local === 'document-id');
  if (!reference || !id) return null;
  const fields = new Map<string, string>();
  for (const field of elements(id)) if (!fields.has(field.local)) fields.set(field.local, spaced(textOf(field)));
  const { docdb } = referenceOf(reference);
  return {
    ref: reference.local,
    type: attribute(id, 'document-id-type'),
    fields: Object.fromEntries(fields),
    number: docdb,
    date: dateOf(fields.get('date')),
  };
}

/** Symbols of the CPC, with their titles. */
export function cpcAnswer(root: Element): CpcAnswer {
  const items: { level: number | null; symbol: string; title: string }[] = [];
  const walk = (of: Element): void => {
    for (const part of elements(of)) {
      if (part.local === 'classification-item' && part.uri === ns.cpc)
        items.push({
          level: numeric(part, 'level'),
          symbol: textIn(part, ns.cpc, 'classification-symbol') ?? '',
          title: textIn(part, ns.cpc, 'class-title') ?? '',
        });
      walk(part);
    }
  };
  walk(root);
  const mappings = descendants(root, ns.ops, 'mapping').map((mapping) =>
    Object.fromEntries(elements(mapping).map((side) => [side.local, spaced(textOf(side))])),
  );
  return { kind: 'cpc', mappings, items };
}

/** Symbols that a word leads to. */
export function cpcSearchAnswer(root: Element): CpcSearchAnswer {
  const results = descendants(root, ns.ops, 'classification-statistics').map((one) => {
    const percentage = Number(attribute(one, 'percentage') ?? NaN);
    return {
      symbol: attribute(one, 'classification-symbol') ?? '',
      percentage: Number.isFinite(percentage) ? percentage : null,
      title: textIn(one, ns.cpc, 'class-title') ?? '',
    };
  });
  const total = numeric(root, 'total-result-count');
  return {
    kind: 'cpc-search',
    query: textIn(root, ns.ops, 'query'),
    results,
    partial: total !== null && results.length < total,
  };
}

/** What the service or the gateway before it refuses. */
export function errorAnswer(root: Element): ErrorAnswer {
  const said = (within: Element | undefined, local: string): string | null => textIn(within, root.uri, local);
  const details = child(root, root.uri, 'details');
  return {
    kind: 'error',
    root: root.local === 'fault' ? 'fault' : 'error',
    code: said(root, 'code'),
    message: said(root, 'message'),
    description: said(root, 'description'),
    moreInfo: said(root, 'moreInfo'),
    cause: said(details, 'cause'),
    resolutions: details ? children(details, root.uri, 'resolution').flatMap((one) => spaced(textOf(one)) || []) : [],
  };
}
