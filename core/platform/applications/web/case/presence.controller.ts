import type { DossierElement } from '@dossier/sdk/web';
import { isRecord } from '@dossier/sdk/web/ui/record';
import type { ReactiveController } from 'lit';

/** Milliseconds between two tellings that one is here, and for which somebody counts as here after theirs. */
const tellEvery = 30_000;
const hereFor = 70_000;
/** One actor tells it once in a second: an answer to who asks comes a second after what was sent before it. */
const answerAfter = 1_100;

/** Who else looks at an application at this moment: a hint, by what their pages tell ours. */
export class PresenceController implements ReactiveController {
  /** Names, in the order in which they came. */
  others: readonly string[] = [];
  readonly #element: DossierElement;
  #id = '';
  #live: Disposable | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;
  readonly #seen = new Map<string, { readonly name: string; readonly gone: ReturnType<typeof setTimeout> }>();
  readonly #onHidden = (): void => this.#leave();

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#onHidden);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#onHidden);
    this.#leave();
  }

  show(workspaceId: string, id: string): void {
    if (id === this.#id) return;
    this.#leave();
    this.#id = id;
    const topic = `w/${workspaceId}/s/application/${id}/presence`;
    this.#live = this.#element.host.live({ kind: 'topic', topic }, (event) => {
      // From now on this page hears: who is here already answers.
      if (event.kind === 'resync') this.#tell('asks');
      else if (isRecord(event.data)) this.#heard(event.data);
    });
    this.#timer = setInterval(() => this.#tell('here'), tellEvery);
  }

  #tell(presence: 'here' | 'asks' | 'leaves'): void {
    // A hint: nobody misses one that does not arrive.
    void this.#element.host
      .send('POST', `/api/v1/applications/${this.#id}/presence`, { presence })
      .catch(() => undefined);
  }

  #heard({ userId, name, presence }: Readonly<Record<string, unknown>>): void {
    if (typeof userId !== 'string' || typeof name !== 'string' || userId === this.#element.session?.user.id) return;
    const known = this.#seen.get(userId);
    clearTimeout(known?.gone);
    this.#seen.delete(userId);
    if (presence !== 'leaves') {
      const gone = setTimeout(() => {
        this.#seen.delete(userId);
        this.#show();
      }, hereFor);
      this.#seen.set(userId, { name, gone });
      if (presence === 'asks') {
        clearTimeout(this.#answer);
        this.#answer = setTimeout(() => this.#tell('here'), answerAfter);
      }
    }
    this.#show();
  }

  #show(): void {
    this.others = [...this.#seen.values()].map(({ name }) => name);
    this.#element.requestUpdate();
  }

  #leave(): void {
    if (this.#id === '') return;
    this.#tell('leaves');
    this.#id = '';
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    clearInterval(this.#timer);
    clearTimeout(this.#answer);
    for (const { gone } of this.#seen.values()) clearTimeout(gone);
    this.#seen.clear();
    this.others = [];
  }
}
