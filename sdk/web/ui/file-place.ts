/** A place for files: where they are chosen or dropped, and those that are on their way. */
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { rulesText } from './file-rules.ts';
import type { FileRules } from './file-rules.ts';
import type { FileItem } from './file-sending.ts';
import { fileSize } from './format.ts';
import { icon } from './icon.ts';

const chosen = (event: Event, add: (files: Iterable<File>) => void): void => {
  if (!(event.target instanceof HTMLInputElement)) return;
  add([...(event.target.files ?? [])]);
  event.target.value = '';
};

/** `name` says for what, to who does not see where it stands. */
export const fileZone = (
  { rules }: { readonly rules: FileRules | null },
  o: { name: string; label?: string; add(files: Iterable<File>): void; more?: TemplateResult },
): TemplateResult => {
  const types = rules?.types ?? [];
  const pictures = types.filter((type) => type.startsWith('image/'));
  const zone = (event: DragEvent): HTMLElement | null =>
    event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  return html`<div class="zone" @dragover=${(event: DragEvent) => {
    event.preventDefault();
    zone(event)?.classList.add('over');
  }} @dragleave=${(event: DragEvent) => zone(event)?.classList.remove('over')} @drop=${(event: DragEvent) => {
    event.preventDefault();
    zone(event)?.classList.remove('over');
    o.add([...(event.dataTransfer?.files ?? [])]);
  }}>
    <div class="two"><label class="button choose picture">${icon('eye', 18)} Take a picture<input type="file"
      aria-label="Take a picture of ${o.name}" accept=${pictures.join(',') || 'image/*'} capture="environment"
      @change=${(event: Event) => chosen(event, o.add)}></label><label class="button choose">${icon('upload', 18)} ${
        o.label ?? 'Choose files'
      }<input type="file" multiple aria-label="Choose files for ${o.name}" accept=${types.join(',') || nothing}
      @change=${(event: Event) => chosen(event, o.add)}></label></div>
    <p class="hint">${rules ? `${rulesText(rules)}.` : nothing}<span class="drop"> You can also drop them here.</span></p>
    ${o.more ?? nothing}
  </div>`;
};

const states: Readonly<Record<FileItem['state'], string>> = {
  waiting: 'Waits for its turn',
  sending: '',
  failed: 'Not sent',
  refused: 'Cannot be sent',
};

/** Those on their way, each by itself. */
export const filesUnderWay = (
  sending: { retry(key: string): void; drop(key: string): void },
  items: readonly FileItem[],
): TemplateResult | typeof nothing =>
  items.length === 0
    ? nothing
    : html`<ul class="under-way" aria-label="Files on their way">${repeat(
        items,
        ({ key }) => key,
        ({ key, file, state, share, fault }) => html`<li class=${state}>
          <span class="sheet">${icon(fault === null ? 'file' : 'warning', 18)}</span>
          <span class="name"><bdi>${file.name}</bdi> <span class="muted small number">${fileSize(file.size)}${
            state === 'sending' ? `, ${Math.round(share * 100)} %` : ''
          }</span>${states[state] === '' ? nothing : html` <span class="small">${states[state]}</span>`}</span>
          <span class="buttons">${
            state === 'failed'
              ? html`<button type="button" class="button small" @click=${() => sending.retry(key)}>${icon('refresh', 16)} Try again<span
                  class="visually-hidden">: ${file.name}</span></button>`
              : nothing
          }<button type="button" class="button quiet icon" aria-label="${
            state === 'sending' || state === 'waiting' ? 'Stop sending' : 'Remove'
          } ${file.name}" @click=${() => sending.drop(key)}>${icon('cross', 16)}</button></span>
          ${
            state === 'sending'
              ? html`<progress max="1" .value=${share} aria-label="Sending ${file.name}"></progress>`
              : nothing
          }
          ${fault === null ? nothing : html`<p class="fault">${fault}</p>`}
        </li>`,
      )}</ul>`;

export const filePlaceStyles = css`
  .zone { display: grid; gap: 0.625rem; padding: 1rem; border: 2px dashed var(--dossier-control-border);
    border-radius: var(--dossier-radius-l); background: var(--dossier-background); text-align: center;
    transition: background 90ms; }
  .zone.over { background: var(--dossier-accent-soft); border-color: var(--dossier-accent); }
  .two { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: center; }
  .two .button { flex: 0 1 auto; white-space: normal; }
  .hint { color: var(--dossier-muted); font-size: var(--dossier-size-s); }
  .choose { position: relative; overflow: hidden; }
  .choose:focus-within { outline: 2px solid var(--dossier-focus); }
  .choose input { position: absolute; inset: 0; opacity: 0; cursor: pointer; font-size: 0; }
  /* Where there is a finger there is a camera. */
  .picture { display: none; }
  @media (pointer: coarse) { .picture { display: inline-flex; } .drop { display: none; } .two .button { flex: 1; } }
  .under-way { display: grid; gap: 0.5rem; margin-top: 0.5rem; }
  .under-way li { display: grid; grid-template-columns: 2rem minmax(0, 1fr) auto; gap: 0.25rem 0.625rem;
    align-items: center; padding: 0.5rem; border: 1px solid var(--dossier-border);
    border-radius: var(--dossier-radius-l); background: var(--dossier-surface); text-align: start; }
  .under-way .failed, .under-way .refused { border-color: var(--dossier-danger-border); }
  .under-way .sheet { display: grid; place-items: center; color: var(--dossier-muted); }
  .under-way .failed .sheet, .under-way .refused .sheet { color: var(--dossier-danger-text); }
  .under-way .name { overflow-wrap: anywhere; }
  .under-way .buttons { display: flex; gap: 0.25rem; align-items: center; }
  .under-way progress, .under-way .fault { grid-column: 2 / -1; }
  progress { width: 100%; height: 0.375rem; appearance: none; border: 0; border-radius: 1rem;
    overflow: hidden; background: var(--dossier-neutral-soft); }
  progress::-webkit-progress-bar { background: var(--dossier-neutral-soft); }
  progress::-webkit-progress-value { background: var(--dossier-accent); transition: inline-size 150ms; }
  progress::-moz-progress-bar { background: var(--dossier-accent); }
  @media print { .zone, .under-way { display: none; } }
`;
