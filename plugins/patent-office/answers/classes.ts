import { ns } from './namespaces.ts';
import { attribute, child, children, spaced, textIn, textOf } from './tree.ts';
import type { Element } from './tree.ts';
import type { Classes, IpcClass } from './types.ts';

/** Symbols of the IPC until its seventh edition. */
export const ipcOldOf = (bibliographic: Element | undefined): string[] =>
  children(bibliographic, ns.exchange, 'classification-ipc').flatMap((ipc) =>
    children(ipc, ns.exchange, 'text').flatMap((text) => spaced(textOf(text)).replace(/ /g, '') || []),
  );

/** Symbols of the IPC since its eighth edition. */
export const ipcrOf = (bibliographic: Element | undefined): IpcClass[] =>
  children(bibliographic, ns.exchange, 'classifications-ipcr').flatMap((all) =>
    children(all, ns.exchange, 'classification-ipcr').flatMap((one) => {
      const text = textIn(one, ns.exchange, 'text');
      if (text !== null) return ipcFrom(text);
      const symbol = symbolOf(one);
      return symbol
        ? [
            {
              symbol,
              level: textIn(one, ns.exchange, 'classification-level'),
              value: textIn(one, ns.exchange, 'classification-value'),
            },
          ]
        : [];
    }),
  );

const fixedWidth =
  /^([A-HY] ?\d{2} ?[A-Z])(?: ?(\d{1,4}) ?\/ ?(\d{2,6}))?(?: (\d{8}))? ?([AC])?([FL])? ?(?:([IN])(?![A-Z]*[a-z]))?/;

/** `B28B   1/    29            A I` is B28B1/29, advanced, inventive. Another form stands without its blanks. */
function ipcFrom(text: string): IpcClass[] {
  const [, section, group, subgroup, , level, , value] = fixedWidth.exec(text) ?? [];
  if (!section) return text ? [{ symbol: text.replace(/ /g, ''), level: null, value: null }] : [];
  const symbol = section.replace(/ /g, '') + (group && subgroup ? `${group}/${subgroup}` : '');
  return [{ symbol, level: level ?? null, value: value ?? null }];
}

/** Classes of the CPC and of other schemes; null where the record has no part for them. */
export function classesOf(bibliographic: Element | undefined): Classes | null {
  const parts = children(bibliographic, ns.exchange, 'patent-classifications');
  if (parts.length === 0) return null;
  const cpc = new Map<string, { symbol: string; value: string | null; offices: Set<string> }>();
  const other: Record<string, string[]> = {};
  const combinations: string[][] = [];
  for (const part of parts) {
    for (const one of children(part, ns.exchange, 'patent-classification')) {
      const symbol = symbolOf(one);
      if (!symbol) continue;
      const scheme = child(one, ns.exchange, 'classification-scheme');
      const name = attribute(scheme, 'scheme') ?? 'CPC';
      if (!name.startsWith('CPC')) {
        (other[`${attribute(scheme, 'office') ?? ''}:${name}`] ??= []).push(symbol);
        continue;
      }
      const value = textIn(one, ns.exchange, 'classification-value');
      const office = textIn(one, ns.exchange, 'generating-office');
      const key = `${symbol} ${value}`;
      const folded = cpc.get(key) ?? { symbol, value, offices: new Set<string>() };
      cpc.set(key, folded);
      if (office !== null) folded.offices.add(office);
    }
    for (const set of children(part, ns.exchange, 'combination-set'))
      combinations.push(
        children(set, ns.exchange, 'combination-rank').flatMap((rank) => {
          const one = child(rank, ns.exchange, 'patent-classification');
          return (one && symbolOf(one)) || [];
        }),
      );
  }
  return {
    cpc: Array.from(cpc.values(), (folded) => ({ ...folded, offices: [...folded.offices] })),
    other,
    combinations,
  };
}

/** A symbol, whole or by its parts; empty where there is none. */
function symbolOf(of: Element): string {
  const whole = textIn(of, ns.exchange, 'classification-symbol');
  if (whole !== null) return whole.replace(/ /g, '');
  const part = (name: string): string => textIn(of, ns.exchange, name) ?? '';
  const [group, subgroup] = [part('main-group'), part('subgroup')];
  return part('section') + part('class') + part('subclass') + (group && subgroup ? `${group}/${subgroup}` : group);
}
