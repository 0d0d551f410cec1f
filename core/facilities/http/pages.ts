import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { notFound } from '@dossier/sdk';
import { sendProblem } from './problems.ts';

interface Page {
  readonly html: string;
  readonly policy: string;
}

/** The built web application: a page, its assets, and the policy under which the page runs. */
export interface Pages {
  /**
   * The page for a path of the application, with its Content-Security-Policy; null while it is being built or for other
   * paths.
   */
  page(path: string): Page | null;
  /**
   * The page for a path that leads nowhere, when a person asks for it: it says so and leads home. Null while it is
   * being built, and for programs.
   */
  deadEnd(path: string, accept: string | undefined): Page | null;
  /** Module address of a plugin's web part. */
  moduleOf(plugin: string): string | null;
}

interface Manifest {
  readonly contentSecurityPolicy: string;
  readonly plugins: Readonly<Record<string, { readonly url: string }>>;
}

/** Paths below which pages of the application stand: the browser's router takes it from there. */
const own = ['p', 'profile'];

/** Paths below which programs ask, and files lie. */
const isOfPrograms = (path: string): boolean =>
  /^\/(api|auth|graphql|rt|oidc|assets|docs\/assets|health)(\/|$)/.test(path);

/** What a worker may be made of. */
const script = /\.m?js$/;

/** Browsers name HTML for what is typed or followed; a program that reads JSON too gets that. */
const wantsPage = (accept = ''): boolean => accept.includes('text/html') && !accept.includes('json');

/**
 * Serves `dir` (as the web build wrote it). The page may appear, or be replaced, while the server runs. `personPages`
 * are the paths of pages that plugins have at the root.
 */
export async function servePages(
  server: FastifyInstance,
  dir: string,
  { personPages = [] }: { readonly personPages?: readonly string[] } = {},
): Promise<Pages> {
  const first = new Set([...own, ...personPages]);
  const isPage = (path: string): boolean => path === '/' || first.has(path.split('/')[1] ?? '');
  let read: { readonly at: number; readonly html: string; readonly manifest: Manifest } | null = null;
  const built = (): typeof read => {
    const at = statSync(join(dir, 'manifest.json'), { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return null;
    if (read?.at !== at)
      read = {
        at,
        html: readFileSync(join(dir, 'index.html'), 'utf8'),
        manifest: JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest,
      };
    return read;
  };
  await server.register(async (assets) => {
    // What the library refuses (`..`, a NUL, a folder) is nothing that there is; only what fails for another reason is
    // our fault.
    assets.setErrorHandler<FastifyError>((error, request, reply) =>
      sendProblem(request, reply, (error.statusCode ?? 500) < 500 ? notFound() : error),
    );
    await assets.register(fastifyStatic, {
      root: join(dir, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      cacheControl: true,
      decorateReply: false,
      index: false,
      // That the folder is not there before the page is built is no fault.
      suppressWarning: true,
      // A worker works under the policy of its own answer: under that of the page that makes it.
      setHeaders(reply, path) {
        const policy = script.test(path) ? built()?.manifest.contentSecurityPolicy : undefined;
        if (policy !== undefined) void reply.header('content-security-policy', policy);
      },
    });
  });
  const shell = (): Page | null => {
    const now = built();
    return now && { html: now.html, policy: now.manifest.contentSecurityPolicy };
  };
  return {
    page: (path) => (isPage(path) ? shell() : null),
    deadEnd: (path, accept) => (wantsPage(accept) && !isOfPrograms(path) ? shell() : null),
    moduleOf: (plugin) => built()?.manifest.plugins[plugin]?.url ?? null,
  };
}

/** Without a web application (tests, API only nodes): elements are named, and nobody loads them. */
export const noPages: Pages = { page: () => null, deadEnd: () => null, moduleOf: () => '' };
