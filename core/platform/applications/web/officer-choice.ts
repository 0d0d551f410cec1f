/** A choice among the officers of a workspace, each with the open cases that they have and why they were refused. */
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';

/** Somebody to whom applications can be assigned. */
export interface Officer {
  readonly id: string;
  readonly name: string;
  /** Open applications that they have; null for nobody. */
  readonly open: number | null;
}

/** Number of officers from which on they can be looked for by name. */
const findable = 9;

export const officerStyles = css`
  .officers { display: grid; max-height: 15rem; overflow: auto; margin: 0; padding: 0;
    border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); font-size: var(--dossier-size-s); }
  .officers label { display: grid; grid-template-columns: auto 1fr auto; gap: 0 0.625rem; align-items: center;
    min-height: 2.25rem; padding: 0.25rem 0.75rem; border-block-end: 1px solid var(--dossier-border); cursor: pointer; }
  .officers label:last-child { border: 0; } .officers label:hover { background: var(--dossier-hover); }
  .officers bdi { overflow-wrap: anywhere; } .officers p { padding: 0.5rem 0.75rem; }
  .officers .refused { grid-column: 2 / -1; display: flex; gap: 0.375rem; color: var(--dossier-danger-text); }
  .officers .refused svg { flex: none; margin-top: 0.125rem; }
`;

/** Choices of one officer or several. `search` is a part of their names; who is chosen stays in sight. */
export function officerChoice(o: {
  readonly officers: readonly Officer[];
  readonly me: string | undefined;
  readonly several: boolean;
  readonly chosen: readonly string[];
  readonly refusals?: ReadonlyMap<string, string>;
  readonly search: string;
  find(search: string): void;
  choose(chosen: readonly string[]): void;
}): TemplateResult {
  const { officers, chosen, several } = o;
  const wanted = o.search.trim().toLocaleLowerCase();
  const shown = officers.filter(
    ({ id, name }) => chosen.includes(id) || wanted === '' || name.toLocaleLowerCase().includes(wanted),
  );
  const turned = (id: string): readonly string[] =>
    several ? (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]) : [id];
  return html`${
    officers.length < findable
      ? nothing
      : html`<input class="input" type="search" aria-label="Find by name" placeholder="Find by name"
          .value=${o.search} @input=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) o.find(event.target.value);
          }} @keydown=${(event: KeyboardEvent) => {
            if (event.key === 'Enter') event.preventDefault();
          }}>`
  }<fieldset class="officers"><legend class="visually-hidden">Officer</legend>${shown.map(({ id, name, open }) => {
    const refusal = o.refusals?.get(id);
    return html`<label><input type=${several ? 'checkbox' : 'radio'} name="officer" .value=${id}
      .checked=${chosen.includes(id)}
      @change=${() => o.choose(turned(id))}><bdi>${id === o.me ? `${name} (you)` : name}</bdi>${
        open === null ? nothing : html`<span class="muted number">${open} open</span>`
      }${refusal ? html`<span class="refused" role="alert">${icon('warning', 14)}${refusal}</span>` : nothing}</label>`;
  })}${shown.length === 0 ? html`<p class="muted">Nobody has this name.</p>` : nothing}</fieldset>`;
}
