import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { ago, fullDay, fullTime } from '@dossier/sdk/web/ui/format';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { DraftRow } from '../contract.ts';
import { partStyles, wizardStyles } from './wizard.styles.ts';

/** Hints come several at once; one look answers them. */
const gather = 150;

/** What the person has begun and not sent, kept current: how far it is, until when it is kept, and the ways on. */
class OwnDrafts extends DossierElement {
  static override styles = [DossierElement.styles, wizardStyles, partStyles];
  static override properties = { only: {}, drafts: { state: true }, failed: { state: true } };
  /** Of this workspace alone; '' for all. */
  declare only: string;
  declare drafts: readonly DraftRow[];
  declare failed: boolean;
  #live: Disposable | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  /** Out of sight nothing is read anew: each save of a draft would be a look at all. */
  #stale = false;
  readonly #sight = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting && this.#stale) void this.#load();
  });

  constructor() {
    super();
    this.only = '';
    this.drafts = [];
    this.failed = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    this.#sight.disconnect();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    if (this.#live || !this.session) return;
    this.#live = this.host.live({ kind: 'own', type: 'draft' }, () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        if (this.checkVisibility()) void this.#load();
        else this.#stale = true;
      }, gather);
    });
    this.#sight.observe(this);
    void this.#load();
  }

  /** Of two looks the later one counts. */
  async #load(): Promise<void> {
    const turn = (this.#turn += 1);
    this.#stale = false;
    try {
      const drafts = await this.host.send<readonly DraftRow[]>('GET', '/api/v1/drafts');
      if (turn !== this.#turn) return;
      this.drafts = drafts;
      this.failed = false;
    } catch {
      this.failed = this.drafts.length === 0;
    }
  }

  async #remove(draft: DraftRow): Promise<void> {
    const sure = await this.host.confirm({
      title: `Delete what you began for "${draft.templateName}"?`,
      body: 'Your answers and files are deleted. Nothing was sent.',
      action: 'Delete',
      danger: true,
    });
    if (!sure) return;
    try {
      const wasHere = await this.host.send('DELETE', `/api/v1/drafts/${draft.id}`).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ProblemError && error.status === 404) return false;
          throw error;
        },
      );
      this.drafts = this.drafts.filter((one) => one.id !== draft.id);
      if (wasHere) this.host.announce('It was deleted.');
      else this.host.notify({ kind: 'info', text: 'It was not here any more: it was sent or deleted elsewhere.' });
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
      // The last one takes its section with it; the element around it says where the focus goes then.
      if (this.drafts.length === 0) this.dispatchEvent(new Event('dossier-drafts-none', { bubbles: true }));
    } catch (error) {
      this.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
  }

  #row(draft: DraftRow): TemplateResult {
    const { id, workspaceId, templateName, step, done, steps, savedAt, expiresAt, newer } = draft;
    const slug = this.session?.organization?.slug ?? '';
    return html`<li class="card"><div class="lead"><strong><bdi>${templateName}</bdi></strong>
      <p class="progress"><progress max=${steps} value=${Math.min(done, steps)}
        aria-label="${done} of ${steps} steps of ${templateName} done"></progress><span>${done} of ${steps} steps done${
          step === null ? nothing : html`, you are at “${step}”`
        }</span></p>
      <p class="muted">Saved <time datetime=${savedAt} title=${fullTime(savedAt)}>${ago(savedAt)}</time>. Kept until ${fullDay(
        expiresAt,
      )}.${newer ? ' The form has changed since: you choose when you go on.' : ''}</p></div><div class="ways"><a
      class="button primary" href=${workspaceAddress(slug, workspaceId, `apply/${id}`)}>Continue<span
      class="visually-hidden"> with ${templateName}</span></a><button class="button"
      @click=${() => void this.#remove(draft)}>Delete<span class="visually-hidden"> ${templateName}</span></button></div></li>`;
  }

  override render(): TemplateResult | typeof nothing {
    if (this.failed)
      return html`<p class="note" role="alert">What you began could not be shown. <button class="button small"
        @click=${() => void this.#load()}>Try again</button></p>`;
    const drafts = this.drafts.filter(({ workspaceId }) => this.only === '' || workspaceId === this.only);
    if (drafts.length === 0) return nothing;
    return html`<section class="begun" aria-labelledby="begun"><h2 id="begun" tabindex="-1">Begun, not sent</h2><ul
      class="offers">${drafts.map((draft) => this.#row(draft))}</ul></section>`;
  }
}
define('dossier-own-drafts', OwnDrafts);
