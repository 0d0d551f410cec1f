import { sections } from '../settings/sections.ts';
import type { Contribution } from './contributions.ts';

/** Pages of the platform itself: part of the shell, loaded when first needed. */
const own: Readonly<Record<string, () => Promise<unknown>>> = {
  'dossier-applications-page': () => import('../applications/pages.element.ts'),
  'dossier-my-page': () => import('../my/my-pages.element.ts'),
  'dossier-profile-page': () => import('../profile/page.element.ts'),
  'dossier-invitation': () => import('../invitations/invitation.element.ts'),
  'dossier-settings': () => import('../settings/frame.element.ts'),
  ...Object.fromEntries(sections.map(({ tag, load }) => [tag, load])),
};

/** Loads what defines an element. Throws when the module does not come, or does not define it. */
export const loadElement = async (one: Contribution): Promise<void> => {
  if (!customElements.get(one.tag)) await (own[one.tag]?.() ?? import(/* @vite-ignore */ one.module));
  if (!customElements.get(one.tag)) throw new Error(`${one.plugin} offers <${one.tag}>, but its module does not define it.`);
};
