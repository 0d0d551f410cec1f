import { define, graphDocument } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { icon } from '@dossier/sdk/web/ui/icon';
import { everything } from '../../filter.ts';
import type { Filter } from '../../filter.ts';
import { asked } from './answer-cell.ts';
import type { ViewColumn } from './answer-cell.ts';
import { groupTexts } from './grouping.ts';
import { contentOf, viewsPath } from './content.ts';
import type { SavedView } from './saved-view.ts';

const rolesQuery = graphDocument<{ viewRoles: readonly string[] }, { workspaceId: string }>(
  'query ViewRoles($workspaceId: ID!) { viewRoles(workspaceId: $workspaceId) }',
);

/** The columns of a list for which none are chosen. */
const usual = ['number', 'template', 'amount', 'status', 'waiting', 'due', 'assignee'];

/**
 * Keeps a view, changes one, or chooses columns alone. Dispatches `dossier-view-saved` (detail `{ id }`),
 * `dossier-view-removed`, and `dossier-view-chosen` (detail `{ columns, group }`).
 */
export class ViewDialog extends FormDialog {
  static override styles = [
    FormDialog.styles,
    css`ol { display: grid; gap: 0.25rem; margin: 0; padding: 0; list-style: none; }
      li { display: flex; align-items: center; gap: 0.25rem; padding-inline-start: 0.625rem;
        border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); font-size: var(--dossier-size-s); }
      li > span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
      li button { display: grid; place-items: center; width: 2rem; height: 2rem; padding: 0; border: 0;
        background: none; color: var(--dossier-muted); cursor: pointer; }
      li button:hover { color: var(--dossier-text); } li button[aria-disabled='true'] { opacity: 0.4; }
      .choices { display: flex; flex-wrap: wrap; gap: 0.375rem 1rem; } fieldset { border: 0; margin: 0; padding: 0; }
      .choices label { display: flex; gap: 0.375rem; align-items: center; min-height: 1.5rem;
        font-size: var(--dossier-size-s); }
      legend, .title { padding: 0; margin-block-end: 0.375rem; font-weight: var(--dossier-medium);
        font-size: var(--dossier-size-s); }
      @media (hover: none), (max-width: 47.99em) { li button { width: 2.75rem; height: 2.75rem; }
        .choices label { min-height: 2.75rem; } }`,
  ];
  static override properties = {
    ...FormDialog.properties,
    workspaceId: {},
    columns: { state: true },
    all: { state: true },
    roles: { state: true },
    shared: { state: true },
  };
  declare workspaceId: string;
  declare columns: readonly string[];
  declare all: readonly ViewColumn[];
  declare roles: readonly string[];
  declare shared: boolean;
  #filter: Filter = everything;
  #view: SavedView | null = null;
  #name = '';
  #keeps = false;

  constructor() {
    super();
    this.workspaceId = '';
    this.columns = [];
    this.all = [];
    this.roles = [];
    this.shared = false;
  }

  /** Keeps what is shown under a name, or in the view that is given. */
  async keep(filter: Filter, view: SavedView | null, name: string): Promise<void> {
    this.#keeps = true;
    this.#view = view;
    this.#name = view?.name ?? name;
    this.shared = view?.shared ?? false;
    await this.#begin(filter);
  }

  async choose(filter: Filter): Promise<void> {
    this.#keeps = false;
    this.#view = null;
    await this.#begin(filter);
  }

  async #begin(filter: Filter): Promise<void> {
    this.#filter = filter;
    this.columns = filter.columns.length > 0 ? filter.columns : usual;
    const { workspaceId } = this;
    const [columns, roles] = await Promise.all([
      asked(this.host, workspaceId, null),
      this.host.query(rolesQuery, { workspaceId }).then(
        (reply) => reply.viewRoles,
        () => [],
      ),
    ]);
    this.all = [...columns.values()];
    this.roles = roles;
    await this.open();
  }

  /** The usual columns in their usual order are none that are chosen. */
  get #chosen(): readonly string[] {
    return this.columns.join() === usual.join() ? [] : this.columns;
  }

  async #send(event: SubmitEvent): Promise<void> {
    await this.sent(event, async (form) => {
      const group = String(form.get('group') ?? '');
      const columns = this.#chosen;
      if (!this.#keeps) {
        this.dispatchEvent(new CustomEvent('dossier-view-chosen', { detail: { columns, group } }));
        return;
      }
      const view = this.#view;
      const body = {
        name: String(form.get('name')).trim(),
        shared: this.shared,
        ...contentOf({ ...this.#filter, columns, group }),
        ...(this.roles.length > 0 ? { roles: this.shared ? form.getAll('role').map(String) : [] } : {}),
      };
      const path = viewsPath(this.workspaceId);
      const { id } = view
        ? await this.host.send<SavedView>('PUT', `${path}/${view.id}`, body, {
            headers: { 'if-match': `"${view.version}"` },
          })
        : await this.host.send<SavedView>('POST', path, body);
      this.host.notify({ kind: 'success', text: `${body.name} is saved.` });
      this.dispatchEvent(new CustomEvent('dossier-view-saved', { detail: { id } }));
    });
  }

  async #remove(): Promise<void> {
    const view = this.#view;
    if (!view) return;
    const sure = await this.host.confirm({
      title: `Remove “${view.name}”?`,
      body: view.shared
        ? 'Everybody in this workspace loses the view. No application changes.'
        : 'Only you see this view. No application changes.',
      action: 'Remove view',
      danger: true,
    });
    if (!sure) return;
    try {
      await this.host.send('DELETE', `${viewsPath(this.workspaceId)}/${view.id}`, undefined, {
        headers: { 'if-match': `"${view.version}"` },
      });
    } catch (error) {
      return this.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
    this.close();
    this.dispatchEvent(new CustomEvent('dossier-view-removed'));
  }

  #title(id: string): string {
    const column = this.all.find((one) => one.id === id);
    if (!column) return 'A column that is no more';
    return column.template === null ? column.title : `${column.title} (${column.template})`;
  }

  #move(id: string, by: 1 | -1): void {
    const from = this.columns.indexOf(id);
    const to = from + by;
    if (to < 0 || to >= this.columns.length) return;
    this.columns = this.columns.toSpliced(from, 1).toSpliced(to, 0, id);
    this.host.announce(`${this.#title(id)}: place ${to + 1} of ${this.columns.length}.`);
  }

  async #take(id: string): Promise<void> {
    const at = this.columns.indexOf(id);
    this.columns = this.columns.filter((one) => one !== id);
    await this.updateComplete;
    const left = this.renderRoot.querySelectorAll<HTMLElement>('li .away');
    (left[Math.min(at, left.length - 1)] ?? this.renderRoot.querySelector<HTMLElement>('#add'))?.focus();
  }

  #onKey(event: KeyboardEvent, id: string): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    this.#move(id, by);
  }

  #columns(): TemplateResult {
    const left = this.all.filter(({ id }) => !this.columns.includes(id));
    const byTemplate = Map.groupBy(left, ({ template }) => template ?? 'Of each application');
    const last = this.columns.length - 1;
    return html`<div class="field"><p class="title" id="columns">Columns</p>
      <p class="hint" id="how">The applicant is always shown. Arrow keys on a button move its column.</p>
      <ol aria-labelledby="columns" aria-describedby="how">${repeat(
        this.columns,
        (id) => id,
        (id, i) => html`<li @keydown=${(event: KeyboardEvent) => this.#onKey(event, id)}><span>${this.#title(id)}</span>
          <button type="button" aria-label="Up: ${this.#title(id)}" aria-disabled=${i === 0}
            @click=${() => this.#move(id, -1)}>${icon('up', 16)}</button>
          <button type="button" aria-label="Down: ${this.#title(id)}" aria-disabled=${i === last}
            @click=${() => this.#move(id, 1)}>${icon('down', 16)}</button>
          <button type="button" class="away" aria-label="Take away: ${this.#title(id)}"
            @click=${() => void this.#take(id)}>${icon('cross', 16)}</button></li>`,
      )}</ol></div>
      <div class="field"><label for="add">Add a column</label><select class="input" id="add" .value=${''}
        @change=${(event: Event) => {
          if (!(event.target instanceof HTMLSelectElement) || event.target.value === '') return;
          this.columns = [...this.columns, event.target.value];
          event.target.value = '';
        }}><option value="">Choose …</option>${[...byTemplate].map(
          ([template, some]) =>
            html`<optgroup label=${template}>${some.map(
              ({ id, title }) => html`<option value=${id}>${title}</option>`,
            )}</optgroup>`,
        )}</select></div>`;
  }

  #keeping(): TemplateResult {
    const view = this.#view;
    // Only who made a view can keep it to themselves.
    const mayHide = !view?.shared || view.own;
    return html`<div class="field"><label for="name">Name</label><input class="input" id="name" name="name"
        maxlength="80" autocomplete="off" aria-required="true" .defaultValue=${this.#name}
        aria-describedby="name-hint" aria-invalid=${this.wrong('/name')}>${this.notes('/name', 'name')}</div>
      <fieldset><legend>Who sees it</legend><div class="choices">${(
        [
          [false, 'Only you'],
          [true, 'Everybody who reads applications here'],
        ] as const
      ).map(
        ([value, text]) => html`<label><input type="radio" name="shared" .defaultChecked=${this.shared === value}
          ?disabled=${!value && !mayHide} @change=${() => {
            this.shared = value;
          }}>${text}</label>`,
      )}</div></fieldset>${
        this.shared && this.roles.length > 0
          ? html`<fieldset><legend>The view with which they begin</legend><div class="choices">${this.roles.map(
              (role) => html`<label><input type="checkbox" name="role" value=${role}
                ?checked=${view?.roles.includes(role)}>${role}</label>`,
            )}</div></fieldset>`
          : nothing
      }`;
  }

  override render() {
    const { group } = this.#filter;
    return html`<dialog aria-labelledby="heading"><form novalidate @submit=${(event: SubmitEvent) => void this.#send(event)}>
      <h2 id="heading">${this.#keeps ? (this.#view ? 'Edit the view' : 'Save this view') : 'Columns and groups'}</h2>
      ${refusalSummary(this.refusal, ['/name'])}
      ${this.#keeps ? this.#keeping() : nothing}
      ${this.#columns()}
      <div class="field"><label for="group">Group by</label><select class="input" id="group" name="group">
        <option value="">Nothing</option>${Object.entries(groupTexts).map(
          ([value, text]) => html`<option value=${value} ?selected=${value === group}>${text}</option>`,
        )}</select><p class="hint">Up to 500 applications are put together.</p></div>
      ${
        this.#view
          ? html`<div><button class="button small danger" type="button"
              @click=${() => void this.#remove()}>Remove view</button></div>`
          : nothing
      }
      ${this.buttons(this.#keeps ? 'Save view' : 'Show', this.#keeps ? 'Saving…' : 'Showing …')}
    </form></dialog>`;
  }
}
define('dossier-view-dialog', ViewDialog);
