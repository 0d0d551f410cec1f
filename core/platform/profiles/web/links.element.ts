import type { PersonReply } from '../../access/contract.ts';
import type { UserLink } from '../contract.ts';
import type { User } from '../../people/contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { faultAt, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { words } from '@dossier/sdk/web/ui/format';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { done } from '@dossier/sdk/web/ui/done';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';

/** Who holds one of these may see the people of the organization, and chooses from them; others enter an id. */
const seesPeople = ['organization.manage', 'access.manage', 'manageMembers', 'inviteUsers'];

/** How one stands to other people, in both directions. */
class ProfileLinks extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, formStyles, sectionStyles];
  static override properties = { refusal: { state: true }, sending: { state: true }, people: { state: true } };
  declare refusal: Refusal | null;
  declare sending: boolean;
  declare people: readonly PersonReply[] | null;
  #asked = false;
  readonly #loading = new Loading(this, async () => {
    const me = this.session?.user.id ?? '';
    const [outgoing, incoming] = await Promise.all([
      this.host.readAll<UserLink>(`/user-links?sourceUserId=${encodeURIComponent(me)}`),
      this.host.readAll<UserLink>(`/user-links?targetUserId=${encodeURIComponent(me)}`),
    ]);
    const others = new Set([...outgoing.map((one) => one.targetUserId), ...incoming.map((one) => one.sourceUserId)]);
    const names = new Map(
      await Promise.all(
        [...others].map(
          async (id) =>
            [
              id,
              await this.host.send<User>('GET', `/users/${encodeURIComponent(id)}`).then(
                (user) => user.name,
                () => null,
              ),
            ] as const,
        ),
      ),
    );
    return { outgoing, incoming, names };
  });

  constructor() {
    super();
    this.refusal = null;
    this.sending = false;
    this.people = null;
  }

  /**
   * Permissions come after the page; with them the person chooses from a list, unless it is too long to choose from.
   */
  protected override willUpdate(): void {
    if (this.#asked || !this.session?.organization || !this.holds(...seesPeople)) return;
    this.#asked = true;
    void this.host.readPage<PersonReply>('/api/v1/people?limit=100').then(
      ({ rows, next }) => {
        if (next === null) this.people = rows.filter((one) => one.id !== this.session?.user.id);
      },
      () => undefined,
    );
  }

  async #add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || this.sending) return;
    const entered = new FormData(form);
    const text = (name: string): string => String(entered.get(name) ?? '').trim();
    this.sending = true;
    try {
      await this.host.send('POST', '/user-links', {
        sourceUserId: this.session?.user.id,
        targetUserId: text('target'),
        linkType: text('type'),
        description: text('description'),
      });
      this.refusal = null;
      form.reset();
      this.host.notify({ kind: 'success', text: 'The link is made.' });
      await this.#loading.again();
    } catch (error) {
      this.refusal = refusalOf(error);
    }
    this.sending = false;
  }

  async #end(link: UserLink, name: string): Promise<void> {
    const sure = await this.host.confirm({
      title: `End the link with ${name}?`,
      body: 'It goes for both of you.',
      action: 'End the link',
      danger: true,
    });
    if (sure && (await done(this.host, () => this.host.send('DELETE', `/user-links/${link.id}`), 'The link is ended.')))
      await this.#loading.again();
  }

  #rows(
    title: string,
    links: readonly UserLink[],
    other: (link: UserLink) => string,
    names: ReadonlyMap<string, string | null>,
  ): TemplateResult | typeof nothing {
    if (links.length === 0) return nothing;
    return html`<section class="part" aria-label=${title}><h2>${title}</h2><ul class="rows card">${links.map((link) => {
      const name = names.get(other(link)) ?? 'Somebody whose name is not shown to you';
      return html`<li><span class="text"><span class="name">${name}</span>${
        link.description === '' ? nothing : html`<span class="muted small">${link.description}</span>`
      }</span><span class="chip neutral">${words(link.linkType)}</span>
        <button class="button small danger" @click=${() => this.#end(link, name)}>End<span
          class="visually-hidden"> the link with ${name}</span></button></li>`;
    })}</ul></section>`;
  }

  #field(o: {
    name: string;
    pointer: string;
    label: string;
    hint: string;
    control: (describe: { id: string; invalid: boolean }) => TemplateResult;
  }): TemplateResult {
    const fault = this.refusal ? faultAt(this.refusal.faults, o.pointer) : undefined;
    return html`<div class="field"><label
      for=${o.name}>${o.label}</label>${o.control({ id: `${o.name}-hint`, invalid: fault !== undefined })}<p
      id="${o.name}-hint" class=${fault ? 'fault' : 'hint'}>${fault ?? o.hint}</p></div>`;
  }

  #adding(): TemplateResult {
    const { people } = this;
    return html`
      <form class="card panel" @submit=${this.#add} novalidate aria-labelledby="add">
        <h2 id="add">Link to somebody</h2>
        ${refusalSummary(this.refusal, ['/targetUserId', '/linkType', '/description'])}
        ${this.#field({
          name: 'target',
          pointer: '/targetUserId',
          label: people ? 'Person' : 'Id of the person',
          hint: people
            ? `Somebody of ${this.session?.organization?.name ?? 'your organization'}.`
            : 'It stands under “About you” in the profile of that person.',
          control: ({ id, invalid }) =>
            people
              ? html`<select id="target" name="target" class="input" aria-invalid=${invalid}
                aria-describedby=${id}><option value="">Choose…</option>${people.map(
                  (one) =>
                    html`<option
                      value=${one.id}>${one.name}${one.email === null ? nothing : ` — ${one.email}`}</option>`,
                )}</select>`
              : html`<input id="target" name="target" class="input id" maxlength="64" autocomplete="off"
                spellcheck="false" aria-invalid=${invalid} aria-describedby=${id}>`,
        })}
        ${this.#field({ name: 'type', pointer: '/linkType', label: 'How you stand to each other', hint: 'A word, for example partner, guarantor or adviser.', control: ({ id, invalid }) => html`<input id="type" name="type" class="input" maxlength="64" autocomplete="off" aria-invalid=${invalid} aria-describedby=${id}>` })}
        ${this.#field({ name: 'description', pointer: '/description', label: 'Description (optional)', hint: 'Both of you can read it.', control: ({ id, invalid }) => html`<input id="description" name="description" class="input" maxlength="1000" autocomplete="off" aria-invalid=${invalid} aria-describedby=${id}>` })}
        <div class="actions"><button class="button primary" ?disabled=${this.sending}>Make the link</button></div>
      </form>`;
  }

  override render(): TemplateResult {
    return html`
      <div class="head"><div><h1>Links</h1><p>How you stand to other people. Both ends see a link, and either can end it.</p></div></div>
      ${this.#loading.show(
        ({ outgoing, incoming, names }) => html`
        ${
          outgoing.length + incoming.length === 0
            ? html`<div class="card">${empty({
                icon: 'people',
                title: 'No links yet',
                text: 'Link yourself to a partner, a guarantor or an adviser. The two of you see it, nobody else.',
              })}</div>`
            : nothing
        }
        ${this.#rows('From you', outgoing, (link) => link.targetUserId, names)}
        ${this.#rows('To you', incoming, (link) => link.sourceUserId, names)}`,
        { label: 'Loading your links' },
      )}
      ${this.session?.organization ? this.#adding() : nothing}`;
  }
}
define('dossier-profile-links', ProfileLinks);
