import { define, DossierElement, graphDocument } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { amountText, fullTime, shortTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import type { AnswerLine } from '../case/answer-groups.ts';
import { caseAddress } from '../filter.ts';
import { missingDocuments } from '../missing.ts';
import { statusChip } from '../status.ts';
import type { Application, ApplicationRow } from '../types.ts';
import { dueOf } from '../when.ts';

type Peeked = Pick<
  Application,
  'id' | 'answers' | 'steps' | 'documents' | 'officers' | 'template' | 'createdAt' | 'submittedAt'
>;

const peekQuery = graphDocument<{ application: Peeked | null }, { id: string }>(
  `query Peek($id: ID!) {
    application(id: $id) {
      id answers createdAt submittedAt
      template { name schema wizard requiredDocuments amount keyAnswers }
      steps { name kind handler state reasons { code text pointer } startedAt endedAt }
      documents { id fileName contentType size reviewStatus requirementKey replaces scan audience mayChangeAudience reason reviewedAt createdAt uploadedBy { kind id name } }
      officers { kind id name }
    }
  }`,
);

const reviews: Readonly<Record<string, { text: string; tone: string; sign: string | null }>> = {
  pending: { text: 'To review', tone: 'muted', sign: null },
  approved: { text: 'Accepted', tone: 'good', sign: 'check' },
  rejected: { text: 'Rejected', tone: 'bad', sign: 'cross' },
};

/** A case beside the list: what tells whether to open it. It follows the row at which the keys are. */
class Peek extends DossierElement {
  static override styles = [
    DossierElement.styles,
    chipStyles,
    stateStyles,
    css`:host { display: flex; flex-direction: column; width: 25.5rem; min-height: 0; overflow: hidden;
        border-inline-start: 1px solid var(--dossier-border); background: var(--dossier-surface); }
      header { display: flex; align-items: center; gap: 0.125rem; padding: 0.5rem 0.75rem 0.5rem 1.25rem; }
      header > span { display: inline-flex; align-items: center; gap: 0.5rem; margin-inline-end: auto;
        color: var(--dossier-muted); font-size: var(--dossier-size-s); }
      .scroll { flex: 1; overflow: auto; display: grid; align-content: start; gap: 1.25rem;
        padding: 0.125rem 1.25rem 1.25rem; }
      h2 { font-size: var(--dossier-size-xl); } h3 { display: flex; justify-content: space-between; gap: 1rem;
        padding-block-end: 0.375rem; font-size: var(--dossier-size-xs); color: var(--dossier-muted); }
      dl { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.75rem 1.25rem; padding: 0.75rem 0;
        border-block: 1px solid var(--dossier-border); }
      dt { font-size: var(--dossier-size-xs); color: var(--dossier-muted); }
      dd { font-size: var(--dossier-size-l); font-weight: var(--dossier-bold); font-variant-numeric: tabular-nums;
        overflow-wrap: anywhere; white-space: pre-line; }
      li { display: flex; gap: 0.625rem; align-items: center; min-height: 2rem; font-size: var(--dossier-size-s);
        border-block-end: 1px solid var(--dossier-border); } li:last-child { border: 0; }
      li > span:not(.state-of) { flex: 1; overflow-wrap: anywhere; } li svg { flex: none; }
      .why svg, .late { color: var(--dossier-warning-text); }
      .state-of { display: inline-flex; gap: 0.25rem; align-items: center; }
      .good svg { color: var(--dossier-success-text); } .bad svg { color: var(--dossier-danger-text); }
      footer { display: flex; gap: 0.5rem; padding: 0.75rem 1.25rem; border-block-start: 1px solid
        var(--dossier-border); } footer > * { flex: 1; }
      kbd { font: inherit; font-size: var(--dossier-size-xs); padding: 0 0.3125rem; border: 1px solid
        var(--dossier-border); border-radius: 0.25rem; color: var(--dossier-muted); }`,
  ];
  static override properties = {
    row: {},
    base: {},
    search: {},
    works: {},
    move: {},
    close: {},
    assign: {},
    peeked: { state: true },
    failed: { state: true },
  };
  declare row: ApplicationRow;
  declare base: string;
  declare search: string;
  declare works: boolean;
  declare move: (by: 1 | -1) => void;
  declare close: () => void;
  declare assign: () => void;
  declare peeked: Peeked | null;
  declare failed: boolean;
  #asked = '';
  #keyAnswers: readonly AnswerLine[] = [];

  constructor() {
    super();
    this.peeked = null;
    this.failed = false;
  }

  protected override willUpdate(): void {
    const wanted = `${this.row.id} ${this.row.version}`;
    if (wanted === this.#asked) return;
    this.#asked = wanted;
    if (this.peeked?.id !== this.row.id) this.peeked = null;
    this.failed = false;
    void this.#ask(wanted);
  }

  async #ask(wanted: string): Promise<void> {
    try {
      // How answers are read comes by itself: it is large.
      const [{ keyAnswers }, { application }] = await Promise.all([
        import('../case/answer-groups.ts'),
        this.host.query(peekQuery, { id: this.row.id }),
      ]);
      if (wanted !== this.#asked) return;
      this.#keyAnswers = application ? keyAnswers(application) : [];
      this.peeked = application;
    } catch {
      if (wanted === this.#asked) this.failed = true;
    }
  }

  /** Amount, when it is to be decided, and what the template says officers look at first. */
  #key(peeked: Peeked | null): TemplateResult {
    const { row } = this;
    const amount = amountText(row);
    const due = dueOf(row);
    return html`<dl>${[
      ...(amount === '' ? [] : [['Amount', amount] as const]),
      ...(due === null ? [] : [['Due', due.text] as const]),
      ...(peeked ? this.#keyAnswers.map(({ title, text }) => [title, text] as const) : []),
    ].map(([title, text]) => html`<div><dt>${title}</dt><dd>${text}</dd></div>`)}</dl>`;
  }

  #checks({ steps }: Peeked): TemplateResult | typeof nothing {
    const checks = steps.filter(({ kind }) => kind === 'SYSTEM');
    const failed = checks.filter(({ reasons, state }) => state === 'failed' && reasons.length > 0);
    if (failed.length === 0) return nothing;
    return html`<section><h3>${failed.length} of ${checks.length} checks failed</h3><ul class="why">${failed.flatMap(
      ({ reasons }) => reasons.map(({ text }) => html`<li>${icon('warning', 16)}<span>${text}</span></li>`),
    )}</ul></section>`;
  }

  #documents(peeked: Peeked): TemplateResult | typeof nothing {
    const replaced = new Set(peeked.documents.map(({ replaces }) => replaces));
    const current = peeked.documents.filter(({ id }) => !replaced.has(id));
    const missing = missingDocuments(peeked);
    if (current.length + missing.length === 0) return nothing;
    const titles = new Map(peeked.template.requiredDocuments.map(({ key, title }) => [key, title]));
    const accepted = current.filter(({ reviewStatus }) => reviewStatus === 'approved').length;
    return html`<section><h3><span>Documents</span><span>${accepted} of ${current.length + missing.length}
      accepted</span></h3><ul>${current.map(({ requirementKey, fileName, reviewStatus }) => {
        const { text, tone, sign } = reviews[reviewStatus] ?? { text: reviewStatus, tone: 'muted', sign: null };
        return html`<li>${icon('file', 16)}<span>${
          titles.get(requirementKey ?? '') ?? fileName
        }</span><span class="state-of ${tone}">${sign ? icon(sign, 14) : nothing}${text}</span></li>`;
      })}${missing.map(
        ({ title }) =>
          html`<li>${icon('file', 16)}<span>${title}</span><span class="state-of muted">Missing</span></li>`,
      )}</ul></section>`;
  }

  #people({ officers }: Peeked): TemplateResult | typeof nothing {
    if (!officers || officers.length === 0) return nothing;
    return html`<section><h3>Assigned to</h3><p class="small">${officers.map(({ name }) => name).join(', ')}</p></section>`;
  }

  override render() {
    const { row, peeked } = this;
    return html`<header><span><span class="number">${row.number}</span>${statusChip(row.status)}</span>
      <button class="button quiet small icon" aria-label="Previous" @click=${() => this.move(-1)}>${icon('up', 16)}</button>
      <button class="button quiet small icon" aria-label="Next" @click=${() => this.move(1)}>${icon('down', 16)}</button>
      <button class="button quiet small icon" aria-label="Close preview" @click=${this.close}>${icon('cross', 16)}</button>
    </header>
    <div class="scroll" role="region" aria-label="Preview of ${row.number}" tabindex="0">
      <div><h2><bdi>${row.applicantName || 'No applicant'}</bdi></h2><p class="muted small">${row.templateName}, from
        <bdi>${row.source.name}</bdi>, <time datetime=${row.createdAt}
          title=${fullTime(row.createdAt)}>${shortTime(row.createdAt)}</time></p></div>
      ${this.#key(peeked)}
      ${
        peeked
          ? [this.#checks(peeked), this.#documents(peeked), this.#people(peeked)]
          : this.failed
            ? html`<p class="muted small" role="alert">More of it could not be loaded. Open the case to try again.</p>`
            : skeleton(5, 'Loading the preview')
      }
    </div>
    <footer>${
      this.works && row.decidedAt === null
        ? html`<button class="button" @click=${this.assign}>Assign <kbd aria-hidden="true">A</kbd></button>`
        : nothing
    }<a class="button" href=${caseAddress(this.base, row.id, this.search)}>Open case <kbd
      aria-hidden="true">Enter</kbd></a></footer>`;
  }
}
define('dossier-peek', Peek);
