/** The kinds of what is listed, each with how many records there are of it, to list one kind alone. */
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { NoticeGroup } from '../contract.ts';

/** `view` is the address of the list without a kind, and `about` the kind that is chosen; empty for all. */
export function kindLinks(
  groups: readonly NoticeGroup[],
  { view, about }: { readonly view: string; readonly about: string },
): TemplateResult | typeof nothing {
  const found = new Map<string, number>();
  for (const { notices } of groups)
    for (const kind of new Set(notices.map(({ group }) => group))) found.set(kind, (found.get(kind) ?? 0) + 1);
  if (about !== '' && !found.has(about)) found.set(about, 0);
  if (found.size < 2 && about === '') return nothing;
  const one = (kind: string, n: number): TemplateResult => {
    const to = kind === '' ? view : `${view}?${new URLSearchParams({ about: kind })}`;
    return html`<li><a href=${to} aria-current=${kind === about ? 'true' : nothing}>${kind === '' ? 'All' : kind}
      <span class="number">${n}</span></a></li>`;
  };
  return html`<nav aria-label="Kinds"><ul class="kinds">${one('', groups.length)}${[...found]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([kind, n]) => one(kind, n))}</ul></nav>`;
}

export const kindStyles = css`
  .kinds { display: flex; gap: 0.25rem; overflow-x: auto; scrollbar-width: none; padding: 0.125rem; }
  .kinds a { display: inline-flex; gap: 0.3125rem; align-items: center; min-height: 1.75rem; padding: 0 0.625rem;
    border: 1px solid var(--dossier-border); border-radius: 2rem; color: var(--dossier-muted); white-space: nowrap;
    font-size: var(--dossier-size-xs); font-weight: var(--dossier-medium); text-decoration: none; }
  .kinds a:hover { background: var(--dossier-hover); }
  .kinds a[aria-current] { background: var(--dossier-accent-soft); border-color: var(--dossier-accent);
    color: var(--dossier-accent-text); }
  @media (max-width: 47.99em) {
    .kinds a { min-height: 2.25rem; }
  }
`;
