import type { DossierElement } from '@dossier/sdk/web';
import { counted } from '@dossier/sdk/web/ui/format';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { isRecord } from '@dossier/sdk/web/ui/record';
import type { ReactiveController } from 'lit';
import type { DocumentState } from '../../replies.ts';
import { credits, pdfState, startPdf, stopPdf } from './pdf-asking.ts';
import { creditsUsed } from './patent.controller.ts';

/** Milliseconds after which it is looked again while pages come: a hint may get lost. */
const lookEvery = 3_000;

/** What listeners learn of a page that came or did not come. */
const documentsTopic = 'patents/documents';

/** The pages of one publication; a new one of these objects with each change. */
export interface PdfShown {
  readonly state: DocumentState | null;
  readonly error: unknown;
  /** Why the last wish was not followed. */
  readonly trouble: string | null;
  /** A wish is on its way. */
  readonly isBusy: boolean;
  /** Credits that the organization has; null until they are known. */
  readonly left: number | null;
}

const none: PdfShown = { state: null, error: null, trouble: null, isBusy: false, left: null };

export const thereOf = ({ pages }: DocumentState): number => pages.filter(({ state }) => state === 'there').length;
export const failedOf = ({ pages }: DocumentState): DocumentState['pages'] =>
  pages.filter(({ state }) => state === 'failed');

/** In words, for the bar and for who does not see it. */
export const inWords = (state: DocumentState): string => {
  const [there, failed] = [thereOf(state), failedOf(state)];
  if (there === state.of) return state.of === 1 ? 'Its one page is there' : `All ${state.of} pages are there`;
  const few = `${there} of ${counted(state.of, 'page', 'pages')}`;
  if (failed.length === 0) return few;
  const which = failed.map(({ page }) => page).join(', ');
  return `${few}, ${failed.length === 1 ? 'page' : 'pages'} ${which} failed, 0 credits`;
};

/** What is known of the pages of a publication, kept current while they come. */
export class PdfController implements ReactiveController {
  shown: PdfShown = none;
  readonly #element: DossierElement;
  #place: { readonly workspaceId: string; readonly number: string } | null = null;
  #live: Disposable | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#leave();
    this.#place = null;
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    this.#turn += 1;
  }

  /** How many pages there are has to be known: before that the office was not asked. */
  show(workspaceId: string, number: string, isKnown: boolean): void {
    if (this.#place?.number === number && this.#place.workspaceId === workspaceId) return;
    this.#leave();
    this.shown = none;
    this.#place = isKnown ? { workspaceId, number } : null;
    if (!isKnown) return;
    this.#live = this.#element.host.live({ kind: 'topic', topic: documentsTopic }, (event) => {
      const isOther = event.kind === 'change' && isRecord(event.data) && event.data['number'] !== number;
      if (!isOther) void this.look();
    });
    void this.look();
    void this.#count();
  }

  async look(): Promise<void> {
    const [place, turn] = [this.#place, this.#turn];
    if (!place) return;
    try {
      const state = await pdfState(this.#element.host, place.workspaceId, place.number);
      if (turn === this.#turn) this.#take(state);
    } catch (error) {
      if (turn !== this.#turn) return;
      // What is shown stays.
      if (this.shown.state) this.#lookLater();
      else this.#set({ error });
    }
  }

  #take(state: DocumentState): void {
    const before = this.shown.state;
    this.#set({ state, error: null });
    if (before && thereOf(before) !== thereOf(state)) creditsUsed(this.#element);
    clearTimeout(this.#timer);
    if (state.isRunning) return this.#lookLater();
    if (!before?.isRunning) return;
    this.#element.host.announce(`${inWords(state)}.`);
    void this.#count();
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), lookEvery);
  }

  async #count(): Promise<void> {
    const turn = this.#turn;
    try {
      const { left } = await credits(this.#element.host);
      if (turn === this.#turn) this.#set({ left });
    } catch {
      // Then the server says whether they are enough.
    }
  }

  /** All that are not there, or these. */
  start(pages?: readonly number[]): Promise<void> {
    return this.#wish((place) => startPdf(this.#element.host, place.workspaceId, place.number, pages));
  }

  /** What has come stays. */
  stop(): Promise<void> {
    return this.#wish((place) => stopPdf(this.#element.host, place.workspaceId, place.number));
  }

  async #wish(
    send: (place: { readonly workspaceId: string; readonly number: string }) => Promise<DocumentState>,
  ): Promise<void> {
    const [place, turn] = [this.#place, this.#turn];
    if (!place || this.shown.isBusy) return;
    this.#set({ isBusy: true, trouble: null });
    try {
      const state = await send(place);
      if (turn !== this.#turn) return;
      this.#set({ isBusy: false });
      this.#take(state);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#set({ isBusy: false, trouble: refusalOf(error).text });
    }
    creditsUsed(this.#element);
    void this.#count();
  }

  #set(some: Partial<PdfShown>): void {
    this.shown = { ...this.shown, ...some };
    this.#element.requestUpdate();
  }
}
