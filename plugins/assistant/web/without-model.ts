import { settingsAddress } from '@dossier/sdk/web/ui/addresses';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { server, unplug } from './icons.ts';

const points = [
  [server, 'One of your own, for example Ollama or vLLM: nothing leaves your house'],
  ['key', 'A hosted one, by its address and a key'],
  ['shield', 'It sees only what the person asking may see'],
] as const;

const either = new Intl.ListFormat('en', { type: 'disjunction' });

export const withoutModelStyles = css`
  .none { display: grid; justify-items: start; align-content: start; gap: 0.75rem; padding: 1.75rem 1.5rem;
    overflow: auto; }
  .none .sign { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: 0.75rem;
    background: var(--dossier-neutral-soft); color: var(--dossier-muted); }
  .none h3 { font-size: var(--dossier-size-l); font-weight: var(--dossier-bold); }
  .none ul { display: grid; gap: 0.5rem; }
  .none li { display: flex; gap: 0.625rem; font-size: var(--dossier-size-s); }
  .none li svg { flex: none; color: var(--dossier-muted); }
  .none.short { padding: 0.875rem 1rem; border-top: 1px solid var(--dossier-border); gap: 0.5rem; }
`;

export interface WithoutModel {
  readonly organization: { readonly slug: string; readonly name: string } | null;
  readonly maySetUp: boolean;
  readonly askWhom: readonly string[];
  /** Below a conversation, where there is less room. */
  readonly short: boolean;
}

/** The panel where no model is connected: how to connect one, or whom to ask. */
export function withoutModel({ organization, maySetUp, askWhom, short }: WithoutModel): TemplateResult {
  const name = organization?.name ?? 'Your organization';
  const sign = short ? nothing : html`<span class="sign">${icon(unplug, 22)}</span>`;
  if (!maySetUp)
    return html`<section class="none ${short ? 'short' : ''}" aria-labelledby="none">${sign}
      <h3 id="none">The assistant is not switched on</h3>
      <p class="muted">${name} has not connected a language model. Everything else works without one.</p>
      <p>${askWhom.length > 0 ? either.format(askWhom) : 'An administrator'} can connect one.</p></section>`;
  return html`<section class="none ${short ? 'short' : ''}" aria-labelledby="none">${sign}
    <h3 id="none">No model is connected</h3>
    <p class="muted">${name} has not chosen a language model. Everything else works without one.</p>
    ${
      short ? nothing : html`<ul>${points.map(([sign, text]) => html`<li>${icon(sign)}<span>${text}</span></li>`)}</ul>`
    }
    <a class="button primary" href=${settingsAddress(organization?.slug ?? '', 'integrations', 'assistant')}>Connect a
      model</a></section>`;
}
