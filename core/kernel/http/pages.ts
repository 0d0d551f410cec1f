import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The built web application: a page, its assets, and the policy under which the page runs. */
export interface Pages {
  /** The page for a path of the application, with its Content-Security-Policy; null while it is being built or for other paths. */
  page(path: string): { readonly html: string; readonly policy: string } | null;
  /** Module address of a plugin's web part. */
  moduleOf(plugin: string): string | null;
}

interface Manifest {
  readonly contentSecurityPolicy: string;
  readonly plugins: Readonly<Record<string, { readonly url: string }>>;
}

/** Paths that are pages of the application: the browser's router takes it from there. */
const isPage = (path: string): boolean => path === '/' || /^\/(p|profile)(\/|$)/.test(path) || path.startsWith('/invitations/');

/** Serves `dir` (as the web build wrote it). The page may appear, or be replaced, while the server runs. */
export async function servePages(server: FastifyInstance, dir: string): Promise<Pages> {
  await server.register(fastifyStatic, {
    root: join(dir, 'assets'), prefix: '/assets/', immutable: true, maxAge: '365d', cacheControl: true, decorateReply: false, index: false,
    // That the folder is not there before the page is built is no fault.
    suppressWarning: true,
  });
  let read: { readonly at: number; readonly html: string; readonly manifest: Manifest } | null = null;
  const built = (): typeof read => {
    const at = statSync(join(dir, 'manifest.json'), { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return null;
    if (read?.at !== at) read = { at, html: readFileSync(join(dir, 'index.html'), 'utf8'), manifest: JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest };
    return read;
  };
  return {
    page(path) {
      const now = isPage(path) ? built() : null;
      return now && { html: now.html, policy: now.manifest.contentSecurityPolicy };
    },
    moduleOf: (plugin) => built()?.manifest.plugins[plugin]?.url ?? null,
  };
}

/** Without a web application (tests, API only nodes). */
export const noPages: Pages = { page: () => null, moduleOf: () => null };
