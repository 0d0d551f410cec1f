import type { PersonReply } from '../../access/contract.ts';
import type { Standing } from '../contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { done } from '@dossier/sdk/web/ui/done';
import { ago, counted, fullTime } from '@dossier/sdk/web/ui/format';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { stateStyles } from '@dossier/sdk/web/ui/states';

/**
 * How a person stands in the organization, for who runs it: when they were here, where they are signed in, what they
 * work on; and what ends that. Beside the teams on the page of the person.
 */
class PersonStanding extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    :host { display: grid; gap: 1rem; }
    .card { display: grid; gap: 0.75rem; padding: 0.875rem 1.125rem 1.125rem; }
    h2 { font-size: var(--dossier-size-m); }
    .numbers { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; }
    .numbers div { display: grid; }
    .numbers dd { order: -1; margin: 0; font-size: 1.25rem; font-weight: var(--dossier-bold); line-height: 1.3; }
    .numbers dt { font-size: var(--dossier-size-xs); color: var(--dossier-muted); }
    .facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.375rem 1rem;
      font-size: var(--dossier-size-s); }
    .facts dt { color: var(--dossier-muted); }
    .facts dd { margin: 0; }
    .button { justify-self: start; }
    .button.danger { background: var(--dossier-surface); }
    .button.danger:hover { background: var(--dossier-danger-soft); }
  `,
  ];
  static override properties = { person: { attribute: false }, changed: { attribute: false }, busy: { state: true } };
  declare person: PersonReply;
  /** To be called when the person was suspended or resumed. */
  declare changed: () => void;
  declare busy: boolean;
  readonly #standing = new Loading(this, () => this.host.send<Standing>('GET', `${this.#path}/standing`));

  constructor() {
    super();
    this.changed = () => undefined;
    this.busy = false;
  }

  get #path(): string {
    return `/api/v1/people/${encodeURIComponent(this.person.id)}`;
  }

  get #organization(): string {
    return this.session?.organization?.name ?? 'the organization';
  }

  get #isSuspended(): boolean {
    const { memberships } = this.person;
    return memberships.length > 0 && memberships.every(({ status }) => status === 'suspended');
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.get('person')) void this.#standing.again();
  }

  /** Once at a time; what is there is looked at again, however it went. */
  async #do(work: () => Promise<unknown>, text: string): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const isDone = await done(this.host, work, text);
    this.busy = false;
    await this.#standing.again();
    if (isDone) this.changed();
  }

  async #endSessions({ sessions }: Standing): Promise<void> {
    const { name } = this.person;
    const sure = await this.host.confirm({
      title: `Sign ${name} out?`,
      body: `${counted(sessions, 'session', 'sessions')} in ${this.#organization} end at once; what was not saved there is lost. ${name} can sign in again. Sessions in other organizations and access tokens stay.`,
      action: 'End all sessions',
      danger: true,
    });
    if (sure) await this.#do(() => this.host.send('DELETE', `${this.#path}/sessions`), `${name} is signed out here.`);
  }

  async #suspend({ work }: Standing): Promise<void> {
    const { name } = this.person;
    const comesBack = work.filter(({ count }) => count > 0).map(({ leaving }) => ` ${leaving}`);
    const sure = await this.host.confirm({
      title: `Suspend ${name}?`,
      body: `${name} is signed out of ${this.#organization} at once and may do nothing here until somebody resumes them.${comesBack.join('')} Teams and roles stay, and so does what they did.`,
      action: `Suspend ${name}`,
      danger: true,
    });
    if (sure) await this.#do(() => this.host.send('PUT', `${this.#path}/suspension`), `${name} is suspended.`);
  }

  #facts(standing: Standing): TemplateResult {
    const moment = (at: string | null): TemplateResult =>
      at === null ? html`Not known` : html`<time datetime=${at} title=${fullTime(at)}>${ago(at)}</time>`;
    return html`
      <section class="card" aria-labelledby="standing"><h2 id="standing">How they stand</h2>
        ${
          standing.work.length === 0
            ? nothing
            : html`<dl class="numbers">${standing.work.map(
                ({ count, title }) => html`<div><dt>${title}</dt><dd>${count}</dd></div>`,
              )}</dl>`
        }
        <dl class="facts">
          <dt>Last sign-in</dt><dd>${moment(standing.lastSignInAt)}</dd>
          <dt>Last here</dt><dd>${moment(standing.lastSeenAt)}</dd>
          <dt>Signed in</dt><dd>${
            standing.sessions === 0 ? 'Nowhere' : `In ${counted(standing.sessions, 'browser', 'browsers')}`
          }</dd>
        </dl>
        ${
          standing.sessions === 0
            ? nothing
            : html`<button class="button" ?disabled=${this.busy}
              @click=${() => this.#endSessions(standing)}>End all sessions</button>`
        }
      </section>`;
  }

  #ending(standing: Standing): TemplateResult | typeof nothing {
    const { id, name } = this.person;
    if (id === this.session?.user.id) return nothing;
    if (this.#isSuspended)
      return html`<section class="card" aria-labelledby="ending"><h2 id="ending">Suspended</h2>
        <p class="muted small">${name} may do nothing in ${this.#organization}. Resumed, they work again in the teams and roles above; cases that went back stay where they are.</p>
        <button class="button" ?disabled=${this.busy} @click=${() =>
          this.#do(
            () => this.host.send('DELETE', `${this.#path}/suspension`),
            `${name} can work here again.`,
          )}>Resume ${name}</button></section>`;
    return html`<section class="card" aria-labelledby="ending"><h2 id="ending">Away for good, or for a while</h2>
      <p class="muted small">${name} is signed out at once.${standing.work
        .filter(({ count }) => count > 0)
        .map(({ leaving }) => ` ${leaving}`)} What they did stays in the audit trail.</p>
      <button class="button danger" ?disabled=${this.busy}
        @click=${() => this.#suspend(standing)}>Suspend ${name}</button></section>`;
  }

  override render(): TemplateResult {
    return this.#standing.show((standing) => html`${this.#facts(standing)}${this.#ending(standing)}`, {
      label: 'Loading how they stand',
      rows: 3,
    });
  }
}
define('dossier-person-standing', PersonStanding);
