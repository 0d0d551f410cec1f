import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { clockTime } from '@dossier/sdk/web/ui/format';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { send } from '../api/http.ts';
import { sessionOver, signInAddress, toSignIn } from '../api/leave.ts';
import type { Session } from '../api/session.ts';
import { noticeTyping } from '../api/typed.ts';
import { signInWindow } from './sign-in-window.ts';

/** Milliseconds before the end at which it is said, unless the session is shorter than three times that. */
const ahead = 5 * 60_000;
/** Milliseconds after which a server that could not be reached is asked again. */
const again = 15_000;
/** What no timer of a browser can wait for at once. */
const longest = 2 ** 31 - 1;

type Phase =
  | { readonly kind: 'quiet' }
  | { readonly kind: 'over' }
  /** `extends`: use keeps it from ending. */
  | { readonly kind: 'soon'; readonly at: Date; readonly extends: boolean };

/**
 * Says before the session ends that it will, with a way to stay signed in where there is one; in every window, and in
 * none any more once the session is extended in one. When it is over and something that was typed stands here, the page
 * stays, and one signs in beside it. Fires `dossier-session` with the session as it was asked anew, and
 * `dossier-session-extended` before it when it was extended here.
 */
class SessionEnd extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    css`
    dialog.over::backdrop { backdrop-filter: blur(0.75rem); }
    .content p { color: var(--dossier-muted); text-wrap: pretty; }
  `,
  ];
  static override properties = { current: { attribute: false }, phase: { state: true }, busy: { state: true } };
  /** The session as it was asked last. */
  declare current: Session | null;
  declare phase: Phase;
  declare busy: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When it ends, by the clock of this page that nobody sets. */
  #deadline = Infinity;
  #warnAt = Infinity;
  #stop: AbortController | null = null;

  constructor() {
    super();
    this.current = null;
    this.phase = { kind: 'quiet' };
    this.busy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    noticeTyping(window, signal);
    addEventListener(
      sessionOver,
      (event) => {
        event.preventDefault();
        this.#over();
      },
      { signal },
    );
    // A computer that slept runs no timers.
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'visible' && performance.now() >= this.#warnAt) void this.#look();
      },
      { signal },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.abort();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('current')) return;
    // What was read anew and is the same session with the same end changes nothing: who was warned stays warned.
    const before = changed.get('current');
    const until = typeof before === 'object' && before !== null && 'until' in before ? before.until : undefined;
    if (this.phase.kind === 'over' || this.current?.until !== until) this.#begin();
  }

  /** The session is as it stands in `current`: it begins to be watched anew. */
  #begin(): void {
    clearTimeout(this.#timer);
    this.phase = { kind: 'quiet' };
    const { until, at } = this.current ?? {};
    this.#deadline = Infinity;
    this.#warnAt = Infinity;
    if (until === undefined || until === null || at === undefined) return;
    const left = Date.parse(until) - Date.parse(at);
    this.#deadline = performance.now() + left;
    this.#warnAt = this.#deadline - Math.min(ahead, left / 3);
    this.#wait(this.#warnAt);
  }

  #wait(moment: number): void {
    clearTimeout(this.#timer);
    const pause = Math.min(longest, Math.max(0, moment - performance.now()));
    this.#timer = setTimeout(() => void this.#look(), pause);
  }

  #over(): void {
    clearTimeout(this.#timer);
    this.phase = { kind: 'over' };
  }

  /** Asks without using the session: another window may have used it meanwhile. */
  async #look(): Promise<void> {
    const before = this.current;
    try {
      const session = await send<Session>('GET', '/api/v1/session', undefined, {
        stay: true,
        headers: { 'x-dossier-unattended': '1' },
      });
      if (before !== this.current || this.phase.kind === 'over') return;
      if (session.until !== null && before?.until !== session.until) return this.#tell(session);
      this.phase = {
        kind: 'soon',
        at: new Date(Date.now() + this.#deadline - performance.now()),
        extends: Date.parse(session.until ?? '') !== Date.parse(session.expiresAt ?? ''),
      };
      this.#wait(this.#deadline + 1_000);
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) toSignIn();
      else this.#wait(performance.now() + again);
    }
  }

  #tell(session: Session): void {
    this.dispatchEvent(new CustomEvent('dossier-session', { detail: session }));
  }

  async #extend(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const session = await send<Session>('GET', '/api/v1/session');
      this.#tell(session);
      this.dispatchEvent(new Event('dossier-session-extended'));
    } catch (error) {
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'That did not work. Please try again.',
      });
    } finally {
      this.busy = false;
    }
  }

  #signIn(): void {
    // Where no window may be opened it is done here; what is kept by the forms themselves comes back.
    if (!window.open(signInAddress(), signInWindow)) toSignIn({ anyway: true });
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (this.phase.kind === 'quiet') dialog?.close();
    else if (dialog && !dialog.open) dialog.showModal();
  }

  /** Escape stays signed in, where that is what the dialog offers. */
  #cancelled(event: Event): void {
    event.preventDefault();
    if (this.phase.kind === 'soon' && this.phase.extends) void this.#extend();
    else if (this.phase.kind === 'soon') this.renderRoot.querySelector('dialog')?.close();
  }

  /** A browser closes it all the same when Escape is pressed again. */
  #closed(): void {
    if (this.phase.kind === 'over') this.requestUpdate();
  }

  #content(): TemplateResult | typeof nothing {
    const { phase } = this;
    if (phase.kind === 'quiet') return nothing;
    if (phase.kind === 'over')
      return html`<h2 id="title">Please sign in again</h2>
        <p id="body">Your session has ended. What you typed here is kept: sign in beside this page, and go on where you were.</p>
        <div class="actions"><button class="button" @click=${() => toSignIn({ anyway: true })}>Leave this page</button><button
          class="button primary" @click=${this.#signIn}>Sign in</button></div>`;
    const time = html`<time datetime=${phase.at.toISOString()}>${clockTime(phase.at)}</time>`;
    return phase.extends
      ? html`<h2 id="title">Are you still here?</h2>
        <p id="body">Nothing was done here for a while. You are signed out at ${time}.</p>
        <div class="actions"><button class="button primary" ?disabled=${this.busy}
          @click=${this.#extend}>Stay signed in</button></div>`
      : html`<h2 id="title">Your session ends at ${time}</h2>
        <p id="body">A session lasts so long and no longer. Save what you work on, or sign in again now: this page stays as it is.</p>
        <div class="actions"><button class="button"
          @click=${() => this.renderRoot.querySelector('dialog')?.close()}>Not now</button><button
          class="button primary" @click=${this.#signIn}>Sign in again</button></div>`;
  }

  override render(): TemplateResult {
    return html`<dialog class=${this.phase.kind} role="alertdialog" aria-labelledby="title" aria-describedby="body"
      @cancel=${this.#cancelled} @close=${this.#closed}>
      <div class="content">${this.#content()}</div></dialog>`;
  }
}
define('dossier-session-end', SessionEnd);
