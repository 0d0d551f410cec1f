import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { PatentRecord } from '../../replies.ts';

export const tabs = ['summary', 'claims', 'description', 'pdf', 'family', 'legal', 'citations'] as const;
export type Tab = (typeof tabs)[number];

const titles: Readonly<Record<Tab, string>> = {
  summary: 'Summary',
  claims: 'Claims',
  description: 'Description',
  pdf: 'PDF',
  family: 'Family',
  legal: 'Legal',
  citations: 'Citations',
};

/** How much there is behind a tab, as far as that is known. */
const countOf = (record: PatentRecord, tab: Tab): number | null => {
  if (tab === 'claims') return record.claims?.[0]?.claims.length ?? null;
  return tab === 'family' ? (record.family?.length ?? null) : null;
};

const step = (key: string, at: number): number | null => {
  if (key === 'ArrowRight') return (at + 1) % tabs.length;
  if (key === 'ArrowLeft') return (at + tabs.length - 1) % tabs.length;
  if (key === 'Home') return 0;
  return key === 'End' ? tabs.length - 1 : null;
};

/** The tabs of a patent: one is in the order of Tab, arrow keys go to the others. */
export const tabList = (
  record: PatentRecord,
  open: Tab,
  choose: (tab: Tab, o: { focus: boolean }) => void,
): TemplateResult =>
  html`<div class="tabs" role="tablist" aria-label="Parts of the patent" @keydown=${(event: KeyboardEvent) => {
    const to = tabs[step(event.key, tabs.indexOf(open)) ?? -1];
    if (to === undefined) return;
    event.preventDefault();
    choose(to, { focus: true });
  }}>${tabs.map((tab) => {
    const count = countOf(record, tab);
    return html`<button role="tab" id="tab-${tab}" aria-controls="panel" aria-selected=${tab === open ? 'true' : 'false'}
      tabindex=${tab === open ? 0 : -1} @click=${() => choose(tab, { focus: false })}>${titles[tab]}${
        count === null ? nothing : html` <span class="count number">${count}</span>`
      }</button>`;
  })}</div>`;
