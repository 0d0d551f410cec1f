import { define, DossierElement } from '@dossier/sdk/web';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import { kindChips } from '../template-kind.ts';
import type { ShownReport, Template } from '../types.ts';
import { cardStyles } from './card.styles.ts';
import { miniature } from './miniature.ts';

/** What can be asked of a card. */
export type Act = 'duplicate' | 'rename' | 'share' | 'delete';

/**
 * One template: its first page in small, what it is for, and what can be done with it. Fires `dossier-seen`, and
 * `dossier-act` (detail: an {@link Act}).
 */
class ReportCard extends DossierElement {
  static override styles = [DossierElement.styles, chipStyles, cardStyles];
  static override properties = {
    template: { attribute: false },
    report: { attribute: false },
    colours: { attribute: false },
    base: {},
    own: { attribute: false },
  };
  declare template: Template | null;
  declare report: ShownReport | null;
  declare colours: readonly string[];
  /** Address of reports. */
  declare base: string;
  /** Whether this reader may change it. */
  declare own: boolean;
  readonly #seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.#seen.disconnect();
      this.dispatchEvent(new Event('dossier-seen'));
    },
    { rootMargin: '200px' },
  );

  constructor() {
    super();
    this.template = null;
    this.report = null;
    this.colours = [];
    this.base = '';
    this.own = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#seen.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#seen.disconnect();
  }

  #act(act: Act): void {
    this.renderRoot.querySelector<HTMLElement>('[popover]')?.hidePopover();
    this.dispatchEvent(new CustomEvent<Act>('dossier-act', { detail: act }));
  }

  #menu(template: Template) {
    const entry = (act: Act, sign: string, text: string, danger = false) =>
      html`<button class="button quiet ${danger ? 'danger' : ''}"
        @click=${() => this.#act(act)}>${icon(sign, 16)} ${text}</button>`;
    return html`
      <button class="button small more" popovertarget="menu" aria-haspopup="true" aria-label="More for ${template.name}"
        title="More">${icon('more', 18)}</button>
      <div id="menu" popover>
        ${entry('duplicate', 'copy', 'Duplicate …')}
        ${
          this.own
            ? html`${entry('rename', 'pencil', 'Rename …')}${entry(
                'share',
                template.visibility === 'private' ? 'people' : 'lock',
                template.visibility === 'private' ? 'Share with the workspace' : 'Make it private',
              )}${entry('delete', 'trash', 'Delete …', true)}`
            : nothing
        }
      </div>`;
  }

  #about({ builtIn, owner, version, updatedAt }: Template) {
    if (builtIn) return nothing;
    const whose = owner?.id === this.session?.user.id ? 'yours' : (owner?.name ?? '');
    return html`<span class="muted small">${whose} · version ${version}${
      updatedAt === null
        ? nothing
        : html` · <time datetime=${updatedAt} title=${fullTime(updatedAt)}>${ago(updatedAt)}</time>`
    }</span>`;
  }

  override render() {
    const { template } = this;
    if (!template) return nothing;
    const id = encodeURIComponent(template.id);
    return html`
      <article class="card" aria-labelledby="name">
        <div class="picture">${miniature(template.definition, this.report, this.colours)}</div>
        <div class="words">
          <h3 id="name"><a class="open" href="${this.base}/edit/${id}">${template.name}</a></h3>
          ${template.description === '' ? nothing : html`<p class="muted">${template.description}</p>`}
        </div>
        <div class="about">${template.builtIn ? nothing : kindChips(template)}${this.#about(template)}</div>
        <div class="foot">
          <a class="button small" href="${this.base}/edit/${id}" aria-label="Open ${template.name}">Open</a>
          <a class="button small" href="${this.base}/schedules/new?template=${id}"
            aria-label="Schedule ${template.name}">${icon('calendar', 14)} Schedule</a>
          ${this.#menu(template)}
        </div>
      </article>`;
  }
}
define('dossier-report-card', ReportCard);
