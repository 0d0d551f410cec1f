import { unreachable } from '../api/http.ts';
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

/** A browser does not say why a module did not come: the server that keeps it is asked whether it is there at all. */
const fetched = async (load: () => Promise<unknown>): Promise<void> => {
  try {
    await load();
  } catch (error) {
    await fetch('/health/live', { cache: 'no-store' }).catch(() => {
      throw unreachable(error);
    });
    throw error;
  }
};

/**
 * Loads what defines an element. Throws when the module does not come (a `ProblemError` `unreachable` when there is no
 * connection), or does not define it.
 */
export const loadElement = async (one: Contribution): Promise<void> => {
  if (!customElements.get(one.tag)) await fetched(own[one.tag] ?? (() => import(/* @vite-ignore */ one.module)));
  if (!customElements.get(one.tag))
    throw new Error(`${one.plugin} offers <${one.tag}>, but its module does not define it.`);
};
