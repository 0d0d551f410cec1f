import type { Publication } from '../collection/types.ts';
import { el } from '../xml/tree.ts';
import type { XmlElement } from '../xml/tree.ts';

interface Symbol {
  readonly section: string;
  readonly class: string;
  readonly subclass: string;
  readonly group: string;
  readonly subgroup: string;
}
/** `B28B1/29` in its parts. */
function partsOf(symbol: string): Symbol {
  const [, section = '', number = '', subclass = '', group = '', subgroup = ''] =
    /^([A-HY])(\d\d)([A-Z])(\d+)\/(\d+)$/.exec(symbol) ?? [];
  return { section, class: number, subclass, group, subgroup };
}

/** The text has a fixed width: `B28B   1/    29            A I                    `. */
function ipcText(symbol: string): string {
  const { section, class: number, subclass, group, subgroup } = partsOf(symbol);
  return `${section}${number}${subclass}${group.padStart(4)}/${subgroup.padStart(6)}            A I                    `;
}

export function classes(publication: Publication): (XmlElement | null)[] {
  const { ipc, date } = publication;
  return [
    // The older form of one text ended with 2005.
    ipc.length > 0 && date < '20060101'
      ? el('classification-ipc', {}, el('edition', {}, '7'), ...ipc.map((symbol) => el('text', {}, symbol)))
      : null,
    ipc.length > 0 && date >= '20060101'
      ? el(
          'classifications-ipcr',
          {},
          ipc.map((symbol, i) => el('classification-ipcr', { sequence: i + 1 }, el('text', {}, ipcText(symbol)))),
        )
      : null,
    cpc(publication),
  ];
}

/** One symbol is said once for each office that gave it; old American documents have their national class besides. */
function cpc({ cpc: all, country, date }: Publication): XmlElement | null {
  const given = all.flatMap(({ offices, ...one }) => offices.map((office) => ({ ...one, office })));
  if (given.length === 0) return null;
  const national = country === 'US' && date < '20150101';
  return el(
    'patent-classifications',
    {},
    given.map(({ symbol, value, office }, i) => {
      const parts = partsOf(symbol);
      return el(
        'patent-classification',
        { sequence: i + 1 },
        el('classification-scheme', { office: 'EP', scheme: 'CPCI' }),
        el('section', {}, parts.section),
        el('class', {}, parts.class),
        el('subclass', {}, parts.subclass),
        el('main-group', {}, parts.group),
        el('subgroup', {}, parts.subgroup),
        el('classification-value', {}, value),
        el('generating-office', {}, office),
      );
    }),
    national
      ? el(
          'patent-classification',
          { sequence: given.length + 1 },
          el('classification-scheme', { office: 'US', scheme: 'UC' }),
          el('classification-symbol', {}, '210/85'),
        )
      : null,
  );
}
