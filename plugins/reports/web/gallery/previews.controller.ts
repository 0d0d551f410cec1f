import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { readerSettings } from '../reader.ts';
import { previewsUrl } from '../routes.ts';
import type { ShownReport, Template } from '../types.ts';

/** How long, in milliseconds, a miniature is good enough. */
const goodFor = 5 * 60_000;

const known = new Map<string, { readonly report: ShownReport; readonly at: number }>();

/**
 * Reports for the miniatures: of templates that were seen only, one after the other, so that a gallery costs the server
 * no more than one reader.
 */
export class Previews implements ReactiveController {
  readonly #element: DossierElement;
  readonly #workspaceId: () => string;
  readonly #wanted: Template[] = [];
  #asking: AbortController | null = null;

  constructor(element: DossierElement, workspaceId: () => string) {
    this.#element = element;
    this.#workspaceId = workspaceId;
    element.addController(this);
  }

  hostDisconnected(): void {
    this.#wanted.length = 0;
    this.#asking?.abort();
    this.#asking = null;
  }

  /** Null until it is there, and for a report that cannot be computed for this reader. */
  of(template: Template): ShownReport | null {
    return known.get(this.#key(template))?.report ?? null;
  }

  seen(template: Template): void {
    const at = known.get(this.#key(template))?.at;
    if ((at !== undefined && Date.now() - at < goodFor) || this.#wanted.includes(template)) return;
    this.#wanted.push(template);
    if (!this.#asking) void this.#work();
  }

  #key({ id, version }: Template): string {
    return `${this.#workspaceId()} ${id} ${version}`;
  }

  async #work(): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    for (let template = this.#wanted[0]; template && !asking.signal.aborted; template = this.#wanted[0]) {
      const report = await this.#element.host
        .send<ShownReport>(
          'POST',
          previewsUrl(this.#workspaceId()),
          { template: template.id, parameters: readerSettings() },
          { signal: asking.signal },
        )
        .catch(() => null);
      if (asking.signal.aborted) return;
      this.#wanted.shift();
      // What could not be computed keeps its outline, and is tried again when it is seen the next time.
      if (report) known.set(this.#key(template), { report, at: Date.now() });
      this.#element.requestUpdate();
    }
    if (this.#asking === asking) this.#asking = null;
  }
}
