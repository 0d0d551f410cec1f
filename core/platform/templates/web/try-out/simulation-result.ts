import { workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import { chip } from '@dossier/sdk/web/ui/chip';
import { counted } from '@dossier/sdk/web/ui/format';
import { figure } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { SimulationController } from './simulation.controller.ts';
import type { Case, Simulation } from './simulation.types.ts';

const ending = (text: string): TemplateResult =>
  text === 'Approved automatically'
    ? chip({ text, tone: 'success', icon: 'check' })
    : chip({ text, tone: 'warning', icon: text.startsWith('Halted') ? 'person' : 'clock' });

const sum = (list: Simulation['notTried']): number => list.reduce((all, { count }) => all + count, 0);

/** How many would end as they did, otherwise, or could not be tried, and why. */
const counts = (value: Simulation): TemplateResult => {
  const untried = sum(value.notTried);
  return html`<h3 class="big number">${
    value.different === 0
      ? value.same === 0
        ? 'None could be tried'
        : `All ${figure(value.same)} would end as they did`
      : `${figure(value.different)} of ${figure(value.tried)} would end differently`
  }</h3>
    <p class="muted">${value.different > 0 ? `${figure(value.same)} would end as they did. ` : nothing}${
      untried === 0 ? nothing : `${figure(untried)} could not be tried:`
    }</p>
    ${
      untried === 0
        ? nothing
        : html`<ul class="small">${value.notTried.map(({ reason, count }) => html`<li>${figure(count)}: ${reason}</li>`)}</ul>`
    }`;
};

const caseRow = (one: Case, to: (applicationId: string) => string): TemplateResult => html`<tr>
  <th scope="row"><a class="name number" href=${to(one.applicationId)}>${one.number}</a></th>
  <td data-label="Applicant">${one.applicantName}</td><td data-label="Then">${ending(one.then)}</td>
  <td data-label="With the draft">${ending(one.now)}</td>
  <td data-label="Because"><span class="reasons">${one.reasons.map((text) => html`<span>${text}</span>`)}</span></td></tr>`;

/** What a trial has come to: counts, groups that narrow the list, and the cases that would end differently. */
export function resultOf(value: Simulation, cases: SimulationController, slug: string): TemplateResult {
  if (value.tried === 0)
    return html`<div class="card">${empty({
      icon: 'applications',
      title: 'There are no past applications yet',
      text: 'Once people have applied with this template in this workspace, you see here which of them would end differently with your draft, and why, before you publish it.',
    })}</div>`;
  const most = Math.max(...value.groups.map(({ count }) => count), 1);
  const to = (id: string): string => workspaceAddress(slug, value.workspaceId, `applications/${id}`);
  const listed = cases.group?.count ?? value.different;
  return html`<section class="card found" aria-label="What was found">${counts(value)}${
    value.groups.length === 0
      ? nothing
      : html`<div class="groups" role="group" aria-label="Kinds of difference">${value.groups.map(
          (group) => html`<button type="button" aria-pressed=${cases.group === group} @click=${() =>
            void cases.list(
              cases.group === group ? null : group,
            )}><span class="to">${ending(group.from)}${icon('right', 14)}<span
            class="visually-hidden"> becomes </span>${ending(group.to)}</span><span class="track" aria-hidden="true"><i
            style="width: ${(group.count / most) * 100}%"></i></span><span class="number">${figure(group.count)}</span></button>`,
        )}</div>`
  }</section>
  ${
    value.different === 0
      ? nothing
      : html`<div class="card list"><table class="stacked"><caption class="visually-hidden">Applications that would end differently</caption>
        <thead><tr><th scope="col">Application</th><th scope="col">Applicant</th><th scope="col">Then</th><th
          scope="col">With the draft</th><th scope="col">Because</th></tr></thead>
        <tbody>${cases.cases.map((one) => caseRow(one, to))}</tbody></table>
        <div class="foot"><span class="muted small" role="status">${figure(cases.cases.length)} of ${counted(listed, 'application', 'applications')}</span>${
          cases.next === null
            ? nothing
            : html`<button type="button" class="button small" @click=${() => void cases.more()}>Show more</button>`
        }</div></div>`
  }`;
}
