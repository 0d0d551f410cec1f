import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { myApplicationsQuery } from '../applications/application.query.ts';
import type { ApplicationRow } from '../applications/types.ts';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { statusChip, statusText } from '../applications/status.ts';

/** What the status means for the person who waits for it. */
const meaning: Readonly<Record<string, string>> = {
  Draft: 'You can still change it.',
  Submitted: 'It is being checked. You need to do nothing unless it asks you to.',
  InReview: 'An officer looks at it. Open it to see whether something is needed from you.',
  Approved: 'It was approved.',
  Rejected: 'It was not approved. Open it to read why.',
};

/** Each step of an application is an event; one look at the list answers those that come together. */
const gather = 100;

/** A client's own applications, newest first, live. */
class MyList extends DossierElement {
  static override styles = [DossierElement.styles, chipStyles, stateStyles, css`
    :host { display: grid; gap: 1.25rem; max-width: 48rem; margin: 0 auto; align-content: start; }
    .list { display: grid; gap: 0.75rem; }
    .item { position: relative; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.25rem 1rem; padding: 1.125rem 1.25rem; align-items: center; transition: border-color 120ms, box-shadow 120ms; }
    .item:hover { border-color: var(--dossier-accent); box-shadow: var(--dossier-shadow-l); }
    .item a { color: var(--dossier-text); font-weight: 620; font-size: var(--dossier-size-l); text-decoration: none; overflow-wrap: anywhere; }
    .item a::after { content: ""; position: absolute; inset: 0; border-radius: inherit; }
    .item .meaning { grid-column: 1 / -1; }
  `];
  static override properties = { base: {}, rows: { state: true }, error: { state: true } };
  declare base: string;
  declare rows: readonly ApplicationRow[] | null;
  declare error: unknown;
  #live: Disposable | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #workspaceId: string | null = null;

  constructor() {
    super();
    this.base = '';
    this.rows = null;
    this.error = null;
  }

  protected override willUpdate(): void {
    const id = this.workspace?.id;
    if (!id || id === this.#workspaceId) return;
    this.#workspaceId = id;
    this.#live?.[Symbol.dispose]();
    this.#live = this.host.live({ kind: 'own', workspaceId: id }, () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#load(), gather);
    });
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.[Symbol.dispose]();
    clearTimeout(this.#timer);
    this.#workspaceId = null;
  }

  async #load(): Promise<void> {
    try {
      const { myApplications } = await this.host.query(myApplicationsQuery, {});
      const before = new Map(this.rows?.map((row) => [row.id, row.status]));
      this.rows = myApplications.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
      this.error = null;
      for (const row of this.rows) {
        const was = before.get(row.id);
        if (was !== undefined && was !== row.status) this.host.announce(`${row.templateName}: ${statusText(row.status)}`);
      }
    } catch (error) {
      if (!this.rows) this.error = error;
    }
  }

  #item(row: ApplicationRow): TemplateResult {
    return html`
      <li class="item card">
        <a href="${this.base}/${row.id}">${row.templateName}</a>${statusChip(row.status)}
        <p class="meaning muted">${meaning[row.status] ?? ''}</p>
        <p class="muted small">${row.applicantName} · <time datetime=${row.createdAt} title=${fullTime(row.createdAt)}>${ago(row.createdAt)}</time></p>
      </li>`;
  }

  #body(): TemplateResult {
    if (this.error) return failure(this.error, () => { this.error = null; void this.#load(); });
    if (!this.rows) return skeleton(6, 'Loading your applications');
    if (this.rows.length === 0) {
      return html`<div class="card">${empty({ icon: 'inbox', title: 'No applications yet', text: 'When you, or a partner on your behalf, hand in an application with your e-mail address, it appears here by itself. You can then follow each step and add documents.' })}</div>`;
    }
    return html`<ul class="list" aria-label="My applications">${repeat(this.rows, (row) => row.id, (row) => this.#item(row))}</ul>`;
  }

  override render(): TemplateResult {
    return html`<h1>My applications</h1>${this.#body()}`;
  }
}
define('dossier-my-list', MyList);
