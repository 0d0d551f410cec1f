import type { Contribution, LazyElements } from '@dossier/sdk/web';
import { unreachable } from '../api/http.ts';

/** A browser does not say why a module did not come: the server that keeps it is asked whether it is there at all. */
const fetched = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    await fetch('/health/live', { cache: 'no-store' }).catch(() => {
      throw unreachable(error);
    });
    throw error;
  }
};

/**
 * Loads what defines an element: its module, unless `load` is given. Throws when the module does not come (a
 * `ProblemError` `unreachable` when there is no connection), or does not define it.
 */
export const loadElement = async (
  { tag, plugin, module }: Contribution,
  load: () => Promise<{ readonly elements?: LazyElements }> = () => import(/* @vite-ignore */ module),
): Promise<void> => {
  if (customElements.get(tag)) return;
  await fetched(async () => {
    const { elements } = await load();
    if (!customElements.get(tag)) await elements?.[tag]?.();
  });
  if (!customElements.get(tag)) throw new Error(`${plugin} offers <${tag}>, but its module does not define it.`);
};
