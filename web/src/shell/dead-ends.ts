import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { empty } from '@dossier/sdk/web/ui/states';

/** A page with one thing in its middle. */
export const alone = (content: TemplateResult): TemplateResult => html`<main class="alone">${content}</main>`;

const way = (home: string): TemplateResult => html`<a class="button primary" href=${home}>Go to your organizations</a>`;

/** The address means nothing. */
export const missing = (home: string): TemplateResult =>
  alone(
    empty({
      alone: true,
      icon: 'search',
      title: 'There is nothing at this address',
      text: 'The link may be old or mistyped.',
      action: way(home),
    }),
  );

/** The address is in an organization of others. */
export const foreign = (home: string): TemplateResult =>
  alone(
    empty({
      alone: true,
      icon: 'key',
      title: 'This is not one of your organizations',
      text: 'The address may be mistyped, or you have no access. An administrator of that organization can invite you.',
      action: way(home),
    }),
  );
