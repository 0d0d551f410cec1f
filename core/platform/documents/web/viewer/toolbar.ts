import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { steps } from './zoom.ts';
import type { Zoom } from './zoom.ts';

export interface ToolbarState {
  readonly page: number;
  readonly count: number;
  readonly zoom: Zoom;
  readonly share: number;
  readonly hasWords: boolean;
  readonly isSearching: boolean;
  readonly hasThumbnails: boolean;
}

export interface ToolbarActions {
  readonly goTo: (page: number) => void;
  readonly zoomTo: (zoom: Zoom) => void;
  readonly step: (way: 1 | -1) => void;
  readonly turn: () => void;
  readonly search: () => void;
  readonly thumbnails: () => void;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const button = (o: {
  icon: string;
  name: string;
  key?: string;
  does: () => void;
  pressed?: boolean;
  off?: boolean;
  more?: string;
}): TemplateResult => html`<button type="button" class="button quiet icon ${o.more ?? ''}" aria-label=${o.name}
  title=${o.key === undefined ? o.name : `${o.name} (${o.key})`} aria-pressed=${o.pressed ?? nothing}
  ?disabled=${o.off ?? false} @click=${o.does}>${icon(o.icon, 17)}</button>`;

const pageNumber = (state: ToolbarState, does: ToolbarActions): TemplateResult => {
  const chosen = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const wanted = Number.parseInt(target.value, 10);
    if (Number.isFinite(wanted)) does.goTo(Math.min(state.count, Math.max(1, wanted)));
    target.value = String(Number.isFinite(wanted) ? Math.min(state.count, Math.max(1, wanted)) : state.page);
  };
  return html`<span class="group">${button({
    icon: 'up',
    name: 'Page before',
    key: '←',
    does: () => does.goTo(state.page - 1),
    off: state.page <= 1,
  })}<input class="input number" inputmode="numeric" aria-label="Page, of ${state.count}" .value=${String(state.page)}
    size=${String(state.count).length} @change=${chosen}><span class="number muted"
    aria-hidden="true">/ ${state.count}</span>${button({
      icon: 'down',
      name: 'Next page',
      key: '→',
      does: () => does.goTo(state.page + 1),
      off: state.page >= state.count,
    })}</span>`;
};

const zoomChoice = (state: ToolbarState, does: ToolbarActions): TemplateResult => {
  const isStep = typeof state.zoom === 'number' && steps.includes(state.zoom);
  const chosen = (event: Event): void => {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const { value } = event.target;
    does.zoomTo(value === 'width' || value === 'page' ? value : Number(value));
  };
  const option = (value: Zoom, text: string): TemplateResult =>
    html`<option value=${value} .selected=${state.zoom === value}>${text}</option>`;
  return html`<span class="group">${button({ icon: 'dash', name: 'Smaller', key: '−', does: () => does.step(-1) })}<select
    class="input" aria-label="Size" @change=${chosen}>${option('width', 'Fit width')}${option('page', 'Fit page')}${
      typeof state.zoom === 'number' && !isStep ? option(state.zoom, percent(state.share)) : nothing
    }${steps.map((one) => option(one, percent(one)))}</select>${button({
      icon: 'plus',
      name: 'Larger',
      key: '+',
      does: () => does.step(1),
    })}</span>`;
};

/** The tools above a file that is looked at. `save` is the way to download it. */
export const toolbar = (
  state: ToolbarState,
  does: ToolbarActions,
  save: TemplateResult | typeof nothing,
): TemplateResult =>
  html`<div class="tools" role="group" aria-label="Tools of the viewer">
    ${
      state.count > 1
        ? html`${button({
            icon: 'figures',
            name: 'Pages in small',
            key: 'T',
            does: does.thumbnails,
            pressed: state.hasThumbnails,
          })}${pageNumber(state, does)}`
        : nothing
    }
    ${zoomChoice(state, does)}
    ${button({ icon: 'refresh', name: 'Turn to the right', key: 'R', does: does.turn })}
    <span class="wide"></span>
    ${
      state.hasWords
        ? button({
            icon: 'search',
            name: 'Search in the file',
            key: '/',
            does: does.search,
            pressed: state.isSearching,
          })
        : nothing
    }
    ${save}
  </div>`;
