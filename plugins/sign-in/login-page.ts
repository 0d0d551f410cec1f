import { createHash } from 'node:crypto';
import { escapeHtml } from '@dossier/sdk';

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;font:1rem/1.5 Inter,'Segoe UI',system-ui,sans-serif;background:light-dark(#f6f6f4,#111317);color:light-dark(#1d2129,#e9ebef)}main{width:100%;max-width:24rem;padding:2rem 1.5rem;border-radius:.75rem;background:light-dark(#fff,#191c21);border:1px solid light-dark(#e3e3df,#2c313a)}h1{margin:0 0 1.25rem;font-size:1.5rem}label{display:block;font-weight:600;margin:0 0 .35rem}.field{margin:0 0 1.1rem}.fault{margin:0 0 .35rem;color:light-dark(#a1121f,#ffb3b3)}input{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;background:light-dark(#fff,#14171b);border:1px solid light-dark(#8b919c,#6d7583);border-radius:.5rem}input[aria-invalid=true]{border-color:light-dark(#a1121f,#ffb3b3)}button,.way{display:block;width:100%;min-height:2.75rem;padding:.6rem 1rem;font:inherit;font-weight:600;border:0;border-radius:.5rem;text-align:center;text-decoration:none;cursor:pointer;background:light-dark(#3b5bdb,#a9baff);color:light-dark(#fff,#0d1016)}:focus-visible{outline:2px solid light-dark(#3b5bdb,#a9baff);outline-offset:2px}.summary{margin:0 0 1.25rem;padding:.75rem 1rem;border:2px solid light-dark(#a1121f,#ffb3b3);border-radius:.5rem}.summary h2{margin:0 0 .25rem;font-size:1rem}.summary ul{margin:0;padding-left:1.2rem}.summary a{color:inherit}.summary p,main>p{margin:0 0 1.25rem}.summary p{margin:0}main>.other{margin:1.25rem 0 0}.other a{color:inherit}`;

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
