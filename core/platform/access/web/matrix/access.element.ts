import type { WorkspaceWithTeams } from '../../../tenancy/contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import type { HostWorkspace } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { settingsAddress } from '@dossier/sdk/web/ui/addresses';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import { AccessController } from './access.controller.ts';
import { accessStyles } from './access.styles.ts';
import { noDraft, withBoxes, withFeature } from './draft.ts';
import type { Base } from './draft.ts';
import type { FeatureChange } from './features.element.ts';
import './features.element.ts';
import type { BoxesChange } from './matrix.element.ts';
import './matrix.element.ts';
import './save-bar.element.ts';
import { groupsOf } from './rows.ts';
import type { RowFilter } from './rows.ts';

/** Stands in the address for what holds in the whole organization. */
const everywhere = 'organization';

/** Features & Access: what is switched on in a workspace, and which role may do what there. */
class AccessSettings extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, accessStyles];
  static override properties = {
    base: {},
    rest: {},
    search: {},
    workspaces: { state: true },
    error: { state: true },
    narrow: { state: true },
  };
  /** The address of this page. */
  declare base: string;
  /** Id of a workspace, or `organization`. */
  declare rest: string;
  declare search: string;
  declare workspaces: readonly HostWorkspace[] | null;
  declare error: unknown;
  declare narrow: boolean;
  readonly #access = new AccessController(this);
  readonly #width = matchMedia('(max-width: 47.99em)');
  readonly #onWidth = (): void => {
    this.narrow = this.#width.matches;
  };

  constructor() {
    super();
    this.base = '';
    this.rest = '';
    this.search = '';
    this.workspaces = null;
    this.error = null;
    this.narrow = this.#width.matches;
    new UnsavedGuard(this, () => this.#access.count > 0);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#width.addEventListener('change', this.#onWidth);
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#width.removeEventListener('change', this.#onWidth);
  }

  async #load(): Promise<void> {
    this.error = null;
    try {
      this.workspaces = await this.host.send<readonly WorkspaceWithTeams[]>('GET', '/api/v1/organization/workspaces');
    } catch (error) {
      this.error = error;
    }
  }

  protected override willUpdate(): void {
    if (this.workspaces && this.rest !== '') this.#access.show(this.rest === everywhere ? null : this.rest);
  }

  get #filter(): RowFilter & { readonly role: string | null } {
    const parameters = new URLSearchParams(this.search);
    return {
      search: parameters.get('q') ?? '',
      differences: parameters.get('only') === 'differences',
      role: parameters.get('role'),
    };
  }

  /** Filters stand in the address, so that a link shows the same and a reload keeps them. */
  #filtered(o: { q?: string; only?: string; role?: string }): void {
    const parameters = new URLSearchParams(this.search);
    for (const [name, value] of Object.entries(o)) {
      if (value) parameters.set(name, value);
      else parameters.delete(name);
    }
    this.search = parameters.size > 0 ? `?${parameters}` : '';
    this.host.navigate(`${this.base}/${this.rest}${this.search}`, { replace: true });
  }

  #chooseWorkspace(event: Event): void {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const { value } = event.target;
    // Shows where one is until one is elsewhere: a user with unsaved changes is asked first, and may stay.
    event.target.value = this.rest;
    this.host.navigate(`${this.base}/${value}`);
  }

  async #save(): Promise<void> {
    const { count } = this.#access;
    if (await this.#access.save())
      this.host.notify({
        kind: 'success',
        text:
          count === 1
            ? 'Saved. The change acts from the next request on.'
            : `Saved. ${count} changes act from the next request on.`,
      });
  }

  #picker(workspaces: readonly HostWorkspace[]): TemplateResult {
    return html`
      <label class="where"><span class="label">Where</span>
        <select class="input" @change=${this.#chooseWorkspace}>
          <optgroup label="Workspaces">${workspaces.map(
            (one) => html`<option value=${one.id} ?selected=${one.id === this.rest}>${one.name}</option>`,
          )}</optgroup>
          <option value=${everywhere} ?selected=${this.rest === everywhere}>The whole organization</option>
        </select></label>`;
  }

  #tools(base: Base, role: string): TemplateResult {
    const { search, differences } = this.#filter;
    const { roles } = base.matrix;
    return html`
      <div class="tools">
        <label class="search"><span class="visually-hidden">Search permissions</span>${icon('search', 16)}
          <input class="input" type="search" placeholder="Search permissions" .value=${search} @input=${(
            event: Event,
          ) => {
            if (event.target instanceof HTMLInputElement) this.#filtered({ q: event.target.value });
          }}></label>
        ${
          this.narrow
            ? html`<label class="role"><span class="label">Role</span><select class="input" @change=${(
                event: Event,
              ) => {
                if (event.target instanceof HTMLSelectElement) this.#filtered({ role: event.target.value });
              }}>${roles.map(
                (one) =>
                  html`<option value=${one.id} ?selected=${one.id === role}>${one.teamName} · ${one.name}</option>`,
              )}</select></label>`
            : html`<label class="only"><input type="checkbox" .checked=${differences} @change=${(event: Event) => {
                if (event.target instanceof HTMLInputElement)
                  this.#filtered({ only: event.target.checked ? 'differences' : '' });
              }}> Only where roles differ</label>`
        }
      </div>`;
  }

  #permissions(base: Base): TemplateResult {
    const { roles } = base.matrix;
    const filter = this.#filter;
    const first = roles[0];
    if (!first)
      return html`<div class="card">${empty({
        icon: 'people',
        title: 'No team works here yet',
        text: 'Assign a team to this workspace. Its roles then stand here as columns, and you tick what each may do.',
        action: html`<a class="button"
          href=${settingsAddress(this.session?.organization?.slug ?? '', 'workspaces')}>Go to workspaces</a>`,
      })}</div>`;
    const chosen = roles.find((one) => one.id === filter.role) ?? first;
    const rows: RowFilter = { search: filter.search, differences: filter.differences && !this.narrow };
    const none = groupsOf(base, this.#access.draft, rows).length === 0;
    const reset = html`<button class="button"
      @click=${() => this.#filtered({ q: '', only: '' })}>Show all permissions</button>`;
    return html`
      ${this.#tools(base, chosen.id)}
      ${
        none
          ? html`<div class="card">${empty({
              icon: 'search',
              title: 'No permission fits',
              text: rows.search ? 'Try another word, or show all.' : 'All roles may do the same here.',
              action: reset,
            })}</div>`
          : html`<dossier-access-matrix .base=${base} .draft=${this.#access.draft} .theirs=${this.#access.theirs}
            .roles=${this.narrow ? [chosen] : roles} .filter=${rows}
            @dossier-boxes=${({ detail }: CustomEvent<BoxesChange>) =>
              this.#access.edit(
                withBoxes(base, this.#access.draft, detail.keys, detail.granted),
              )}></dossier-access-matrix>`
      }`;
  }

  #body(): TemplateResult {
    const { base, error, draft, theirs } = this.#access;
    if (error) return failure(error, () => void this.#access.load());
    if (!base) return skeleton(10, 'Loading features and permissions');
    return html`
      ${
        base.matrix.features.length > 0
          ? html`
        <section aria-labelledby="features"><h2 id="features">Features</h2>
          <dossier-access-features .base=${base} .draft=${draft} .theirs=${theirs}
            @dossier-feature=${({ detail }: CustomEvent<FeatureChange>) =>
              this.#access.edit(
                withFeature(base, draft, detail.feature, detail.on),
              )}></dossier-access-features></section>`
          : nothing
      }
      <section aria-labelledby="permissions"><h2 id="permissions">Permissions</h2>${this.#permissions(base)}</section>
      <dossier-access-save-bar .count=${this.#access.count} .effect=${this.#access.effect} .matrix=${base.matrix}
        .refused=${this.#access.refused} .theirs=${theirs.size} .saving=${this.#access.saving}
        @dossier-save=${() => void this.#save()}
        @dossier-discard=${() => this.#access.edit(noDraft)}></dossier-access-save-bar>`;
  }

  override render(): TemplateResult {
    const { workspaces, error } = this;
    if (error) return failure(error, () => void this.#load(), { alone: true });
    if (!workspaces) return skeleton(10, 'Loading features and permissions');
    if (this.rest === '') {
      queueMicrotask(() => this.host.navigate(`${this.base}/${workspaces[0]?.id ?? everywhere}`, { replace: true }));
      return skeleton(10);
    }
    return html`
      <header><div class="lead"><h1 tabindex="-1">Features &amp; Access</h1><p class="muted">${
        this.rest === everywhere
          ? 'What roles may do in the whole organization, in every workspace.'
          : 'What is switched on in this workspace, and what each role may do in it. Other workspaces stay as they are.'
      }</p></div>
        ${this.#picker(workspaces)}</header>
      ${this.#body()}`;
  }
}
define('dossier-settings-access', AccessSettings);
