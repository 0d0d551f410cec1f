import { escapeHtml } from '@dossier/sdk';
import type { Assets } from './assets.ts';

/** What one of the pages brings; `body` is HTML. */
export interface PageParts {
  readonly path: '/docs' | '/docs/events' | '/docs/graphql';
  readonly heading: string;
  readonly body: string;
  /** The page mounts the viewer, which asks the API. */
  readonly viewer?: true;
}

const views = [
  { path: '/docs', name: 'REST', document: '/openapi.json' },
  { path: '/docs/events', name: 'Events', document: '/asyncapi.json' },
  { path: '/docs/graphql', name: 'GraphQL', document: '/schema.graphql' },
] as const;

/**
 * Own files only and nothing written into the page: no script, no style. Only the viewer sends requests, and to nobody
 * but us. The one picture is the sign in front of our name.
 */
export const policy = ({ viewer }: Pick<PageParts, 'viewer'>): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    ...(viewer ? ["connect-src 'self'"] : []),
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

const drawing = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>
<rect width='32' height='32' rx='8' fill='#3b5bdb'/><path d='M9 8h9l5 5v11H9z' fill='#fff'/></svg>`;
const mark = `data:image/svg+xml,${encodeURIComponent(drawing)}`;

/** A whole page around its parts. */
export function page({ path, heading, body, viewer }: PageParts, assets: Assets): string {
  const { document } = views.find((view) => view.path === path)!;
  const ways = views.map(
    (view) => `<li><a href="${view.path}"${view.path === path ? ' aria-current="page"' : ''}>${view.name}</a></li>`,
  );
  const scripts = viewer ? [assets.viewer, assets.script] : [assets.script];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)} · Dossier</title>
<link rel="icon" href="${mark}">
<link rel="stylesheet" href="${assets.style}">
${scripts.map((address) => `<script defer src="${address}"></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="bar">
<a class="brand" href="/"><img src="${mark}" alt="" width="24" height="24"> Dossier</a>
<nav aria-label="Reference"><ul>${ways.join('')}</ul></nav>
<a class="download" href="${document}" download>${document.slice(1)}</a>
</header>
<main id="content" tabindex="-1">
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** A field that narrows what stands below it to what holds each of its words; with a script only. `what` is counted. */
export const search = (label: string, what: string): string => `<search class="search" hidden>
<label for="search">${escapeHtml(label)}</label>
<input id="search" type="search" class="input" autocomplete="off" spellcheck="false">
<p class="found" role="status" data-what="${escapeHtml(what)}"></p>
</search>`;
