import { createHash } from 'node:crypto';
import { escapeHtml } from '@dossier/sdk';

const style = `:root{color-scheme:light dark;--brand:#3357d6;--canvas:light-dark(oklch(from var(--brand) .981 .0035 h),oklch(from var(--brand) .172 .01 h));--surface:light-dark(#fff,oklch(from var(--brand) .208 .011 h));--field:light-dark(#fff,oklch(from var(--brand) .178 .01 h));--text:light-dark(oklch(from var(--brand) .235 .022 h),oklch(from var(--brand) .945 .006 h));--line:light-dark(oklch(from var(--brand) .922 .006 h),oklch(from var(--brand) .288 .013 h));--control:light-dark(oklch(from var(--brand) .64 .018 h),oklch(from var(--brand) .56 .02 h));--accent:light-dark(oklch(from var(--brand) min(l,.525) c h),oklch(from var(--brand) clamp(.522,l,.555) c h));--focus:light-dark(oklch(from var(--brand) min(l,.525) c h),oklch(from var(--brand) .74 min(c,.14) h));--bad:light-dark(oklch(.49 .18 25),oklch(.77 .125 22))}*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;font:420 .875rem/1.4286 Inter,'Segoe UI Variable Text','Segoe UI',system-ui,-apple-system,'Noto Sans',Arial,sans-serif;background:var(--canvas);color:var(--text)}main{width:100%;max-width:24rem;padding:2rem 1.5rem;border-radius:.625rem;background:var(--surface);border:1px solid var(--line)}h1{margin:0 0 1.25rem;font-size:1.75rem;line-height:1.3;font-weight:640;letter-spacing:-.014em}label{display:block;font-size:.8125rem;font-weight:540;margin:0 0 .35rem}.field{margin:0 0 1.1rem}.fault{margin:0 0 .35rem;color:var(--bad)}input{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--field);border:1px solid var(--control);border-radius:.375rem}input[aria-invalid=true]{border-color:var(--bad)}button,.way{display:block;width:100%;min-height:2.75rem;padding:.6rem 1rem;font:inherit;font-weight:540;border:0;border-radius:.375rem;text-align:center;text-decoration:none;cursor:pointer;background:var(--accent);color:#fff}:focus-visible{outline:2px solid var(--focus);outline-offset:2px}.summary{margin:0 0 1.25rem;padding:.75rem 1rem;border:2px solid var(--bad);border-radius:.375rem}.summary h2{margin:0 0 .25rem;font-size:1rem}.summary ul{margin:0;padding-left:1.2rem}.summary a{color:inherit}.summary p,main>p{margin:0 0 1.25rem}.summary p{margin:0}main>.other{margin:1.25rem 0 0}.other a{color:inherit}`;

/** No script runs here, nothing is loaded, and the form goes nowhere else. */
export const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/** A page of the sign-in; `inside` is HTML. */
export const frame = (title: string, inside: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${inside}</main></body></html>`;

/** What was wrong with the last try. `email` and `password` stand at their fields, `form` is about the whole. */
export interface LoginFaults {
  readonly email?: string;
  readonly password?: string;
  readonly form?: string;
}

/** The hosted login. The same for every organization: at this point nobody knows which one a person belongs to. */
export function loginPage(o: { action: string; email: string; faults: LoginFaults; create?: string }): string {
  const { faults } = o;
  const faulty = Object.keys(faults).length > 0;
  return frame(
    faulty ? 'Not signed in: try again' : 'Sign in',
    `<h1>Sign in</h1>${faulty ? summary('You are not signed in yet', faults.form, ['email', 'password'], faults) : ''}
<form method="post" action="${escapeHtml(o.action)}">
${field({ id: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: o.email, fault: faults.email, focus: !faulty })}
${field({ id: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', value: '', fault: faults.password, focus: false })}
<button type="submit">Sign in</button>
</form>${o.create === undefined ? '' : `<p class="other">You are invited and have no account yet? <a href="${escapeHtml(o.create)}">Create your account</a></p>`}`,
  );
}

/** A page with a way on, for what cannot be continued. */
export const messagePage = (
  title: string,
  text: string,
  way: { readonly href: string; readonly label: string },
): string =>
  frame(
    title,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><a class="way" href="${escapeHtml(way.href)}">${escapeHtml(way.label)}</a>`,
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
  return `<div class="field"><label for="${o.id}">${o.label}</label>${fault}<input id="${o.id}" name="${o.id}" type="${o.type}" autocomplete="${o.autocomplete}" value="${escapeHtml(o.value)}" maxlength="320" spellcheck="false" autocapitalize="none" required${o.fixed === true ? ' readonly' : ''}${invalid}${o.focus ? ' autofocus' : ''}></div>`;
}
