/** Which kinds of things reach somebody, and by which way: a row for each. */
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { empty } from '@dossier/sdk/web/ui/states';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { KindChoice, Mail } from './choices.ts';

interface Choosing {
  readonly choose: (kind: KindChoice, to: Partial<Pick<KindChoice, 'page' | 'mail'>>) => void;
  readonly faultOf: (kind: string) => string | undefined;
}

const ways = { page: 'In the page', atOnce: 'E-mail at once', daily: 'In the daily mail' } as const;
type Way = (typeof ways)[keyof typeof ways];
/** Where there is room for a word or two. */
const briefly: Readonly<Record<Way, string>> = {
  [ways.page]: 'In the page',
  [ways.atOnce]: 'Mail at once',
  [ways.daily]: 'Daily mail',
};

const box = (o: {
  label: string;
  way: Way;
  checked: boolean;
  wrong: boolean;
  set: (on: boolean) => void;
}): TemplateResult =>
  html`<td class="way"><label><input type="checkbox" .checked=${o.checked} aria-invalid=${o.wrong ? 'true' : nothing}
    aria-label="${o.label}: ${o.way}" @change=${(event: Event) => {
      if (event.target instanceof HTMLInputElement) o.set(event.target.checked);
    }}><span class="named" aria-hidden="true">${briefly[o.way]}</span></label></td>`;

const locked = (way: Way, on: boolean): TemplateResult =>
  html`<td class="way">${
    on
      ? html`<span class="always">${icon('lock', 14)}<span class="visually-hidden">always</span><span class="named"
          aria-hidden="true">${briefly[way]}</span></span>`
      : html`<span class="visually-hidden">no</span>`
  }</td>`;

const row = (one: KindChoice, { choose, faultOf }: Choosing): TemplateResult => {
  const fault = faultOf(one.kind);
  const title = html`<th scope="row">${one.title}${
    one.insists
      ? html`<span class="muted small note">Your organization insists on this one: always here, and by e-mail at
          once.</span>`
      : nothing
  }${fault === undefined ? nothing : html`<span class="fault note">${fault}</span>`}</th>`;
  if (one.insists)
    return html`<tr>${title}${locked(ways.page, true)}${locked(ways.atOnce, true)}${locked(ways.daily, false)}</tr>`;
  const common = { label: one.title, wrong: fault !== undefined };
  // It comes at once or with the others of the day, not both.
  const mail = (way: Way, by: Mail): TemplateResult =>
    box({ ...common, way, checked: one.mail === by, set: (on) => choose(one, { mail: on ? by : 'off' }) });
  return html`<tr>${title}${box({
    ...common,
    way: ways.page,
    checked: one.page,
    set: (page) => choose(one, { page }),
  })}${mail(ways.atOnce, 'at-once')}${mail(ways.daily, 'daily')}</tr>`;
};

export const choicesTable = (kinds: readonly KindChoice[], choosing: Choosing): TemplateResult => {
  if (kinds.length === 0)
    return html`<div class="card">${empty({
      icon: 'bell',
      title: 'Nothing can reach you yet',
      text: 'What you hear of depends on what you may do here. It stands here as soon as you work in a workspace.',
    })}</div>`;
  const groups = Map.groupBy(kinds, ({ group }) => group);
  return html`<section class="part" aria-labelledby="ways"><h2 id="ways" class="visually-hidden">What, and how</h2>
    <div class="card ways"><table>
      <thead><tr><th scope="col">When</th><th scope="col" class="way">${ways.page}</th><th scope="col"
        class="way">${ways.atOnce}</th><th scope="col" class="way">${ways.daily}</th></tr></thead>
      ${[...groups].map(
        ([group, some]) =>
          html`<tbody><tr class="group"><th scope="rowgroup" colspan="4">${group}</th></tr>${some.map((one) =>
            row(one, choosing),
          )}</tbody>`,
      )}
    </table></div>
    <p class="muted small">E-mail comes at once or in the daily mail, not both. With neither and not in the page you
      hear nothing of it.</p></section>`;
};

export const choicesTableStyles = css`
  .ways { overflow: hidden; }
  table { width: 100%; border-collapse: collapse; font-size: var(--dossier-size-s); }
  th, td { padding: 0.4375rem 1rem; text-align: start; vertical-align: middle; }
  thead th { font-size: var(--dossier-size-xs); font-weight: var(--dossier-medium); color: var(--dossier-muted); }
  tbody tr { border-top: 1px solid var(--dossier-border); }
  tbody th { font-weight: var(--dossier-regular); overflow-wrap: anywhere; }
  .group th { padding-block: 0.75rem 0.25rem; font-weight: var(--dossier-bold); }
  .group + tr { border-top: 0; }
  .way { width: 6.5rem; text-align: center; padding-inline: 0.375rem; }
  .way label { display: grid; place-items: center; min-height: 1.75rem; cursor: pointer; }
  .way input { width: 1.0625rem; height: 1.0625rem; margin: 0; }
  .named { display: none; }
  .note { display: block; }
  .always { display: inline-grid; color: var(--dossier-muted); }
  @media (max-width: 39.99em) {
    thead { position: absolute; clip-path: inset(50%); }
    table, tbody { display: block; }
    tbody tr { display: flex; flex-wrap: wrap; padding: 0.5rem 1rem; gap: 0 1rem; }
    tbody th { flex: 1 1 100%; padding: 0.125rem 0; }
    .group th { padding-block: 0.5rem 0; }
    td.way { width: auto; padding: 0; }
    .way label, .always { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 2.5rem; }
    td.way:has(> .visually-hidden) { display: none; }
    .named { display: inline; font-size: var(--dossier-size-xs); }
  }
`;
