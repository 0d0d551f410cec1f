import { fileSize } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { FormFile } from '../../contract.ts';

/** A place for files: what is there, what is under way, and where more are chosen. */
export interface FilePlace {
  readonly id: string;
  readonly requirementKey: string;
  readonly title: string;
  readonly files: readonly FormFile[];
  readonly most: number;
  readonly types: readonly string[];
  readonly describedBy: string | typeof nothing;
  readonly locked: boolean;
  add(files: readonly File[]): void;
  remove(id: string): void;
}

const scanText: Readonly<Record<string, string>> = {
  pending: 'It is being checked for viruses.',
  infected: 'A virus was found in it. Remove it, and choose another file.',
  failed: 'It could not be checked for viruses yet.',
};

const oneFile = (place: FilePlace, file: FormFile): TemplateResult => {
  const { share, fault, fileName } = file;
  const running = share !== undefined && fault === undefined;
  return html`<li class="file"><span>${fileName} <span class="muted">${fileSize(file.size)}</span></span>${
    place.locked
      ? nothing
      : html`<button type="button" class="button quiet" @click=${() => place.remove(file.id)}>${icon('cross', 16)}
      ${running ? 'Stop' : 'Remove'}<span class="visually-hidden"> ${fileName}</span></button>`
  }${
    running ? html`<progress max="1" .value=${share} aria-label="Upload of ${fileName}"></progress>` : nothing
  }${fault === undefined ? nothing : html`<p class="fault">${fault}</p>`}${
    file.scan && scanText[file.scan] ? html`<p class="fault">${scanText[file.scan]}</p>` : nothing
  }</li>`;
};

export function filePlace(place: FilePlace): TemplateResult {
  const { files, most, locked } = place;
  const take = (list: FileList | null | undefined): void => {
    if (list && list.length > 0) place.add([...list]);
  };
  return html`${
    files.length === 0
      ? nothing
      : html`<ul aria-label="Files for ${place.title}">${files.map((one) => oneFile(place, one))}</ul>`
  }${
    locked || files.length >= most
      ? nothing
      : html`<div class="zone" @dragover=${(event: DragEvent) => event.preventDefault()} @drop=${(event: DragEvent) => {
          event.preventDefault();
          take(event.dataTransfer?.files);
        }}>${icon('upload', 22)}<span>${files.length === 0 ? 'Choose a file, or take a picture' : 'Add another file'}</span>
        <input id=${place.id} type="file" ?multiple=${most > 1} accept=${place.types.join(',') || nothing}
          aria-label="${files.length === 0 ? 'Choose a file for' : 'Add another file for'} ${place.title}"
          aria-describedby=${place.describedBy} @change=${(event: Event) => {
            if (!(event.target instanceof HTMLInputElement)) return;
            take(event.target.files);
            event.target.value = '';
          }}></div>`
  }`;
}
