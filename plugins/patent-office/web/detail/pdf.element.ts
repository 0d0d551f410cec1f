import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { failure, stateStyles } from '@dossier/sdk/web/ui/states';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ViewedDocument } from '@dossier/core/platform/documents/contract';
import type { DocumentState, PatentRecord } from '../../replies.ts';
import { noneSince, notAsked, nothingWanted, stateOf, told } from './asked.ts';
import type { Wanted } from './asked.ts';
import { partStyles } from './part.styles.ts';
import { pdfPath } from './pdf-asking.ts';
import { failedPages, pageByPage, pdfBar } from './pdf-bar.ts';
import type { PdfWishes } from './pdf-bar.ts';
import { thereOf } from './pdf.controller.ts';
import type { PdfController, PdfShown } from './pdf.controller.ts';
import { pdfStyles } from './pdf.styles.ts';

/** The pages of a publication: what came, what did not, and what the rest would cost; below it the pages themselves. */
class PatentPdf extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, partStyles, pdfStyles];
  static override properties = {
    record: { attribute: false },
    wanted: { attribute: false },
    pdf: { attribute: false },
    shown: { attribute: false },
    source: { state: true },
  };
  declare record: PatentRecord | null;
  declare wanted: Wanted;
  declare pdf: PdfController | null;
  declare shown: PdfShown | null;
  /** What the viewer is given. It stays while more pages come, so that nothing moves under the reader. */
  declare source: (ViewedDocument & { readonly number: string; readonly pages: number }) | null;
  readonly #viewers = new Offered(this, 'documents/viewer@1');

  constructor() {
    super();
    this.record = null;
    this.wanted = nothingWanted;
    this.pdf = null;
    this.shown = null;
    this.source = null;
  }

  protected override willUpdate(): void {
    const state = this.shown?.state ?? null;
    if (this.source && this.source.number !== this.record?.patent.number) this.source = null;
    if (!this.source && state && !state.isRunning && thereOf(state) > 0) this.#view(state);
  }

  #view(state: DocumentState): void {
    const { patent } = this.record ?? {};
    if (!patent) return;
    const pages = thereOf(state);
    const path = pdfPath(this.workspace?.id ?? '', patent.number);
    this.source = {
      number: patent.number,
      pages,
      id: `${patent.number}-${pages}`,
      name: `${patent.number}${state.isWhole ? '' : '-incomplete'}.pdf`,
      contentType: 'application/pdf',
      download: path,
      load: (signal) => this.host.file(path, { signal }),
    };
  }

  get #wishes(): PdfWishes {
    return {
      start: (pages) => void this.pdf?.start(pages),
      stop: () => void this.pdf?.stop(),
      view: () => {
        if (this.shown?.state) this.#view(this.shown.state);
      },
    };
  }

  #viewer(state: DocumentState): TemplateResult | typeof nothing {
    const { source } = this;
    const [viewer] = this.#viewers.list;
    if (!source) return nothing;
    return html`${
      source.pages < state.of
        ? told(
            `This is not all of it: ${source.pages} of ${state.of} pages are here. A sheet stands in the place of each that is missing.`,
            { tone: 'warning' },
          )
        : nothing
    }${
      viewer
        ? html`<dossier-slot class="viewer" .contribution=${viewer} .input=${{ source }}></dossier-slot>`
        : html`<p><a class="button" href=${pdfPath(this.workspace?.id ?? '', source.number)}
            download=${source.name}>${icon('download', 16)} Download</a></p>`
    }`;
  }

  override render(): TemplateResult | typeof nothing {
    const { record, shown } = this;
    if (!record || !shown) return nothing;
    const images = stateOf(record, 'images');
    if (images.state === 'none')
      return html`${told('The office has no pages of this publication. Its text may be under Claims and Description.', {
        tone: 'info',
      })}${noneSince({ record, part: 'images', wanted: this.wanted, label: 'Ask again' })}`;
    if (record.pages === null)
      return notAsked(
        { record, part: 'images', wanted: this.wanted, label: 'See how many pages there are' },
        'How many pages it has is not known yet.',
      );
    const { state } = shown;
    if (!state)
      return shown.error === null
        ? html`<p class="muted" role="status">One moment…</p>`
        : failure(shown.error, () => void this.pdf?.look());
    const wishes = this.#wishes;
    return html`<div class="of-pages">${pdfBar(state, shown, this.source?.pages ?? null, wishes)}${pageByPage(state)}</div>${
      shown.trouble === null ? nothing : html`<p class="fault" role="alert">${shown.trouble}</p>`
    }${failedPages(state, shown, wishes)}${this.#viewer(state)}`;
  }
}
define('dossier-patent-pdf', PatentPdf);
