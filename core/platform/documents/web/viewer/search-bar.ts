import { icon } from '@dossier/sdk/web/ui/icon';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Search } from './search.controller.ts';

/** What a search has come to, in words. */
const outcome = (search: Search): string => {
  if (search.query.trim() === '') return '';
  if (search.found.length > 0) return `${search.place} of ${search.found.length}${search.isBusy ? '…' : ''}`;
  return search.isBusy ? 'Searching…' : 'Not found';
};

/** Where one searches in a file: words, what was found, to the next and the one before. */
export const searchBar = (
  search: Search,
  does: { readonly ask: (query: string) => void; readonly close: () => void },
): TemplateResult => {
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') search.go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') does.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const typed = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) does.ask(event.target.value);
  };
  const none = search.found.length === 0;
  return html`<div class="search" role="search">
    <input class="input" type="search" aria-label="Search in the file" placeholder="Search in the file" enterkeyhint="next"
      .value=${search.query} @input=${typed} @keydown=${pressed}>
    <span class="outcome number muted" role="status">${outcome(search)}</span>
    <button type="button" class="button quiet icon" aria-label="The one before" title="The one before (Shift and Enter)"
      ?disabled=${none} @click=${() => search.go(-1)}>${icon('up', 17)}</button><button type="button"
      class="button quiet icon" aria-label="Next one" title="Next one (Enter)" ?disabled=${none}
      @click=${() => search.go(1)}>${icon('down', 17)}</button><button type="button" class="button quiet icon"
      aria-label="Close the search" title="Close the search (Escape)" @click=${does.close}>${icon('cross', 17)}</button>
  </div>`;
};
