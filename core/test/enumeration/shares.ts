/** Shares of all rooms, by the plugin whose they are, which is called as its folder is. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Share } from '@dossier/core/testing';
import type { Plan } from '../../kernel/index.ts';
import { kernelShare } from './base.ts';
import { nameOf } from './operations.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export type Shares = ReadonlyMap<string, Share>;

/** The file in which a plugin has its share, or has to have one. */
export function placeOf(plugin: string): string {
  if (plugin === 'core') return 'core/test/enumeration/base.ts';
  const room = ['core/platform', 'plugins'].find((rooms) => existsSync(join(root, rooms, plugin)));
  return `${room === undefined ? `<room of ${plugin}>` : `${room}/${plugin}`}/test/furnish.ts`;
}

async function collect(): Promise<Shares> {
  const paths = globSync('{core/platform,plugins}/*/test/furnish.ts', { cwd: root });
  const read = paths.map(async (path): Promise<[string, Share]> => {
    const { share }: { share: Share } = await import(pathToFileURL(join(root, path)).href);
    return [path.split('/').at(-3)!, share];
  });
  return new Map([['core', kernelShare], ...(await Promise.all(read))]);
}

export const shares: Shares = await collect();

/** Answers of shares for each route and field, by the name that tests give it. */
export function saidOf<T>(
  platform: { readonly kernel: { readonly plan: Pick<Plan, 'specs'> } },
  said: (share: Share, name: string) => T | undefined,
): ReadonlyMap<string, T> {
  const { specs } = platform.kernel.plan;
  return new Map(
    [...shares].flatMap(([plugin, share]) => {
      const { routes = {}, graphql } = specs.get(plugin) ?? {};
      const named = [
        ...Object.entries(routes).map(([name, route]) => [name, nameOf({ route, url: route.url })] as const),
        ...Object.keys(graphql?.fields ?? {}).map((field) => [field, field] as const),
      ];
      return named.flatMap(([name, called]): readonly (readonly [string, T])[] => {
        const value = said(share, name);
        return value === undefined ? [] : [[called, value]];
      });
    }),
  );
}
