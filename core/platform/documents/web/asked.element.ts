import { define, DossierElement } from '@dossier/sdk/web';
import { filePlaceStyles, fileZone, filesUnderWay } from '@dossier/sdk/web/ui/file-place';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ShownApplication, ShownDocument } from '../../applications/contract.ts';
import { current } from './chain.ts';
import { Sending } from './sending.ts';

type Requirement = ShownApplication['template']['requiredDocuments'][number];

/** What a client is still to send, each with a place for its files, as the one thing to do on their page. */
class DocumentsAsked extends DossierElement {
  static override styles = [
    DossierElement.styles,
    filePlaceStyles,
    css`
    :host { display: block; }
    section.card { overflow: clip; margin-bottom: 1.25rem; border: 2px solid var(--dossier-accent); }
    header, .ask { padding: 1.125rem 1.375rem; }
    header { display: grid; gap: 0.25rem; }
    h2 { font-size: var(--dossier-size-l); }
    .kick { display: flex; gap: 0.375rem; align-items: center; color: var(--dossier-accent-text);
      font-size: var(--dossier-size-s); font-weight: var(--dossier-bold); }
    .ask { border-top: 1px solid var(--dossier-border); display: grid; gap: 0.625rem;
      grid-template-columns: minmax(0, 1fr); }
    .title { display: flex; gap: 0.625rem; align-items: baseline; overflow-wrap: anywhere; }
    .title h3 { font-size: inherit; font-weight: var(--dossier-bold); }
    .n { flex: none; display: inline-grid; place-items: center; width: 1.625rem; height: 1.625rem; border-radius: 50%;
      background: var(--dossier-neutral-soft); font-size: 0.875rem; font-weight: var(--dossier-bold); }
    .why { white-space: pre-line; overflow-wrap: anywhere; }
    .again { padding: 0.625rem 0.875rem; border-radius: var(--dossier-radius); background: var(--dossier-warning-soft);
      overflow-wrap: anywhere; white-space: pre-line; }
    @media (max-width: 47.99em) { header, .ask { padding-inline: 1rem; } }
    @media print { :host { display: none; } }
  `,
  ];
  static override properties = {
    applicationId: { attribute: false },
    can: { attribute: false },
    application: { attribute: false },
    missing: { attribute: false },
  };
  declare applicationId: string;
  declare can: readonly string[];
  declare application: ShownApplication | null;
  declare missing: readonly Requirement[];
  readonly #sending = new Sending(this, {
    path: () => `/api/v1/applications/${this.applicationId}/documents`,
    arrived: () =>
      this.dispatchEvent(new CustomEvent('dossier-application-changed', { bubbles: true, composed: true })),
  });
  /** As they were asked for: a place stays while files for it are on their way. */
  readonly #known = new Map<string, Requirement>();

  constructor() {
    super();
    this.applicationId = '';
    this.can = [];
    this.application = null;
    this.missing = [];
  }

  protected override willUpdate(): void {
    for (const one of this.missing) this.#known.set(one.key, one);
  }

  get #open(): readonly Requirement[] {
    const isAsked = new Set(this.missing.map(({ key }) => key));
    const isBusy = new Set(this.#sending.items.map(({ requirementKey }) => requirementKey));
    return [...this.#known.values()].filter(({ key }) => isAsked.has(key) || isBusy.has(key));
  }

  /** The last one that was sent for it and could not be used. */
  #before(key: string): ShownDocument | undefined {
    return current(this.application?.documents ?? []).findLast(
      (one) => one.requirementKey === key && (one.reviewStatus === 'rejected' || one.scan === 'infected'),
    );
  }

  #ask({ key, title, description }: Requirement, n: number | null): TemplateResult {
    const before = this.#before(key);
    const items = this.#sending.items.filter(({ requirementKey }) => requirementKey === key);
    return html`<div class="ask" data-asked=${key}>
      <div class="title">${n === null ? nothing : html`<span class="n" aria-hidden="true">${n}</span>`}<h3
        id="asked-${key}">${title}</h3></div>
      ${description ? html`<p class="why muted">${description}</p>` : nothing}
      ${
        before
          ? html`<p class="again"><strong>Please send it again.</strong> We could not use <bdi>${before.fileName}</bdi>: ${
              before.scan === 'infected'
                ? 'a virus was found in it.'
                : before.reason
                  ? html`<bdi>${before.reason}</bdi>`
                  : 'it cannot be read.'
            }</p>`
          : nothing
      }
      ${fileZone(this.#sending, {
        name: title,
        add: (files) =>
          void this.#sending.add(files, { requirementKey: key, audience: null, replaces: before?.id ?? null }),
      })}
      ${filesUnderWay(this.#sending, items)}
    </div>`;
  }

  override render(): TemplateResult | typeof nothing {
    const open = this.can.includes('upload') ? this.#open : [];
    if (open.length === 0) return nothing;
    const titles = new Intl.ListFormat('en').format(open.map(({ title }) => title));
    return html`<section class="card" aria-labelledby="title">
      <header>
        <p class="kick">${icon('info', 18)} ${open.length === 1 ? 'One thing to do' : `${open.length} things to do`}</p>
        <h2 id="title">Please send: ${titles}</h2>
        <p class="muted">${open.length === 1 ? 'It is' : 'They are'} needed to decide on your application.</p>
      </header>
      ${open.map((one, i) => this.#ask(one, open.length === 1 ? null : i + 1))}
    </section>`;
  }
}
define('dossier-documents-asked', DocumentsAsked);
