import { define, DossierElement, graphDocument, ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { CommentCount } from '../contract.ts';

const countQuery = graphDocument<{ commentCount: CommentCount }, { readonly applicationId: string }>(
  'query CommentCount($applicationId: ID!) { commentCount(applicationId: $applicationId) { all unread } }',
);

/** Several events of one change come together. */
const gather = 150;

/** How many comments an application has, or how many of them are new to the reader, kept current; beside a title. */
class CommentsCount extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: inline; }
    .count { display: inline-block; min-width: 1.25rem; padding: 0 0.375rem; border-radius: 1rem; line-height: 1.25rem;
      background: var(--dossier-neutral-soft); color: var(--dossier-muted); font-size: var(--dossier-size-xs);
      text-align: center; }
    .new { background: var(--dossier-accent); color: var(--dossier-on-accent); }
  `,
  ];
  static override properties = { applicationId: { attribute: false }, count: { state: true } };
  declare applicationId: string;
  declare count: CommentCount | null;
  #live: readonly Disposable[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #of = '';

  constructor() {
    super();
    this.applicationId = '';
    this.count = null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leave();
  }

  protected override willUpdate(): void {
    if (!this.workspace || !this.applicationId || this.#of === this.applicationId) return;
    this.#leave();
    const id = this.applicationId;
    this.#of = id;
    this.count = null;
    const again = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#ask(), gather);
    };
    // Staff hears of the case, who meets it as its client of what is theirs; what one may not hear is refused.
    this.#live = [
      this.host.live({ kind: 'topic', topic: `w/${this.workspace.id}/s/application/${id}/comments` }, (event) => {
        if (event.kind === 'resync' || event.type !== 'dossier.comments.being-written.v1') again();
      }),
      this.host.live({ kind: 'own', type: 'comments' }, (event) => {
        if (event.kind === 'resync' || event.ids.includes(id)) again();
      }),
    ];
    void this.#ask();
  }

  #leave(): void {
    clearTimeout(this.#timer);
    for (const one of this.#live) one[Symbol.dispose]();
    this.#live = [];
    this.#of = '';
  }

  async #ask(): Promise<void> {
    const { applicationId } = this;
    try {
      const { commentCount } = await this.host.query(countQuery, { applicationId });
      if (applicationId === this.#of) this.count = commentCount;
    } catch (error) {
      // A title without a number is a title all the same; the next change counts again.
      if (!(error instanceof ProblemError)) throw error;
    }
  }

  override render(): TemplateResult | typeof nothing {
    if (this.count === null || this.count.all === 0) return nothing;
    const { all, unread } = this.count;
    return unread > 0
      ? html`<span class="count new number">${unread} new</span>`
      : html`<span class="count number">${all}</span>`;
  }
}
define('dossier-comments-count', CommentsCount);
