import { html } from 'lit';
import type { TemplateResult } from 'lit';

/** How a program uses a key, ready to be copied into a terminal. */
const command = (origin: string): string => `curl ${origin}/api/v1/applications \\
  -H "X-API-Key: $DOSSIER_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: first-one" \\
  -d @application.json`;

export const example = (origin = location.origin): TemplateResult => html`
  <figure class="example">
    <figcaption
      class="small muted">With the key in the variable <code>DOSSIER_KEY</code> a program submits an application like this. All calls stand in <a href="/openapi.json" target="_blank" rel="noopener">openapi.json</a>.</figcaption>
    <pre tabindex="0" aria-label="Example for a terminal"><code>${command(origin)}</code></pre>
  </figure>`;
