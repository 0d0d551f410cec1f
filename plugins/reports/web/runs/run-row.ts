import { ago, fileSize, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { lateChip, progressBar, stateChip } from './state.ts';
import { contentOf, isOpen } from './types.ts';
import type { Run } from './types.ts';
import { formatName, periodInWords, templateOf } from './words.ts';

/** What can be done with a run of the list. */
export interface RunActions {
  cancel(run: Run): void;
  repeat(run: Run): void;
}

const when = (run: Run): TemplateResult =>
  html`<time datetime=${run.createdAt} title=${fullTime(run.createdAt)}>${ago(run.createdAt)}</time>`;
const file = (run: Run): string =>
  run.size === null ? formatName(run.format) : `${formatName(run.format)} · ${fileSize(run.size)}`;
const period = (run: Run): string =>
  run.periodLabel ?? (run.parameters.period ? periodInWords(run.parameters.period) : '');

const sub = (run: Run): TemplateResult => {
  const parts = [period(run), templateOf(run)].filter((part) => part !== '');
  return html`<span class="sub small muted">${
    run.scheduleId === null
      ? nothing
      : html`${icon('calendar', 14)}<span>Scheduled${parts.length > 0 ? ' ·' : ''}</span>`
  }<span>${parts.join(' · ')}</span></span>`;
};

const state = (run: Run): TemplateResult =>
  isOpen(run)
    ? html`<span class="lines">${stateChip(run.state)}${progressBar(run)}</span>`
    : html`<span class="chips">${stateChip(run.state)}${lateChip(run)}</span>`;

const buttons = (run: Run, base: string, on: RunActions): TemplateResult => html`
  <span class="buttons">
    ${
      run.state === 'done'
        ? html`<a class="button quiet icon" href=${contentOf(run)} download=${run.fileName ?? ''}
      aria-label="Download ${run.fileName ?? run.title}" title="Download">${icon('download')}</a>`
        : nothing
    }
    ${
      isOpen(run)
        ? html`<button class="button quiet icon" aria-label="Cancel ${run.title}" title="Cancel"
          @click=${() => on.cancel(run)}>${icon('cross')}</button>`
        : html`<button class="button quiet icon" aria-label="Run ${run.title} again" title="Run again"
          @click=${() => on.repeat(run)}>${icon('refresh')}</button>
        <a class="button quiet icon edit" href="${base}/new?run=${run.id}" aria-label="Open ${run.title} in the editor"
          title="Open in the editor">${icon('pencil')}</a>`
    }
  </span>`;

/** One run as a row. What narrow screens have no column for stands below its name. */
export const runRow = (run: Run, base: string, on: RunActions): TemplateResult => html`
  <tr data-run=${run.id} data-state=${run.state}>
    <th scope="row"><span class="lines">
      <a class="name" href="${base}/runs/${run.id}">${run.title}</a>
      ${sub(run)}
      ${run.state === 'failed' && run.reason !== null ? html`<span class="reason small">${run.reason}</span>` : nothing}
      <span class="narrow chips">${state(run)}<span class="small muted">${file(run)}</span></span>
      <span class="narrow when small muted">${when(run)}, ${run.requestedBy.name}</span>
    </span></th>
    <td class="how">${state(run)}</td>
    <td class="file small">${file(run)}</td>
    <td class="when"><span class="lines"><span>${when(run)}</span><span
      class="small muted">${run.requestedBy.name}</span></span></td>
    <td class="end">${buttons(run, base, on)}</td>
  </tr>`;
