import type { Contributions, Database, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import type { People } from '@dossier/core/platform/people/contract';
import type { Templates } from '@dossier/core/platform/templates/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { ComputedSection, TemplateReport } from './computed.ts';
import type { Figures, SectionContext, SectionKind } from './contract.ts';
import type { Definition } from './definition/contract.ts';
import { createFigures } from './figures/figures.ts';
import { namesOf } from './figures/names.ts';
import type { Scope } from './figures/scope.ts';
import { statements } from './figures/statements.ts';
import { shownIn } from './figures/shown.ts';
import { filtersInWords } from './filters-in-words.ts';
import { letterheadOf } from './letterhead.ts';
import { applicationsId } from './sources/catalogue.ts';
import type { Catalogue } from './sources/catalogue.ts';
import { fitting, stepsOf } from './time/buckets.ts';
import { resolvePeriod } from './time/period.ts';

export interface ComputeDeps {
  readonly database: Database;
  readonly tenancy: Tenancy;
  readonly people: People;
  readonly templates: Templates;
  readonly kinds: Contributions<SectionKind>;
  readonly sources: Catalogue;
}

/** What is computed, for whom. */
export interface Order {
  /** Of the reader, at the first workspace: its rights decide what is read. */
  readonly access: WorkspaceAccess;
  readonly workspaces: readonly WorkspaceId[];
  readonly template: string;
  readonly definition: Definition;
  readonly timeZone: string;
  readonly language: string;
  /** The moment from which "last month" is counted: now, or the occurrence of a schedule. */
  readonly asOf: Date;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly late: boolean;
  /** Every row of its tables will be read: paper shows the first ones only. */
  readonly whole: boolean;
  readonly signal: AbortSignal;
}

export type Compute = (order: Order) => Promise<TemplateReport>;

/** Computes a report under the rights of its reader; rows of tables are read when they are drawn. */
export const computing =
  (deps: ComputeDeps): Compute =>
  async (order) => {
    const { access, workspaces, definition, timeZone, language } = order;
    // When one section fails, nobody waits for the others.
    const failed = new AbortController();
    const signal = AbortSignal.any([order.signal, failed.signal]);
    const { now, before, label } = resolvePeriod(definition.period, order.asOf, timeZone);
    const scope: Scope = {
      organization: access.organization,
      workspaces,
      filters: definition.filters,
      targetSeconds: Math.round(definition.targetDays * 86_400),
      // Only when something is counted: words may be read by everybody who views reports.
      get applications() {
        return deps.sources.demand(access, applicationsId);
      },
    };
    const names = namesOf(deps.people);
    const asked = statements(deps.database, { organization: access.organization, whole: order.whole, signal });
    const { bucket, steps } = stepsOf(
      now,
      definition.grouping === 'auto' ? fitting(now) : definition.grouping,
      timeZone,
    );
    const figures = begunOnly(
      steps.filter(({ span }) => span.from <= order.createdAt).length,
      createFigures(
        { sources: deps.sources, names },
        {
          access,
          scope,
          period: now,
          before: definition.compare ? before : null,
          bucket,
          timeZone,
          statements: asked,
        },
      ),
    );
    const context: SectionContext = {
      access,
      organization: access.organization,
      workspaces,
      definition,
      period: now,
      figures,
      step: bucket,
      shown: shownIn(language),
      signal,
    };
    // Side by side: what they ask of the database takes turns there.
    const sections = await Promise.all(
      definition.sections.map(async (section): Promise<ComputedSection> =>
        deps.kinds.demand(access, section.kind).compute(section, context),
      ),
    ).catch((error: unknown) => {
      failed.abort(error);
      throw error;
    });
    const [only, ...more] = workspaces;
    return {
      title: definition.title,
      template: order.template,
      subtitle: definition.subtitle ?? null,
      language,
      organization: (await letterheadOf(deps.tenancy, access.organization)).organization,
      workspace:
        only !== undefined && more.length === 0
          ? ((await deps.tenancy.workspace(access.organization, only))?.name ?? null)
          : null,
      period: { from: now.from.toISOString(), to: now.to.toISOString(), label, timeZone },
      filters: await filtersInWords(deps.templates, asked, definition, scope, names),
      createdAt: order.createdAt.toISOString(),
      createdBy: order.createdBy,
      late: order.late,
      sections,
    };
  };

/** A chart of the running month ends today: zeros of days to come would read as a fall. */
const begunOnly = (begun: number, figures: Figures): Figures => ({
  ...figures,
  overTime: async (question) => (await figures.overTime(question)).slice(0, Math.max(1, begun)),
});
