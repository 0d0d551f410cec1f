import { define, DossierElement } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { ago, counted, fullTime } from '@dossier/sdk/web/ui/format';
import { figure } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TrailCheck } from './types.ts';

/** Milliseconds after which a check that runs is looked at again. */
const AGAIN = 700;

/**
 * Whether the trail is complete and unchanged: what the last check found, how far the one that runs has come, and the
 * button that starts one.
 */
class AuditSeal extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: flex; flex-wrap: wrap; gap: 0.375rem 0.5rem; align-items: center; min-height: 2rem;
      color: var(--dossier-muted); font-size: var(--dossier-size-s); }
    p { flex: 0 1 auto; }
    p b { color: var(--dossier-text); font-weight: 550; }
    svg { flex: none; }
    .good { color: var(--dossier-success-text, var(--dossier-muted)); }
    .bad, .bad b { color: var(--dossier-danger-text); }
    progress { width: 9rem; accent-color: var(--dossier-accent); }
  `,
  ];
  static override properties = { check: { state: true }, refused: { state: true } };
  declare check: TrailCheck | null | undefined;
  declare refused: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.check = undefined;
    this.refused = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#ask(() => this.host.send<TrailCheck | null>('GET', '/api/v1/audit/check'));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  get #runs(): boolean {
    return this.check?.state === 'waiting' || this.check?.state === 'running';
  }

  async #ask(send: () => Promise<TrailCheck | null>): Promise<void> {
    clearTimeout(this.#timer);
    const ran = this.#runs;
    try {
      this.check = await send();
      this.refused = null;
    } catch (error) {
      this.refused = error;
    }
    if (this.#runs && this.isConnected)
      this.#timer = setTimeout(
        () => void this.#ask(() => this.host.send<TrailCheck | null>('GET', '/api/v1/audit/check')),
        AGAIN,
      );
    else if (ran && this.check?.found) this.host.announce(this.#verdict(this.check.found));
  }

  #verdict({ intact, fault }: NonNullable<TrailCheck['found']>): string {
    return intact ? 'Complete and unchanged.' : `Not as it was written. ${fault ?? ''}`;
  }

  #found(check: TrailCheck): TemplateResult {
    const { found } = check;
    if (check.state === 'failed' && (found === null || !this.#runs))
      return html`${icon('warning', 16)}<p>The last check was interrupted. That says nothing of the trail.</p>`;
    if (found === null) return html`${icon('shield', 16)}<p>The trail was not checked yet.</p>`;
    const count = counted(found.entries, 'entry', 'entries');
    const late =
      found.unsealed > 0 ? html` ${counted(found.unsealed, 'entry is', 'entries are')} too new to tell.` : nothing;
    return html`<span class=${found.intact ? 'good' : 'bad'}>${icon(found.intact ? 'shield' : 'warning', 16)}</span><p
      class=${found.intact ? '' : 'bad'}><b>${this.#verdict(found)}</b> ${
        found.intact ? html`${count},` : html`Of ${count},`
      } checked <time datetime=${found.at} title=${fullTime(found.at)}>${ago(found.at)}</time>.${late}</p>`;
  }

  #progress({ checked, total }: TrailCheck): TemplateResult {
    const of = total > 0 ? `${figure(checked)} of ${counted(total, 'entry', 'entries')}` : 'starting';
    return html`<p id="running">Checking the trail: ${of}.</p><progress aria-labelledby="running"
      max=${Math.max(total, 1)} .value=${checked}></progress>`;
  }

  override render() {
    const { check } = this;
    if (check === undefined) return this.refused === null ? nothing : html`<p>${refusalOf(this.refused).text}</p>`;
    return html`
      ${
        check !== null && this.#runs
          ? this.#progress(check)
          : check === null
            ? html`${icon('shield', 16)}<p>The trail was not checked yet.</p>`
            : this.#found(check)
      }
      ${this.refused === null ? nothing : html`<p role="alert" class="bad">${refusalOf(this.refused).text}</p>`}
      <button class="button small" aria-disabled=${this.#runs} @click=${() => {
        if (!this.#runs) void this.#ask(() => this.host.send<TrailCheck>('POST', '/api/v1/audit/check'));
      }}>Verify</button>`;
  }
}
define('dossier-audit-seal', AuditSeal);
