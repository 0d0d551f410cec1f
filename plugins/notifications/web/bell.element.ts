import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Hearing } from './hearing.controller.ts';
import { noteWhatIsOpen } from './looking.ts';
import { count, inboxAddress, upTo99 } from './notices.ts';

/**
 * How much is unread, wherever the person is: a line at the foot of the sidebar, an icon on a phone. It opens what is
 * newest, which comes when it is first opened.
 */
class Bell extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: block; }
    .bell { anchor-name: --bell; position: relative; }
    .line { display: flex; align-items: center; gap: 0.625rem; width: 100%; min-height: var(--dossier-control);
      padding: 0 0.5rem; border: 0; border-radius: var(--dossier-radius); background: transparent;
      color: var(--dossier-muted); font-size: var(--dossier-size-s); font-weight: var(--dossier-medium);
      text-align: start; cursor: pointer; }
    .line:hover { background: var(--dossier-hover); color: var(--dossier-text); }
    .line.here { background: var(--dossier-pressed); color: var(--dossier-text); }
    .count { min-width: 1.25rem; height: 1.25rem; padding: 0 0.375rem; border-radius: 1rem;
      background: var(--dossier-accent); color: var(--dossier-on-accent); font-size: var(--dossier-size-xs);
      line-height: 1.25rem; text-align: center; }
    .line .count { margin-inline-start: auto; }
    .icon .count { position: absolute; inset-block-start: -0.125rem; inset-inline-start: 50%; min-width: 1rem;
      height: 1rem; padding: 0 0.25rem; line-height: 1rem; font-size: 0.6875rem; }
    [popover] { inset: auto; margin: 0.375rem 0; position-anchor: --bell; position-area: top span-right;
      position-try-fallbacks: flip-block, flip-inline, flip-block flip-inline; width: 25rem;
      max-width: calc(100vw - 1rem); max-height: min(36rem, calc(100dvh - 5rem)); padding: 0; border: 0;
      border-radius: var(--dossier-radius-l); background: var(--dossier-raised); color: inherit;
      box-shadow: var(--dossier-shadow-l); }
    .compact[popover] { position-area: none; inset: 3.5rem 0.5rem auto; width: auto; margin: 0; }
    .waiting { padding: 1rem; }
  `,
  ];
  static override properties = {
    compact: { type: Boolean },
    here: { state: true },
    newest: { state: true },
    count: { state: true },
  };
  declare compact: boolean;
  /** The number of unread ones; null until it is known. */
  declare count: number | null;
  /** Whether the inbox itself is open. */
  declare here: boolean;
  /** Whether the newest are shown, and their code is there. */
  declare newest: 'closed' | 'coming' | 'open';
  readonly #hearing = new Hearing(this, () => this.#ask());
  #stop: AbortController | null = null;

  constructor() {
    super();
    this.compact = false;
    this.count = null;
    this.here = false;
    this.newest = 'closed';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = new AbortController();
    const look = (): void => {
      this.here = location.pathname === inboxAddress(this.#slug);
      // What was opened may be what is new.
      if ((this.count ?? 0) > 0) this.#hearing.again();
    };
    look();
    const { signal } = this.#stop;
    addEventListener('focus', look, { signal });
    if ('navigation' in window) navigation.addEventListener('currententrychange', look, { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.abort();
  }

  get #slug(): string {
    return this.session?.organization?.slug ?? '';
  }

  async #ask(): Promise<void> {
    try {
      const now = await this.#counted();
      const before = this.count;
      this.count = now;
      if (before !== null && now > before) this.host.announce(`${this.#words(now)}.`);
    } catch (error) {
      // The number that is there stays; the next change, and the next look, count again.
      if (!(error instanceof ProblemError)) throw error;
    }
  }

  /** What is open in front of the person is not new to them. */
  async #counted(): Promise<number> {
    const now = await count(this.host);
    return now > 0 && (await noteWhatIsOpen(this.host)) ? count(this.host) : now;
  }

  #words(n: number): string {
    return `Notifications, ${n === 0 ? 'nothing' : n >= 100 ? 'more than 99' : n} new`;
  }

  async #toggled(event: ToggleEvent): Promise<void> {
    if (event.newState !== 'open') {
      this.newest = 'closed';
      return;
    }
    this.newest = 'coming';
    try {
      await import('./newest.element.ts');
      if (this.newest === 'coming') this.newest = 'open';
    } catch {
      this.host.navigate(inboxAddress(this.#slug));
      this.#close();
    }
  }

  #close(): void {
    this.renderRoot.querySelector<HTMLElement>('[popover]')?.hidePopover();
  }

  override render(): TemplateResult {
    const n = this.count ?? 0;
    const badge = n > 0 ? html`<span class="count number" aria-hidden="true">${upTo99(n)}</span>` : nothing;
    return html`
      <button class="bell ${this.compact ? 'button quiet icon' : 'line'} ${this.here ? 'here' : ''}"
        popovertarget="newest" aria-haspopup="dialog"
        >${icon('bell', this.compact ? 20 : 18)}<span class="visually-hidden">${this.#words(n)}</span>${
          this.compact ? nothing : html`<span aria-hidden="true">Notifications</span>`
        }${badge}</button>
      <div id="newest" class=${this.compact ? 'compact' : ''} popover role="dialog" aria-label="New notifications"
        @toggle=${this.#toggled} @dossier-newest-left=${() => this.#close()}>${
          this.newest === 'open'
            ? html`<dossier-newest .count=${n}></dossier-newest>`
            : html`<p class="waiting muted">Loading…</p>`
        }</div>`;
  }
}
define('dossier-bell', Bell);
