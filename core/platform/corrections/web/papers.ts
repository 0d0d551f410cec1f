/** Where a client sends the papers that they were asked for. */
import type { DossierElement } from '@dossier/sdk/web';
import { refusalOf } from '@dossier/sdk/web/ui/faults';
import { fileSize } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { newKey } from '@dossier/sdk/web/ui/key';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { CorrectedCase } from './corrections.query.ts';

/** Bytes of one file, as the server takes them. */
const fileLimit = 25 * 1_048_576;

interface Upload {
  /** Names it in all its tries. */
  readonly key: string;
  readonly file: File;
  readonly requirementKey: string;
  /** The document that it is sent in the place of. */
  readonly replaces: string | null;
  readonly share: number;
  readonly fault: string | null;
  readonly stop: AbortController;
}

/** Files on their way. */
export class Papers {
  list: readonly Upload[] = [];
  readonly #element: DossierElement;
  readonly #came: () => Promise<void>;

  constructor(element: DossierElement, came: () => Promise<void>) {
    this.#element = element;
    this.#came = came;
  }

  /** How many are on their way at this moment. */
  get running(): number {
    return this.list.filter(({ fault }) => fault === null).length;
  }

  add(application: CorrectedCase, requirementKey: string, files: readonly File[]): void {
    let replaces = rejectedOf(application, requirementKey);
    for (const file of files) {
      const isTooLarge = file.size > fileLimit;
      const fault = isTooLarge ? `It has ${fileSize(file.size)}; ${fileSize(fileLimit)} is the most.` : null;
      const one = { key: newKey(), file, requirementKey, replaces, share: 0, fault, stop: new AbortController() };
      // One takes the place of what was not good; further ones are sent in addition.
      if (!isTooLarge) replaces = null;
      this.#set([...this.list, one]);
      if (!isTooLarge) void this.send(application, one);
    }
  }

  async send(application: CorrectedCase, upload: Upload): Promise<void> {
    const set = (part: Partial<Upload>): void =>
      this.#set(this.list.map((one) => (one.key === upload.key ? { ...one, ...part } : one)));
    const stop = new AbortController();
    set({ fault: null, share: 0, stop });
    try {
      await this.#element.host.upload(`/api/v1/applications/${application.id}/documents`, upload.file, {
        once: upload.key,
        fields: { requirementKey: upload.requirementKey, replaces: upload.replaces },
        signal: stop.signal,
        onProgress: (share) => set({ share }),
      });
      await this.#came();
      this.remove(upload.key);
      this.#element.host.announce(`${upload.file.name} was sent.`);
    } catch (error) {
      if (!stop.signal.aborted) set({ fault: refusalOf(error).text });
    }
  }

  /** Stops one that is on its way, or forgets one that did not come. */
  remove(key: string): void {
    this.list.find((one) => one.key === key)?.stop.abort();
    this.#set(this.list.filter((one) => one.key !== key));
  }

  #set(list: readonly Upload[]): void {
    this.list = list;
    this.#element.requestUpdate();
  }
}

/** The newest document of a requirement that was rejected, and has none in its place. */
function rejectedOf({ documents }: CorrectedCase, key: string): string | null {
  const replaced = new Set(documents.map(({ replaces }) => replaces));
  return (
    documents.findLast(
      ({ id, requirementKey, reviewStatus }) =>
        requirementKey === key && reviewStatus === 'rejected' && !replaced.has(id),
    )?.id ?? null
  );
}

const scanText: Readonly<Record<string, string>> = {
  pending: 'It is being checked for viruses.',
  infected: 'A virus was found in it. Send another file.',
  failed: 'It could not be checked for viruses yet.',
};

/** What has come of a paper, what is on its way, and where it is chosen. */
export function paperPlace(o: {
  readonly papers: Papers;
  readonly application: CorrectedCase;
  readonly requirementKey: string;
  readonly title: string;
  readonly came: readonly { readonly id: string; readonly fileName: string }[];
  readonly describedBy: string;
}): TemplateResult {
  const { papers, application, requirementKey, title, came } = o;
  const mine = papers.list.filter((one) => one.requirementKey === requirementKey);
  const scanOf = (id: string) => application.documents.find((one) => one.id === id)?.scan ?? '';
  return html`${
    came.length + mine.length === 0
      ? nothing
      : html`<ul class="files" aria-label="Files for ${title}">${came.map(
          ({ id, fileName }) =>
            html`<li>${icon('check', 16)}<bdi>${fileName}</bdi>${
              scanText[scanOf(id)] ? html`<p class="fault">${scanText[scanOf(id)]}</p>` : nothing
            }</li>`,
        )}${repeat(
          mine,
          ({ key }) => key,
          (one) =>
            html`<li>${icon('file', 16)}<bdi>${one.file.name}</bdi><span class="push">${
              one.fault !== null && one.file.size <= fileLimit
                ? html`<button class="button small" @click=${() => void papers.send(application, one)}>Try again<span
                class="visually-hidden"> to send ${one.file.name}</span></button>`
                : nothing
            }<button class="button small quiet" @click=${() => papers.remove(one.key)}>${icon('cross', 15)}${
              one.fault === null ? 'Stop' : 'Remove'
            }<span class="visually-hidden"> ${one.file.name}</span></button></span>${
              one.fault === null
                ? html`<progress max="1" .value=${one.share} aria-label="Upload of ${one.file.name}"></progress>`
                : html`<p class="fault" role="alert">${one.fault}</p>`
            }</li>`,
        )}</ul>`
  }
    <label class="button choose">${icon('upload', 18)} ${
      came.length === 0 ? 'Choose a file, or take a picture' : 'Add another file'
    }<input type="file" multiple aria-label="${came.length === 0 ? 'Choose a file for' : 'Add another file for'} ${title}"
      aria-describedby=${o.describedBy} @change=${(event: Event) => {
        if (!(event.target instanceof HTMLInputElement)) return;
        papers.add(application, requirementKey, [...(event.target.files ?? [])]);
        event.target.value = '';
      }}></label>
    <p class="muted small">PDF, PNG, JPEG or text, up to 25 MB each.</p>`;
}
