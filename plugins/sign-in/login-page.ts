import { createHash } from 'node:crypto';
import { escapeHtml } from '@dossier/sdk';
import type { Face } from '@dossier/core/platform/people/contract';

const style = `:root{color-scheme:light dark;--brand:#3357d6;--canvas:light-dark(oklch(from var(--brand) .981 .0035 h),oklch(from var(--brand) .172 .01 h));--surface:light-dark(#fff,oklch(from var(--brand) .208 .011 h));--field:light-dark(#fff,oklch(from var(--brand) .178 .01 h));--text:light-dark(oklch(from var(--brand) .235 .022 h),oklch(from var(--brand) .945 .006 h));--line:light-dark(oklch(from var(--brand) .922 .006 h),oklch(from var(--brand) .288 .013 h));--control:light-dark(oklch(from var(--brand) .64 .018 h),oklch(from var(--brand) .56 .02 h));--accent:light-dark(oklch(from var(--brand) min(l,.525) c h),oklch(from var(--brand) clamp(.522,l,.555) c h));--focus:light-dark(oklch(from var(--brand) min(l,.525) c h),oklch(from var(--brand) .74 min(c,.14) h));--bad:light-dark(oklch(.49 .18 25),oklch(.77 .125 22));--link:light-dark(oklch(from var(--brand) min(l,.475) c h),oklch(from var(--brand) max(l,.795) min(c,.115) h))}*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;font:420 .875rem/1.4286 Inter,'Segoe UI Variable Text','Segoe UI',system-ui,-apple-system,'Noto Sans',Arial,sans-serif;background:var(--canvas);color:var(--text)}main{display:grid;justify-items:center;align-content:center;padding:2rem 1.25rem;background:var(--surface)}main>div{width:100%;max-width:24rem}aside{display:none}@media (min-width:56rem){body{grid-template-columns:minmax(0,1fr) minmax(0,1.05fr)}main{position:relative}.face{position:absolute;top:2rem;left:2rem;right:2rem;margin:0}aside{position:relative;display:grid;align-content:end;overflow:hidden;padding:3rem;color:#fff;background:radial-gradient(120% 70% at 100% 0%,oklch(from var(--brand) min(l,.52) c h),transparent 60%),linear-gradient(170deg,oklch(from var(--brand) min(l,.42) min(c,.16) h),oklch(from var(--brand) .2 min(c,.1) h))}aside svg{position:absolute;inset:0;width:100%;height:100%}aside p{position:relative;margin:0;font-size:1.75rem;line-height:1.25;font-weight:640;letter-spacing:-.014em;text-wrap:balance;overflow-wrap:anywhere}}.face{display:flex;align-items:center;gap:.75rem;margin:0 0 1.5rem;font-size:1rem;font-weight:640;overflow-wrap:anywhere}.face img{max-width:10rem;max-height:2.5rem;border-radius:.25rem}h1{margin:0 0 1.25rem;font-size:1.75rem;line-height:1.3;font-weight:640;letter-spacing:-.014em}label{display:block;font-size:.8125rem;font-weight:540;margin:0 0 .35rem}.field{margin:0 0 1.1rem}.fault{margin:0 0 .35rem;color:var(--bad)}input{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--field);border:1px solid var(--control);border-radius:.375rem}.with{position:relative;display:block}.with input{padding-right:4.5rem}.with .show{position:absolute;inset:.25rem .25rem .25rem auto;width:auto;min-height:0;padding:0 .75rem;background:none;color:var(--link)}.show[hidden]{display:none}.hidden{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}input[aria-invalid=true]{border-color:var(--bad)}button,.way{display:block;width:100%;min-height:2.75rem;padding:.6rem 1rem;font:inherit;font-weight:540;border:0;border-radius:.375rem;text-align:center;text-decoration:none;cursor:pointer;background:var(--accent);color:#fff}:focus-visible{outline:2px solid var(--focus);outline-offset:2px}.summary{margin:0 0 1.25rem;padding:.75rem 1rem;border:2px solid var(--bad);border-radius:.375rem}.summary h2{margin:0 0 .25rem;font-size:1rem}.summary ul{margin:0;padding-left:1.2rem}.summary a{color:inherit}.summary p,main>div>p{margin:0 0 1.25rem}.summary p{margin:0}main>div>.other{margin:1.25rem 0 0}.other a{color:inherit}`;

/** In the colour of the organization; how light it may be is held by the style, so that any of them can be read. */
const worn = (face: Face | null): string =>
  face?.accent && /^#[0-9a-f]{6}$/i.test(face.accent)
    ? style.replace('--brand:#3357d6', `--brand:${face.accent}`)
    : style;

/** Shows what is typed as a password, as long as the person wants to see it. It is sent as a password. */
const script = `document.querySelectorAll('[data-shows]').forEach(b=>{const f=document.getElementById(b.dataset.shows);const t=b.firstChild;const show=s=>{f.type=s?'text':'password';t.textContent=s?'Hide':'Show'};b.hidden=false;b.addEventListener('click',()=>{show(f.type==='password');f.focus()});f.form.addEventListener('submit',()=>show(false))})`;
const scriptHash = createHash('sha256').update(script).digest('base64');

/** One script runs here, which is always the same; nothing but the logo is loaded, and the form goes nowhere else. */
export const policyFor = (face: Face | null): string =>
  `default-src 'none'; script-src 'sha256-${scriptHash}'; style-src 'sha256-${createHash('sha256').update(worn(face)).digest('base64')}';${face?.logo ? " img-src 'self';" : ''} form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
export const contentSecurityPolicy = policyFor(null);

const mark = (face: Face | null): string =>
  face === null
    ? ''
    : `<div class="face">${face.logo === null ? '' : `<img src="${escapeHtml(face.logo)}" alt="">`}<span>${escapeHtml(face.name)}</span></div>`;

const lines = [520, 565, 610, 655, 700]
  .map(
    (y, i) =>
      `<path d="M-60 ${y}C${180 + i * 10} ${y + 10} ${300 + i * 15} ${420 + i * 35} 350 ${130 + i * 70}c${50 - i * 12} ${290 - i * 35} ${170 - i * 10} ${400 - i * 25} 410 ${390 - i * 25}"/>`,
  )
  .join('');
/** Beside the form, where there is room: in the colour of the organization. */
const beside = (face: Face | null): string =>
  `<aside><svg viewBox="0 0 700 900" preserveAspectRatio="xMidYMid slice" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="1.5" aria-hidden="true">${lines}</svg><p>${face === null ? 'Every case in one place.' : `Welcome to ${escapeHtml(face.name)}.`}</p></aside>`;

/** A page of the sign-in; `inside` is HTML. */
export const frame = (title: string, inside: string, face: Face | null = null): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(face === null ? title : `${title} · ${face.name}`)}</title><style>${worn(face)}</style></head>
<body><main><div>${mark(face)}${inside}</div></main>${beside(face)}${inside.includes('data-shows') ? `<script>${script}</script>` : ''}</body></html>`;

/** What was wrong with the last try. `email` and `password` stand at their fields, `form` is about the whole. */
export interface LoginFaults {
  readonly email?: string;
  readonly password?: string;
  readonly form?: string;
}

/**
 * The hosted login. With the face of the organization to whose page the way leads back, if it shows itself to
 * strangers.
 */
export function loginPage(o: {
  action: string;
  email: string;
  faults: LoginFaults;
  create?: string;
  forgot?: string;
  face?: Face | null;
}): string {
  const { faults } = o;
  const faulty = Object.keys(faults).length > 0;
  return frame(
    faulty ? 'Not signed in: try again' : 'Sign in',
    `<h1>Sign in</h1>${faulty ? summary('You are not signed in yet', faults.form, ['email', 'password'], faults) : ''}
<form method="post" action="${escapeHtml(o.action)}">
${field({ id: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: o.email, fault: faults.email, focus: !faulty })}
${field({ id: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', value: '', fault: faults.password, focus: false })}
<button type="submit">Sign in</button>
</form>${o.forgot === undefined ? '' : `<p class="other"><a href="${escapeHtml(o.forgot)}">Forgot your password?</a></p>`}${o.create === undefined ? '' : `<p class="other">You are invited and have no account yet? <a href="${escapeHtml(o.create)}">Create your account</a></p>`}`,
    o.face,
  );
}

/** A page with a way on, for what cannot be continued. */
export const messagePage = (
  title: string,
  text: string,
  way: { readonly href: string; readonly label: string },
  face: Face | null = null,
): string =>
  frame(
    title,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><a class="way" href="${escapeHtml(way.href)}">${escapeHtml(way.label)}</a>`,
    face,
  );

/**
 * Read out at once and focused, so that nobody has to look for what went wrong. `faults` are by the id of their field.
 */
export function summary<Id extends string>(
  title: string,
  form: string | undefined,
  ids: readonly Id[],
  faults: Readonly<Partial<Record<Id, string>>>,
): string {
  const fields = ids.flatMap((id) => {
    const fault = faults[id];
    return fault === undefined ? [] : [`<li><a href="#${id}">${escapeHtml(fault)}</a></li>`];
  });
  return `<div class="summary" role="alert" tabindex="-1" autofocus><h2>${escapeHtml(title)}</h2>${form === undefined ? '' : `<p>${escapeHtml(form)}</p>`}${fields.length > 0 ? `<ul>${fields.join('')}</ul>` : ''}</div>`;
}

/** A labelled field with its fault. */
export function field(o: {
  id: string;
  label: string;
  type: string;
  autocomplete: string;
  value: string;
  fault: string | undefined;
  focus: boolean;
  fixed?: boolean;
}): string {
  const invalid = o.fault === undefined ? '' : ` aria-invalid="true" aria-describedby="${o.id}-fault"`;
  const fault = o.fault === undefined ? '' : `<p class="fault" id="${o.id}-fault">${escapeHtml(o.fault)}</p>`;
  // A browser refuses an address that was copied with signs nobody sees; here it is read without them.
  const type = o.type === 'email' ? 'type="text" inputmode="email"' : `type="${o.type}"`;
  const input = `<input id="${o.id}" name="${o.id}" ${type} autocomplete="${o.autocomplete}" value="${escapeHtml(o.value)}" maxlength="320" spellcheck="false" autocapitalize="none" required${o.fixed === true ? ' readonly' : ''}${invalid}${o.focus ? ' autofocus' : ''}>`;
  const shown =
    o.type === 'password'
      ? `<span class="with">${input}<button class="show" type="button" data-shows="${o.id}" hidden>Show<span class="hidden"> password</span></button></span>`
      : input;
  return `<div class="field"><label for="${o.id}">${o.label}</label>${fault}${shown}</div>`;
}
