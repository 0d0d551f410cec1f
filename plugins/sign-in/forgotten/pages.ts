import { escapeHtml } from '@dossier/sdk';
import type { Face } from '@dossier/core/platform/people/contract';
import { field, frame, messagePage, summary } from '../login-page.ts';
import { minutes } from './forgotten.ts';

/** Where somebody says whose password was forgotten. */
export function askPage(o: {
  action: string;
  signIn: string;
  email: string;
  faults: { readonly email?: string; readonly form?: string };
  face: Face | null;
}): string {
  const { faults } = o;
  const faulty = Object.keys(faults).length > 0;
  return frame(
    faulty ? 'Nothing is sent yet: try again' : 'Forgot your password?',
    `<h1>Forgot your password?</h1>${faulty ? summary('Nothing is sent yet', faults.form, ['email'], faults) : ''}
<p>Enter your e-mail address. We send you a link with which you choose a new password.</p>
<form method="post" action="${escapeHtml(o.action)}">
${field({ id: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: o.email, fault: faults.email, focus: !faulty })}
<button type="submit">Send the link</button>
</form><p class="other"><a href="${escapeHtml(o.signIn)}">Back to signing in</a></p>`,
    o.face,
  );
}

/** The same whether there is such an account or not. */
export const sentPage = (o: { email: string; signIn: string; face: Face | null }): string =>
  messagePage(
    'Look into your mail',
    `If there is an account of ${o.email} here, a link is on its way to it. It works once, within ${minutes} minutes. Nothing has come? Look among the unwanted mail, and whether the address is right.`,
    { href: o.signIn, label: 'Back to signing in' },
    o.face,
  );

/** Where the link leads. */
export function choosePage(o: {
  action: string;
  email: string;
  faults: { readonly password?: string; readonly form?: string };
  face: Face | null;
}): string {
  const { faults } = o;
  const faulty = Object.keys(faults).length > 0;
  return frame(
    faulty ? 'No new password yet: try again' : 'Choose a new password',
    `<h1>Choose a new password</h1>${faulty ? summary('Your password is not changed yet', faults.form, ['password'], faults) : ''}
<p>With it you sign in from now on. Everywhere else you are signed out.</p>
<form method="post" action="${escapeHtml(o.action)}">
${field({ id: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: o.email, fault: undefined, focus: false, fixed: true })}
${field({ id: 'password', label: 'New password, 10 characters or more', type: 'password', autocomplete: 'new-password', value: '', fault: faults.password, focus: !faulty })}
<button type="submit">Set the password</button>
</form>`,
    o.face,
  );
}

export const goneLinkPage = (): string =>
  messagePage(
    'This link works no more',
    `It was used already, is older than ${minutes} minutes, or is not complete. You can have another one sent: choose “Forgot your password?” where you sign in.`,
    { href: '/auth/login', label: 'Sign in' },
  );

export const changedPage = (signIn: string, face: Face | null): string =>
  messagePage(
    'Your password is changed',
    'You are signed out everywhere. Sign in with the new password.',
    {
      href: signIn,
      label: 'Sign in',
    },
    face,
  );
