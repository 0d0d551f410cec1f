import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { rights, saved } from './asking.ts';

/** Milliseconds in which several changes are asked about once. */
const gather = 100;

/** Publications that are saved to the application, kept current by oneself and others, and the right to save more. */
export class SavedController implements ReactiveController {
  /** Null until they are known. */
  numbers: ReadonlySet<string> | null = null;
  /** The person may save patents; false until it is known. */
  maySave = false;
  readonly #element: DossierElement;
  #workspaceId = '';
  #applicationId = '';
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
    clearTimeout(this.#timer);
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    this.#applicationId = '';
  }

  show(workspaceId: string, applicationId: string): void {
    if (applicationId === this.#applicationId) return;
    this.#applicationId = applicationId;
    this.numbers = null;
    this.#live?.[Symbol.dispose]();
    const scope = { kind: 'subject', workspaceId, type: 'application', id: applicationId } as const;
    this.#live = this.#element.host.live(scope, (event) => {
      if (event.kind === 'resync' || event.type.includes('patents')) this.again();
    });
    this.#workspaceId = workspaceId;
    void this.#load();
  }

  again(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#load(), gather);
  }

  async #load(): Promise<void> {
    const turn = (this.#turn += 1);
    try {
      const { host } = this.#element;
      const [all, { save }] = await Promise.all([saved(host, this.#applicationId), rights(host, this.#workspaceId)]);
      if (turn !== this.#turn) return;
      this.maySave = save;
      this.numbers = new Set(all.map(({ patent }) => patent.number));
      this.#element.requestUpdate();
    } catch {
      // The marks of the search stay, and the list of saved ones says what is wrong.
    }
  }
}
