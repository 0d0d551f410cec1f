import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { newKey } from '@dossier/sdk/web/ui/key';

/** A file on its way, or what kept it from coming. */
interface Upload {
  readonly id: string;
  readonly requirementKey: string;
  readonly fileName: string;
  readonly size: number;
  readonly share: number;
  readonly fault?: string;
  readonly stop: AbortController;
}

/** Sends the files of a draft, and takes them away again. */
export class Uploads {
  list: readonly Upload[] = [];
  readonly #adding = new Set<Promise<void>>();
  readonly #element: DossierElement;
  /** The address of the draft. */
  readonly #path: () => string;
  /** Files are others than they were. */
  readonly #changed: () => Promise<void>;

  constructor(element: DossierElement, o: { path: () => string; changed: () => Promise<void> }) {
    this.#element = element;
    this.#path = o.path;
    this.#changed = o.changed;
  }

  get running(): boolean {
    return this.#adding.size > 0;
  }

  /** When no file is on its way any more: each is there, was stopped, or did not come. */
  async settled(): Promise<void> {
    while (this.running) await Promise.all(this.#adding);
  }

  /** One after the other; the promise never rejects. */
  add(requirementKey: string, files: readonly File[]): Promise<void> {
    const added = this.#addAll(requirementKey, files).finally(() => {
      this.#adding.delete(added);
      this.#element.requestUpdate();
    });
    this.#adding.add(added);
    return added;
  }

  async #addAll(requirementKey: string, files: readonly File[]): Promise<void> {
    for (const file of files) {
      const id = newKey();
      const stop = new AbortController();
      this.#set([...this.list, { id, requirementKey, fileName: file.name, size: file.size, share: 0, stop }]);
      const set = (part: Partial<Upload>): void =>
        this.#set(this.list.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
      try {
        await this.#element.host.upload(`${this.#path()}/files`, file, {
          once: id,
          fields: { requirementKey },
          signal: stop.signal,
          onProgress: (share) => set({ share }),
        });
        await this.#changed();
        this.#set(this.list.filter((upload) => upload.id !== id));
        this.#element.host.announce(`${file.name} was added.`);
      } catch (error) {
        if (!stop.signal.aborted) set({ fault: refusalOf(error).text });
        // The draft itself may be gone.
        if (error instanceof ProblemError && error.status === 404) await this.#changed().catch(() => undefined);
      }
    }
  }

  /** Stops one that is on its way, or deletes one that is there. */
  async remove(id: string): Promise<void> {
    const running = this.list.find((one) => one.id === id);
    running?.stop.abort();
    this.#set(this.list.filter((one) => one.id !== id));
    if (running) return;
    try {
      await this.#element.host.send('DELETE', `${this.#path()}/files/${id}`);
      await this.#changed();
    } catch (error) {
      this.#element.host.notify({ kind: 'error', text: refusalOf(error).text });
    }
  }

  #set(list: readonly Upload[]): void {
    this.list = list;
    this.#element.requestUpdate();
  }
}
