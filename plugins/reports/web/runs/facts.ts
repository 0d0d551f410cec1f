import { fileSize, fullTime } from '@dossier/sdk/web/ui/format';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Choices } from '../editor/choices.ts';
import type { Schedule } from '../schedules/types.ts';
import type { OneRun } from './types.ts';
import { filtersInWords, formatName, groupingInWords, languageInWords, periodInWords, tookInWords } from './words.ts';

type Fact = readonly [name: string, value: string | TemplateResult];

const time = (iso: string): TemplateResult => html`<time datetime=${iso}>${fullTime(iso)}</time>`;

const list = (title: string, facts: readonly Fact[]): TemplateResult => html`
  <section aria-labelledby=${title}><h2 id=${title}>${title}</h2><dl>${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl></section>`;

/** What a run was ordered with, and what became of it, in words. */
export const runFacts = (
  run: OneRun,
  o: { base: string; schedule: Schedule | null; choices: Choices | null },
): TemplateResult => {
  const { definition, parameters } = run;
  const filters = filtersInWords(definition.filters, o.choices);
  const plan =
    run.scheduleId === null
      ? 'No'
      : o.schedule
        ? html`<a href="${o.base}/schedules/${o.schedule.id}">${o.schedule.name}</a>`
        : 'A schedule that was deleted';
  const others = run.workspaceIds.length - 1;
  return html`
    ${list('What it shows', [
      ['Period', `${periodInWords(definition.period)}${run.periodLabel === null ? '' : `: ${run.periodLabel}`}`],
      ['Applications', filters.length === 0 ? 'All' : html`${filters.map((one) => html`<span>${one}</span>`)}`],
      ['Steps over time', groupingInWords(definition.grouping)],
      ['Compared with the period before', definition.compare ? 'Yes' : 'No'],
      ['Should be decided within', `${definition.targetDays} days`],
      ['Days begin in', (parameters.timeZone ?? 'UTC').replaceAll('_', ' ')],
      ['Numbers and dates in', languageInWords(parameters.language ?? 'en')],
      ...(others > 0 ? [['Workspaces', `This one and ${others} more`] as const] : []),
    ])}
    ${list('The run', [
      [
        'Template',
        run.templateVersion === null || run.templateVersion < 2
          ? run.templateName
          : `${run.templateName}, version ${run.templateVersion}`,
      ],
      ['Ordered', time(run.createdAt)],
      ['By', run.requestedBy.name],
      ['Scheduled', plan],
      ...(run.occurrence === null ? [] : [['Planned for', time(run.occurrence)] as const]),
      ...(run.endedAt === null
        ? []
        : [
            [
              'Ended',
              html`${time(run.endedAt)}${
                run.startedAt === null
                  ? ''
                  : html`<span class="muted">after ${tookInWords(run.startedAt, run.endedAt)}</span>`
              }`,
            ] as const,
          ]),
      ...(run.fileName === null ? [] : [['File', run.fileName] as const]),
      [
        'Format',
        [
          formatName(run.format),
          ...(run.pages === null ? [] : [`${run.pages} ${run.pages === 1 ? 'page' : 'pages'}`]),
          ...(run.size === null ? [] : [fileSize(run.size)]),
        ].join(' · '),
      ],
      ...(run.repeats === null
        ? []
        : [['Repeats', html`<a href="${o.base}/runs/${run.repeats}">An earlier run</a>`] as const]),
    ])}`;
};
