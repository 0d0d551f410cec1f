import { define, DossierElement } from '@dossier/sdk/web';
import type { HostWorkspace } from '@dossier/sdk/web';
import { done } from '@dossier/sdk/web/ui/done';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { textOf } from '../form-tab/properties.element.ts';
import { KeepFocus } from '../keep-focus.controller.ts';
import { templateUrl } from '../routes.ts';
import { everyWorkspace } from '../workspaces.ts';
import { applyingNote, clientsWith } from './applying-note.ts';
import type { Offer } from './applying-note.ts';

interface Shown {
  readonly offers: readonly Offer[];
  readonly workspaces: readonly HostWorkspace[];
}

const noClients =
  'Clients apply in a workspace of type CLIENT, and there is none. Who runs the organization can create one.';
const notOffered =
  'Staff can apply for a client already. To let clients apply by themselves, choose whose clients, and the ' +
  'workspace whose officers decide what they send.';

/** Which clients are offered the template, and who handles what they send. It counts at once, without publishing. */
class TemplateOffers extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    stateStyles,
    css`
    :host { display: block; }
    section { display: grid; gap: 0.875rem; padding: 1rem; }
    .state { padding: 0.75rem 0; }
    .row, form { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; }
    .row .field, form .field { flex: 1 1 12rem; min-width: 0; }
    ul { display: grid; gap: 0.75rem; }
    li { display: grid; gap: 0.75rem; }
    .note { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; padding: 0.75rem 1rem;
      border-radius: var(--dossier-radius); background: var(--dossier-warning-soft); }
    .note svg { color: var(--dossier-warning-text); }
    .note p { flex: 1 1 16rem; min-width: 0; overflow-wrap: anywhere; text-wrap: pretty; }
  `,
  ];
  static override properties = { templateId: {}, published: { type: Boolean } };
  declare templateId: string;
  /** Clients see it once a version is. */
  declare published: boolean;
  /** Something is being saved, and nothing else meanwhile. No control is disabled for it: that would take its focus. */
  #busy = false;
  /** The workspace of the offer that was changed last: there the focus stays. */
  #at = '';
  readonly #shown = new Loading<Shown>(this, async () => {
    const [offers, workspaces] = await Promise.all([
      this.host.send<readonly Offer[]>('GET', templateUrl(this.templateId, 'offers')),
      everyWorkspace(this.host),
    ]);
    return { offers, workspaces };
  });

  constructor() {
    super();
    this.templateId = '';
    this.published = false;
    new KeepFocus(
      this,
      () =>
        this.renderRoot.querySelector<HTMLElement>(`[id="by-${this.#at}"]`) ??
        this.renderRoot.querySelector<HTMLElement>('select, a'),
    );
  }

  /** Saves at the offer to the clients of a workspace. */
  async #do(at: string, work: () => Promise<unknown>, text: string): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#at = at;
    await done(this.host, work, text);
    this.#busy = false;
    await this.#shown.again();
  }

  #offer(clients: HostWorkspace, workspaceId: string, workspaces: readonly HostWorkspace[]): void {
    const by = workspaces.find(({ id }) => id === workspaceId)?.name ?? '';
    void this.#do(
      clients.id,
      () => this.host.send('PUT', templateUrl(this.templateId, `offers/${clients.id}`), { workspaceId }),
      `Clients of ${clients.name} are offered it, and ${by} handles what they send.`,
    );
  }

  async #withdraw({ clientWorkspaceId, clientWorkspaceName }: Offer): Promise<void> {
    const sure = await this.host.confirm({
      title: `Offer it to clients of ${clientWorkspaceName} no more?`,
      body: 'What they have sent stays, and is decided as before. Forms that they have begun can be sent no more.',
      action: 'Offer it no more',
    });
    if (!sure) return;
    await this.#do(
      clientWorkspaceId,
      () => this.host.send('DELETE', templateUrl(this.templateId, `offers/${clientWorkspaceId}`)),
      `Clients of ${clientWorkspaceName} are offered it no more.`,
    );
  }

  #letApply({ clientWorkspaceId: id, clientWorkspaceName: name, applying: { lacking } }: Offer): void {
    const grants = lacking.map(({ teamRoleId, permission }) => ({ teamRoleId, permission, granted: true }));
    void this.#do(
      id,
      () => this.host.send('PUT', `/api/v1/workspaces/${encodeURIComponent(id)}/access`, { grants }),
      `${clientsWith(lacking)} may create applications in ${name} now.`,
    );
  }

  #note(offer: Offer): TemplateResult | typeof nothing {
    return applyingNote(offer, {
      slug: this.session?.organization?.slug ?? '',
      givesRights: this.holds('access.manage'),
      runsOrganization: this.holds('organization.manage'),
      letApply: () => this.#letApply(offer),
    });
  }

  #row(offer: Offer, staff: readonly HostWorkspace[]): TemplateResult {
    const { clientWorkspaceId: id, clientWorkspaceName: name } = offer;
    return html`<li><div class="row"><div class="field"><label for="by-${id}">Clients of ${name}: handled by</label>
      <select id="by-${id}" class="input" @change=${(event: Event) =>
        this.#offer({ id, name, type: 'CLIENT' }, textOf(event), staff)}>${staff.map(
        (one) => html`<option value=${one.id} .selected=${live(one.id === offer.workspaceId)}>${one.name}</option>`,
      )}</select></div>
      <button type="button" class="button quiet icon" aria-label="Offer it to clients of ${name} no more"
        @click=${() => void this.#withdraw(offer)}>${icon('trash', 16)}</button></div>${this.#note(offer)}</li>`;
  }

  #add(clients: readonly HostWorkspace[], staff: readonly HostWorkspace[]): TemplateResult {
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      if (!(event.target instanceof HTMLFormElement)) return;
      const form = new FormData(event.target);
      const at = clients.find(({ id }) => id === form.get('clients'));
      if (at) this.#offer(at, String(form.get('by')), staff);
    };
    const list = (all: readonly HostWorkspace[]): readonly TemplateResult[] =>
      all.map(({ id, name }) => html`<option value=${id}>${name}</option>`);
    return html`<form @submit=${submit}>
      <div class="field"><label for="clients">Offer it to the clients of</label>
        <select id="clients" name="clients" class="input">${list(clients)}</select></div>
      <div class="field"><label for="by">Handled by</label>
        <select id="by" name="by" class="input">${list(staff)}</select></div>
      <button class="button">${icon('plus', 16)}Offer it</button></form>`;
  }

  #parts({ offers, workspaces }: Shown): TemplateResult {
    const staff = workspaces.filter(({ type }) => type !== 'CLIENT');
    const clients = workspaces.filter(({ type }) => type === 'CLIENT');
    const text = clients.length === 0 ? noClients : notOffered;
    const left = clients.filter(({ id }) => !offers.some((one) => one.clientWorkspaceId === id));
    return html`${
      offers.length === 0
        ? empty({
            icon: 'people',
            title: 'Clients are not offered it yet',
            text,
          })
        : html`<ul>${offers.map((one) => this.#row(one, staff))}</ul>`
    }${left.length > 0 && staff.length > 0 ? this.#add(left, staff) : nothing}
      ${
        offers.length > 0 && !this.published
          ? html`<p class="hint">They see it as soon as a version is published.</p>`
          : nothing
      }`;
  }

  override render(): TemplateResult {
    return html`<section class="card" aria-labelledby="offers"><h3 id="offers">Who is offered it</h3>
      <p class="muted">This counts at once, for every version.</p>
      ${this.#shown.show((shown) => this.#parts(shown), { rows: 2, label: 'Loading who is offered it' })}</section>`;
  }
}
define('dossier-template-offers', TemplateOffers);
