import { define, DossierElement } from '@dossier/sdk/web';
import { figure } from '@dossier/sdk/web/ui/reader';
import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Filters } from '../types.ts';
import type { Choices } from './choices.ts';

const statuses = [
  ['Draft', 'Draft'],
  ['Submitted', 'Submitted'],
  ['InReview', 'In review'],
  ['Approved', 'Approved'],
  ['Rejected', 'Rejected'],
  ['Withdrawn', 'Withdrawn'],
] as const;
const others = [
  ['templateId', 'Template'],
  ['assignee', 'Officer'],
  ['source', 'Source'],
] as const;
type Other = (typeof others)[number][0];

/** Which applications: by status, template, officer and source. Fires `dossier-change` (detail: `{ filters }`). */
class FilterFields extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: grid; gap: 0.875rem; }
    .chips { display: flex; flex-wrap: wrap; gap: 0.375rem; }
    .chips button { min-height: 1.875rem; padding: 0 0.75rem; border-radius: 1rem;
      border: 1px solid var(--dossier-control-border); background: transparent; cursor: pointer;
      font-size: var(--dossier-size-s); font-weight: 550; }
    .chips button:hover { background: var(--dossier-hover); }
    .chips button[aria-pressed="true"] { background: var(--dossier-accent-soft); color: var(--dossier-accent-text);
      border-color: var(--dossier-accent); box-shadow: inset 0 0 0 1px var(--dossier-accent); }
    details { border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); }
    details + details { margin-top: -0.5rem; }
    summary { display: flex; justify-content: space-between; gap: 0.75rem; padding: 0.4375rem 0.75rem; cursor: pointer;
      border-radius: inherit; font-size: var(--dossier-size-s); }
    summary::after { content: "+"; color: var(--dossier-muted); }
    details[open] > summary::after { content: "–"; }
    summary b { font-weight: 550; }
    summary span { margin-inline-start: auto; color: var(--dossier-muted); overflow: hidden; text-overflow: ellipsis;
      white-space: nowrap; max-width: 12rem; }
    summary span.chosen { color: var(--dossier-accent-text); font-weight: 550; }
    ul { display: grid; max-height: 13rem; overflow: auto; padding: 0.25rem 0.75rem 0.625rem; }
    .option { align-items: center; }
    .option input { margin: 0; }
    .option span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    details p { padding: 0 0.75rem 0.75rem; }
  `,
  ];
  static override properties = {
    filters: { attribute: false },
    choices: { attribute: false },
    faults: { attribute: false },
  };
  declare filters: Filters;
  /** Null until they are known, or when they could not be read. */
  declare choices: Choices | null;
  declare faults: Faults;

  constructor() {
    super();
    this.filters = {};
    this.choices = null;
    this.faults = [];
  }

  /** A filter without values is none. */
  #toggle(name: keyof Filters, value: string): void {
    const before: readonly string[] = this.filters[name] ?? [];
    const { [name]: _before, ...rest } = this.filters;
    const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
    this.dispatchEvent(
      new CustomEvent('dossier-change', { detail: { filters: after.length > 0 ? { ...rest, [name]: after } : rest } }),
    );
  }

  #other(name: Other, title: string) {
    const chosen: readonly string[] = this.filters[name] ?? [];
    const known = this.choices?.[name] ?? [];
    const strange = chosen
      .filter((id) => !known.some((one) => one.id === id))
      .map((id) => ({ id, label: 'Unknown, or no longer here', count: 0 }));
    const words =
      chosen.length === 0
        ? 'All'
        : chosen.length === 1
          ? (known.find(({ id }) => id === chosen[0])?.label ?? '1 chosen')
          : `${chosen.length} chosen`;
    const fault = faultAt(this.faults, `/definition/filters/${name}`);
    return html`
      <details>
        <summary><b>${title}</b><span class=${chosen.length > 0 ? 'chosen' : ''}>${words}</span></summary>
        ${
          known.length + strange.length === 0
            ? html`<p class="muted small">${this.choices ? 'No application has one yet.' : 'Not known yet.'}</p>`
            : html`<ul aria-label=${title}>${repeat(
                [...known, ...strange],
                ({ id }) => id,
                ({ id, label, count }) => html`
            <li><label class="option"><input type="checkbox" .checked=${chosen.includes(id)}
              @change=${() => this.#toggle(name, id)}><span>${label}</span><span class="muted small number"
              style="flex: none">${count > 0 ? figure(count) : ''}</span></label></li>`,
              )}</ul>`
        }
        ${fault === undefined ? nothing : html`<p class="fault">${fault}</p>`}
      </details>`;
  }

  override render() {
    return html`
      <div class="field"><span class="label" id="status">Status now</span>
        <div class="chips" role="group" aria-labelledby="status">${statuses.map(
          ([id, title]) =>
            html`<button type="button" aria-pressed=${this.filters.status?.includes(id) === true}
              @click=${() => this.#toggle('status', id)}>${title}</button>`,
        )}</div></div>
      ${others.map(([name, title]) => this.#other(name, title))}`;
  }
}
define('dossier-report-filters', FilterFields);
