import { escapeHtml } from '@dossier/sdk';
import type { OpenApiDocument, OpenApiOperation } from '@dossier/sdk';
import { search } from './page.ts';
import type { PageParts } from './page.ts';
import { breakable, prose } from './texts.ts';

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

/**
 * All operations by the plugin that brings them. What stands in one is drawn by the viewer when it is opened: the whole
 * document at once keeps a browser busy for seconds.
 */
export function restPage({ info, paths, tags }: OpenApiDocument): PageParts {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({ path, method, operation })),
  );
  const groups = tags.map(({ name }) => name).toSorted();
  return {
    path: '/docs',
    heading: 'REST reference',
    viewer: true,
    body: `<p class="lead">Every operation of version ${escapeHtml(info.version)}, to be read and tried.
What you try is done: take a token of a workspace that is for trying.</p>
${token}
<noscript><p class="lead">To open an operation, please switch on JavaScript for this site.
The same stands in <a href="/openapi.json">openapi.json</a>.</p></noscript>
<details class="notes"><summary>What holds for every operation</summary>${prose(info.description)}</details>
${search('Search operations', 'operations')}
${groups
  .map((group) =>
    section(
      group,
      all.filter(({ operation }) => operation.tags.includes(group)),
    ),
  )
  .join('\n')}`,
  };
}

const token = `<form class="token card">
<label for="token">Token to try with</label>
<div class="line">
<input id="token" class="input" type="password" autocomplete="off" spellcheck="false" maxlength="16000"
 aria-describedby="token-hint token-state">
<button class="button primary">Use it</button><button class="button" type="reset">Forget it</button>
</div>
<p id="token-hint" class="hint">An API key, a personal access token, or an access token of your identity provider.
It is sent in the header Authorization, is stored nowhere, and is gone when you leave this page.
That you are signed in counts for nothing here.</p>
<p id="token-state" class="state" role="status">No token yet: only what is open to everyone answers.</p>
</form>`;

const section = (group: string, all: readonly Listed[]): string => `
<section class="group" aria-labelledby="group-${group}">
<h2 id="group-${group}">${escapeHtml(group)}</h2>
${all.map(entry).join('\n')}
</section>`;

function entry({ path, method, operation: { operationId, summary } }: Listed): string {
  const of = `id="${escapeHtml(operationId)}" data-path="${escapeHtml(path)}" data-method="${method}"`;
  const heading = `<span class="method ${method}">${method.toUpperCase()}</span> <code>${breakable(path)}</code>`;
  return `<details class="entry operation" ${of}>
<summary><h3>${heading}</h3> <span>${escapeHtml(summary)}</span></summary>
<div class="place"></div>
</details>`;
}
