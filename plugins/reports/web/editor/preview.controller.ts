import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { previewsUrl } from '../routes.ts';
import type { Definition, Parameters, ShownReport } from '../types.ts';

/** How long, in milliseconds, nothing more is changed before the preview is asked for. */
const pause = 350;

/**
 * The preview of a draft: what is asked for last counts, what is overtaken is cancelled, and what is there stays until
 * the next one comes.
 */
export class PreviewController implements ReactiveController {
  report: ShownReport | null = null;
  /** Of the newest order; the report is then that of an earlier one. */
  error: unknown = null;
  busy = false;
  readonly #element: DossierElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | null = null;
  #order = '';

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#order = '';
  }

  /** Shows this order; the same one again changes nothing. */
  show(workspaceId: string, definition: Definition, parameters: Parameters): void {
    const order = JSON.stringify([workspaceId, definition, parameters]);
    if (order === this.#order) return;
    const first = this.#order === '';
    this.#order = order;
    this.busy = true;
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#timer = setTimeout(() => void this.#ask(workspaceId, { definition, parameters }), first ? 0 : pause);
  }

  again(): void {
    this.#order = '';
    this.error = null;
    this.#element.requestUpdate();
  }

  async #ask(workspaceId: string, order: { definition: Definition; parameters: Parameters }): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const report = await this.#element.host.send<ShownReport>('POST', previewsUrl(workspaceId), order, {
        signal: asking.signal,
      });
      if (asking.signal.aborted) return;
      this.report = report;
      this.error = null;
    } catch (error) {
      if (asking.signal.aborted) return;
      this.error = error;
    }
    this.busy = false;
    this.#element.requestUpdate();
  }
}
