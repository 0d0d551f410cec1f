import { createHash } from 'node:crypto';
import { escapeHtml, respond } from '@dossier/sdk';
import type { Answer } from '@dossier/sdk';

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#f4f6f8,#14181d);color:light-dark(#1b2430,#e8edf2)}main{width:100%;max-width:26rem;padding:2rem;border-radius:.75rem;background:light-dark(#fff,#1e242c);border:1px solid light-dark(#d5dbe2,#37414d)}h1{margin:0 0 .75rem;font-size:1.4rem}p{margin:0 0 1.25rem}ul{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}a{display:block;padding:.7rem 1rem;border-radius:.5rem;text-align:center;text-decoration:none;font-weight:600;background:light-dark(#0b57a8,#8ec1f8);color:light-dark(#fff,#0c1420)}a:focus-visible{outline:3px solid light-dark(#1b2430,#fff);outline-offset:2px}`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`;

/**
 * A page of one heading, one sentence and a few ways on: for the moments of signing in when the web shell cannot speak
 * yet. Everything given is text.
 */
export const page = (o: {
  status: number;
  title: string;
  text: string;
  ways: readonly { readonly href: string; readonly label: string }[];
  cookies?: readonly string[];
}): Answer =>
  respond(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(o.title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(o.title)}</h1><p>${escapeHtml(o.text)}</p><ul>${o.ways.map((way) => `<li><a href="${escapeHtml(way.href)}">${escapeHtml(way.label)}</a></li>`).join('')}</ul></main></body></html>`,
    {
      status: o.status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        ...(o.cookies && o.cookies.length > 0 ? { 'set-cookie': o.cookies } : {}),
      },
    },
  );
