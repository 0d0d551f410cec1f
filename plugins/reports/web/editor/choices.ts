import type { PluginHost } from '@dossier/sdk/web';
import { previewsUrl } from '../routes.ts';
import type { ShownReport } from '../types.ts';

/** Something that applications can be narrowed to, and how many of them there are. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly count: number;
}

export type Choices = Readonly<Record<'templateId' | 'assignee' | 'source', readonly Choice[]>>;

const wanted = [
  { filter: 'templateId', source: 'applications', measures: ['all'], by: 'templateId' },
  { filter: 'source', source: 'applications', measures: ['all'], by: 'sourceId' },
  { filter: 'assignee', source: 'assignments', measures: ['open', 'closed'], by: 'userId' },
] as const;

/**
 * What the applications of the workspace can be narrowed to: what they have, counted by a report of its own, most
 * first. Officers are those with something open, or closed in the last three years.
 */
export async function choicesOf(host: PluginHost, workspaceId: string): Promise<Choices> {
  const definition = {
    title: 'Choices',
    subtitle: null,
    period: { kind: 'lastDays', days: 1096 },
    compare: false,
    filters: {},
    grouping: 'auto',
    targetDays: 10,
    sections: wanted.map(({ filter, source, measures, by }) => ({
      kind: 'chart',
      chart: 'bar',
      title: filter,
      source,
      measures,
      by,
      most: 30,
    })),
  };
  const { sections } = await host.send<ShownReport>('POST', previewsUrl(workspaceId), { definition });
  const of = (filter: keyof Choices): readonly Choice[] => {
    const found = sections.find((section) => section.title === filter);
    if (found?.kind !== 'chart') return [];
    const { labels, series } = found.chart;
    return labels.flatMap((label, at) => {
      const id = series
        .map(({ lists }) => new URLSearchParams(lists?.[at] ?? '').get(filter))
        .find((one) => one !== null);
      return id ? [{ id, label, count: series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0) }] : [];
    });
  };
  return { templateId: of('templateId'), assignee: of('assignee'), source: of('source') };
}
