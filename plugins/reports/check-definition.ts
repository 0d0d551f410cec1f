import { Problem, shapeOf } from '@dossier/sdk';
import type { Contributions, Fault, WorkspaceAccess } from '@dossier/sdk';
import type { ReportSource } from '@dossier/core/platform/reporting/contract';
import type { SectionKind, SectionUse } from './contract.ts';
import type { Definition } from './definition/contract.ts';
import { demandNone } from './faults.ts';
import { unitOf } from './figures/shown.ts';
import { conditioned, filtered, without } from './references.ts';
import type { Referred, References } from './references.ts';
import type { Catalogue } from './sources/catalogue.ts';
import { resolvePeriod } from './time/period.ts';

interface Deps {
  readonly kinds: Contributions<SectionKind>;
  readonly sources: Catalogue;
  readonly references: References;
}

/** The context of a definition that is checked. */
export interface Beside {
  readonly at?: Places;
  /** Further workspaces of the report. */
  readonly others?: readonly WorkspaceAccess[];
  /** Reports that were kept already: what they name is not asked for again. */
  readonly kept?: readonly Definition[];
}

/** Where the parts of a definition stand in the request: what is set for one run stands among its parameters. */
export interface Places {
  readonly period: string;
  filter(name: string): string;
  readonly sections: string;
}
export const inDefinition: Places = {
  period: '/definition/period',
  filter: (name) => `/definition/filters/${name}`,
  sections: '/definition/sections',
};

/**
 * What the schema cannot know: whether kinds, sources, measures, columns and what is referred to exist, and the period
 * is one. Throws `invalid` (422) with every fault, pointers as given by `at`, and the 403 or 404 of a source that this
 * reader may not read.
 */
export async function demandDefinition(
  deps: Deps,
  access: WorkspaceAccess,
  definition: Definition,
  { at = inDefinition, others = [], kept = [] }: Beside = {},
): Promise<void> {
  const { kinds, sources, references } = deps;
  const faults: Fault[] = [...periodFaults(definition, at.period)];
  definition.sections.forEach((section, i) => {
    const pointer = `${at.sections}/${i}`;
    const kind = kinds.get(access, section.kind);
    if (!kind) {
      faults.push({
        pointer: `${pointer}/kind`,
        code: 'unknown-kind',
        detail: `There is no kind of section "${section.kind}". Known are ${kinds
          .list(access)
          .map(({ id }) => id)
          .join(', ')}.`,
      });
      return;
    }
    const wrong = shapeOf(kind.schema).faults(section);
    if (wrong.length > 0) {
      faults.push(...wrong.slice(0, 5).map((fault) => shapeFault(fault, pointer)));
      return;
    }
    for (const use of kind.uses(section)) {
      const source = sourceOf(sources, access, use.source);
      faults.push(
        ...useFaults(
          source,
          use,
          `${pointer}${use.pointer}`,
          sources.list(access).map(({ id }) => id),
        ),
      );
    }
  });
  const asked = without(
    referredIn(deps, access, definition, at),
    kept.flatMap((one) => referredIn(deps, access, one)),
  );
  demandNone([...faults, ...(await references.faults([access, ...others], asked))]);
}

/** Every identifier that a report names in its filters, and in those sections that can be read here. */
export function referredIn(
  { kinds, sources }: Omit<Deps, 'references'>,
  access: WorkspaceAccess,
  { filters, sections }: Definition,
  at: Places = inDefinition,
): readonly Referred[] {
  return [
    ...filtered(filters, at),
    ...sections.flatMap((section, i) => {
      const kind = kinds.get(access, section.kind);
      if (!kind || !shapeOf(kind.schema).fits(section)) return [];
      return kind.uses(section).flatMap((use) => {
        const source = sourceOf(sources, access, use.source);
        return source ? conditioned(source, use, `${at.sections}/${i}${use.pointer}/where`) : [];
      });
    }),
  ];
}

/**
 * Undefined for a name that nothing contributes; a source that exists and is closed to this reader is refused as such.
 */
function sourceOf(sources: Catalogue, access: WorkspaceAccess, id: string): ReportSource | undefined {
  try {
    return sources.demand(access, id);
  } catch (error) {
    if (Problem.is(error) && error.code === 'not-found') return undefined;
    throw error;
  }
}

function useFaults(
  source: ReportSource | undefined,
  { source: id, measures = [], columns = [], by, oneUnit = false, where = {} }: SectionUse,
  pointer: string,
  known: readonly string[],
): readonly Fault[] {
  if (!source)
    return [
      {
        pointer: `${pointer}/source`,
        code: 'unknown-source',
        detail: `There is no source "${id}". Known are ${known.join(', ')}.`,
      },
    ];
  const shown = Object.entries(source.columns)
    .filter(([, column]) => !column.hidden)
    .map(([name]) => name);
  const named = (name: string, member: string): Fault[] =>
    shown.includes(name)
      ? []
      : [
          {
            pointer: `${pointer}/${member}`,
            code: 'unknown-column',
            detail: `"${source.title}" has no column "${name}". Known are ${shown.join(', ')}.`,
          },
        ];
  return [
    ...measures.flatMap((name, i): Fault[] =>
      Object.hasOwn(source.measures, name)
        ? []
        : [
            {
              pointer: `${pointer}/measures/${i}`,
              code: 'unknown-measure',
              detail: `"${source.title}" has no measure "${name}". Known are ${Object.keys(source.measures).join(', ')}.`,
            },
          ],
    ),
    ...columns.flatMap((name) => named(name, 'columns')),
    ...(by === undefined || by === 'time' ? [] : named(by, 'by')),
    ...Object.keys(where).flatMap((name) => named(name, 'where')),
    ...together(source, measures, pointer, { by, oneUnit }),
  ];
}

/** Measures that exist, and still make no table or chart. */
function together(
  source: ReportSource,
  measures: readonly string[],
  pointer: string,
  { by, oneUnit }: { by: string | undefined; oneUnit: boolean },
): readonly Fault[] {
  const known = measures.flatMap((name, i) =>
    Object.hasOwn(source.measures, name) ? [{ measure: source.measures[name]!, at: `${pointer}/measures/${i}` }] : [],
  );
  const first = known[0]?.measure;
  return [
    ...(by === 'time'
      ? known
          .filter(({ measure }) => measure.at === null)
          .map(({ measure, at }) => ({
            pointer: at,
            code: 'not-over-time',
            detail: `"${measure.title}" tells how things are now. Take it as a key figure, or group by a column.`,
          }))
      : []),
    ...(by !== undefined && source.columns[by]?.type === 'people'
      ? [
          {
            pointer: `${pointer}/by`,
            code: 'not-grouped',
            detail: `"${source.columns[by].title}" may name several people at once, so nothing is grouped by it.`,
          },
        ]
      : []),
    ...(oneUnit && first
      ? known
          .filter(({ measure }) => unitOf(measure.how) !== unitOf(first.how))
          .map(({ measure, at }) => ({
            pointer: at,
            code: 'other-unit',
            detail: `"${measure.title}" is not of one unit with "${first.title}". Draw it in a chart of its own.`,
          }))
      : []),
  ];
}

/** `pointer message`, as shapes tell it. */
function shapeFault(fault: string, below: string): Fault {
  const space = fault.indexOf(' ');
  const pointer = fault.slice(0, space);
  return {
    pointer: `${below}${pointer === '/' ? '' : pointer}`,
    code: 'bad-section',
    detail: `${fault.slice(space + 1)}.`,
  };
}

function periodFaults({ period }: Definition, pointer: string): readonly Fault[] {
  try {
    resolvePeriod(period, new Date(), 'UTC', pointer);
    return [];
  } catch (error) {
    if (Problem.is(error)) return error.errors;
    throw error;
  }
}
