import { createHash } from 'node:crypto';
import { escapeHtml, respond } from '@dossier/sdk';
import type { Answer } from '@dossier/sdk';
import type { Face } from './contract.ts';

const style = `:root{color-scheme:light dark;--brand:#3357d6;--canvas:light-dark(oklch(from var(--brand) .981 .0035 h),oklch(from var(--brand) .172 .01 h));--surface:light-dark(#fff,oklch(from var(--brand) .208 .011 h));--text:light-dark(oklch(from var(--brand) .235 .022 h),oklch(from var(--brand) .945 .006 h));--line:light-dark(oklch(from var(--brand) .922 .006 h),oklch(from var(--brand) .288 .013 h));--accent:light-dark(oklch(from var(--brand) min(l,.525) c h),oklch(from var(--brand) clamp(.522,l,.555) c h));--focus:light-dark(oklch(from var(--brand) min(l,.525) c h),oklch(from var(--brand) .74 min(c,.14) h))}*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;font:420 .875rem/1.4286 Inter,'Segoe UI Variable Text','Segoe UI',system-ui,-apple-system,'Noto Sans',Arial,sans-serif;background:var(--canvas);color:var(--text)}main{width:100%;max-width:26rem;padding:2rem;border-radius:.625rem;background:var(--surface);border:1px solid var(--line)}.face{display:flex;align-items:center;gap:.75rem;margin:0 0 1.5rem;font-size:1rem;font-weight:640;overflow-wrap:anywhere}.face img{max-width:10rem;max-height:2.5rem;border-radius:.25rem}h1{margin:0 0 .75rem;font-size:1.25rem;font-weight:640;letter-spacing:-.014em}p{margin:0 0 1.25rem}ul{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}a{display:block;padding:.7rem 1rem;border-radius:.375rem;text-align:center;text-decoration:none;font-weight:540;background:var(--accent);color:#fff}form{display:grid;gap:1rem}label{display:grid;gap:.35rem;font-weight:540}input{min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--canvas);border:1px solid color-mix(in oklch,var(--text) 55%,transparent);border-radius:.375rem}button{min-height:2.75rem;font:inherit;font-weight:540;border:0;border-radius:.375rem;cursor:pointer;background:var(--accent);color:#fff}.bad{font-weight:540}.other{margin:1.25rem 0 0;text-align:center}.other a{display:inline;padding:0;background:none;color:inherit;text-decoration:underline}input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}`;
/** In the colour of the organization; how light it may be is held by the style, so that any of them can be read. */
const worn = (face: Face | null): string =>
  face?.accent && /^#[0-9a-f]{6}$/i.test(face.accent)
    ? style.replace('--brand:#3357d6', `--brand:${face.accent}`)
    : style;
const policyFor = (forms: 'none' | 'self', face: Face | null): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(worn(face)).digest('base64')}';${face?.logo ? " img-src 'self';" : ''} form-action '${forms}'; frame-ancestors 'none'; base-uri 'none'`;
const mark = (face: Face | null): string =>
  face === null
    ? ''
    : `<div class="face">${face.logo === null ? '' : `<img src="${escapeHtml(face.logo)}" alt="">`}<span>${escapeHtml(face.name)}</span></div>`;
const titled = (title: string, face: Face | null): string =>
  escapeHtml(face === null ? title : `${title} · ${face.name}`);

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
  face?: Face | null;
}): Answer<string> =>
  respond(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${titled(o.title, o.face ?? null)}</title><style>${worn(o.face ?? null)}</style></head>
<body><main>${mark(o.face ?? null)}<h1>${escapeHtml(o.title)}</h1><p>${escapeHtml(o.text)}</p><ul>${o.ways.map((way) => `<li><a href="${escapeHtml(way.href)}">${escapeHtml(way.label)}</a></li>`).join('')}</ul></main></body></html>`,
    {
      status: o.status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyFor('none', o.face ?? null),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        ...(o.cookies && o.cookies.length > 0 ? { 'set-cookie': o.cookies } : {}),
      },
    },
  );

/** The form for a name and a password of an organization's directory; it goes to `/auth/password`. */
export function passwordPage(o: {
  way: string;
  title: string;
  returnTo: string;
  name: string;
  fault?: string;
  face: Face | null;
  /** True where the organization has other ways to sign in. */
  others: boolean;
}): {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const fault =
    o.fault === undefined ? '' : `<p class="bad" id="fault" role="alert" tabindex="-1">${escapeHtml(o.fault)}</p>`;
  const invalid = o.fault === undefined ? '' : ' aria-describedby="fault" aria-invalid="true"';
  const hidden = (name: string, value: string): string =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  const other = o.others
    ? `<p class="other"><a href="/auth/login?returnTo=${encodeURIComponent(o.returnTo)}">Sign in another way</a></p>`
    : '';
  const title = o.fault === undefined ? `Sign in: ${o.title}` : `Not signed in: ${o.title}`;
  return {
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${titled(title, o.face)}</title><style>${worn(o.face)}</style></head>
<body><main>${mark(o.face)}<h1>Sign in</h1><p>${escapeHtml(o.title)}</p>${fault}<form method="post" action="/auth/password">${hidden('way', o.way)}${hidden('returnTo', o.returnTo)}
<label>Name<input name="name" autocomplete="username" value="${escapeHtml(o.name)}" maxlength="320" spellcheck="false" autocapitalize="none" required${invalid}></label>
<label>Password<input name="password" type="password" autocomplete="current-password" maxlength="320" required${invalid}></label>
<button type="submit">Sign in</button></form>${other}</main></body></html>`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor('self', o.face),
      // No other site learns where somebody signs in; our own does, to recognize its form.
      'referrer-policy': 'same-origin',
    },
  };
}
