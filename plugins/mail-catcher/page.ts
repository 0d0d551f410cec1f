import { escapeHtml, respond } from '@dossier/sdk';
import type { Answer } from '@dossier/sdk';
import type { CaughtMessage } from './caught.ts';

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;padding:1.5rem 1rem;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#f4f6f8,#14181d);color:light-dark(#1b2430,#e8edf2)}main{max-width:48rem;margin:0 auto}h1{margin:0 0 .25rem;font-size:1.5rem}h2{margin:0;font-size:1.1rem}article{margin:1rem 0;padding:1rem 1.25rem;border-radius:.75rem;background:light-dark(#fff,#1e242c);border:1px solid light-dark(#d5dbe2,#37414d)}.about{margin:.15rem 0 .75rem;color:light-dark(#55606c,#a9b4c0)}pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}details{margin-top:.75rem}summary{cursor:pointer;font-weight:600}iframe{width:100%;height:34rem;margin-top:.5rem;border:1px solid light-dark(#d5dbe2,#37414d);border-radius:.5rem;background:#fff}a{color:light-dark(#0b57a8,#8ec1f8)}:focus-visible{outline:3px solid light-dark(#0b57a8,#8ec1f8);outline-offset:2px}`;
/** The e-mails bring styles of their own and pictures in themselves; nothing runs and nothing is loaded. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Only addresses of this installation become links. */
const linked = (text: string, publicUrl: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<>&]+/g, (url) =>
    url.startsWith(`${publicUrl}/`) ? `<a href="${url}">${url}</a>` : url,
  );

const article = (
  { id, to, from, subject, text, html, files, caughtAt }: CaughtMessage,
  publicUrl: string,
): string => `<article aria-labelledby="m-${escapeHtml(id)}">
<h2 id="m-${escapeHtml(id)}">${escapeHtml(subject)}</h2>
<p class="about">To ${escapeHtml(to.address)}, from ${escapeHtml(from.name)}, <time datetime="${escapeHtml(caughtAt)}">${escapeHtml(caughtAt.replace('T', ' ').slice(0, 16))} UTC</time></p>
<pre>${linked(text, publicUrl)}</pre>
${
  files.length === 0
    ? ''
    : `<p class="about">With ${files.map(({ name, size }) => `${escapeHtml(name)} (${Math.ceil(size / 1000)} kB)`).join(', ')}</p>
`
}<details><summary>As HTML</summary><iframe sandbox="" title="${escapeHtml(subject)} as HTML" srcdoc="${escapeHtml(html)}"></iframe></details>
</article>`;

/** The messages as a page. Everything in them is text, but for the HTML part, which is shown in a sandbox. */
export const mailPage = (messages: readonly CaughtMessage[], publicUrl: string): Answer =>
  respond(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Mail of the demonstration</title><style>${style}</style></head>
<body><main><h1>Mail of the demonstration</h1><p class="about">No mail server is set up, so messages end here. <a href="/mail">Look again</a></p>
${messages.length === 0 ? '<p>Nothing has been sent yet.</p>' : messages.map((message) => article(message, publicUrl)).join('\n')}
</main></body></html>`,
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
    },
  );
