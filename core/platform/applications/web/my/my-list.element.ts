import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ApplicationRow } from '../types.ts';
import { ago, counted, fullTime } from '@dossier/sdk/web/ui/format';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { statusChip } from '../status.ts';
import { isOver } from './parts.ts';
import { MyListController } from './my-list.controller.ts';

/** What the status means for the person who waits for it. */
const meaning: Readonly<Record<string, string>> = {
  Draft: 'You can still change it.',
  Submitted: 'It is being checked. You need to do nothing now.',
  InReview: 'An officer looks at it. Open it to see whether something is needed from you.',
  Approved: 'It was approved.',
  Rejected: 'It was not approved. Open it to read why.',
};

/** A client's own applications, newest first, live. */
class MyList extends DossierElement {
  static override styles = [
    DossierElement.styles,
    chipStyles,
    stateStyles,
    css`
    :host { display: grid; gap: 1.25rem; max-width: 48rem; margin: 0 auto; align-content: start; }
    .list { display: grid; gap: 0.75rem; }
    .item { position: relative; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.25rem 1rem;
      padding: 1.125rem 1.25rem; align-items: center; transition: border-color 120ms, box-shadow 120ms; }
    .item:hover { border-color: var(--dossier-accent); box-shadow: var(--dossier-shadow-l); }
    .item a { color: var(--dossier-text); font-weight: 620; font-size: var(--dossier-size-l); text-decoration: none;
      overflow-wrap: anywhere; }
    .item a::after { content: ""; position: absolute; inset: 0; border-radius: inherit; }
    .item p { grid-column: 1 / -1; overflow-wrap: anywhere; }
    .item .asked { color: var(--dossier-warning-text); font-weight: 550; }
    .older { justify-self: center; }
  `,
  ];
  static override properties = { base: {} };
  declare base: string;
  readonly #mine = new MyListController(this);
  readonly #parts = new Offered(this, 'applications/own-part@1');

  constructor() {
    super();
    this.base = '';
  }

  protected override willUpdate(): void {
    if (this.workspace) this.#mine.list.show(this.workspace.id);
  }

  /** Who pressed the button goes on at the first row that it brought; the button may be gone. */
  async #older(): Promise<void> {
    const added = await this.#mine.list.more();
    if (added.length > 0)
      this.host.announce(`${counted(added.length, 'more application is', 'more applications are')} shown.`);
    await this.updateComplete;
    const stayed = document.activeElement === document.body || this.shadowRoot?.activeElement?.matches('.older');
    if (added[0] && stayed)
      this.renderRoot.querySelector<HTMLElement>(`a[href="${this.base}/${added[0].id}"]`)?.focus();
  }

  /** How it stands, for who is asked for nothing. */
  #meaning({ id, status }: ApplicationRow): string {
    const complete = status === 'InReview' && this.#mine.wanted.titles.get(id)?.length === 0;
    return complete ? 'An officer looks at it. You need to do nothing now.' : (meaning[status] ?? '');
  }

  /** What the client is asked for, in words. */
  #asked({ id, status, waitingSince }: ApplicationRow): readonly string[] {
    // The titles may be older than the row.
    const wanted = status === 'InReview' ? (this.#mine.wanted.titles.get(id) ?? []) : [];
    return [
      ...(this.#mine.awaiting.has(id)
        ? ['It waits for your word. Open it to confirm.']
        : waitingSince !== null && !isOver({ status })
          ? ['We wait for an answer from you. Open it to read what is asked.']
          : []),
      ...(wanted.length > 0 ? [`Please send: ${new Intl.ListFormat('en').format(wanted)}.`] : []),
    ];
  }

  #item(row: ApplicationRow): TemplateResult {
    const asked = this.#asked(row);
    return html`
      <li class="item card">
        <a href="${this.base}/${row.id}"><bdi>${row.templateName}</bdi></a>${statusChip(row.status)}
        ${
          asked.length > 0
            ? html`<p class="asked">${asked.join(' ')}</p>`
            : html`<p
          class="muted">${this.#meaning(row)}</p>`
        }
        <p class="muted small"><bdi>${row.applicantName}</bdi> · <time datetime=${row.createdAt}
          title=${fullTime(row.createdAt)}>${ago(row.createdAt)}</time></p>
      </li>`;
  }

  #body(): TemplateResult {
    const { rows, error } = this.#mine.list;
    if (error) return failure(error, () => void this.#mine.list.reload());
    if (!rows) return skeleton(6, 'Loading your applications');
    if (rows.length === 0) {
      return html`<div class="card">${empty({
        icon: 'inbox',
        title: 'No applications yet',
        text: 'When you, or a partner on your behalf, hand in an application with your e-mail address, it appears here by itself. You can then follow each step and add documents.',
      })}</div>`;
    }
    return html`<ul class="list" aria-label="My applications">${repeat(
      rows,
      (row) => row.id,
      (row) => this.#item(row),
    )}</ul>${this.#rest()}`;
  }

  /** The way to the older ones, as long as there are any. */
  #rest(): TemplateResult | typeof nothing {
    const { hasMore, isPaging, moreError } = this.#mine.list;
    if (!hasMore) return nothing;
    return html`
      ${moreError ? html`<p role="alert">More applications could not be loaded. Please try again.</p>` : nothing}
      <button class="button older" aria-disabled=${isPaging}
        @click=${() => void this.#older()}>${isPaging ? 'Loading…' : 'Show older ones'}</button>`;
  }

  override render(): TemplateResult {
    return html`<h1>My applications</h1>${this.#parts.list.map(
      (one) => html`<dossier-slot .contribution=${one} .quiet=${true}></dossier-slot>`,
    )}${this.#body()}`;
  }
}
define('dossier-my-list', MyList);
