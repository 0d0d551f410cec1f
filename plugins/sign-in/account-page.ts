import { escapeHtml } from '@dossier/sdk';
import { field, frame, summary } from './login-page.ts';

/** What was wrong with the last try. */
export interface AccountFaults {
  readonly name?: string;
  readonly password?: string;
  readonly form?: string;
}

/** Where an invited person creates their account. The address is that of the invitation and cannot be changed. */
export function accountPage(o: {
  action: string;
  signIn: string;
  email: string;
  name: string;
  organization: string;
  faults: AccountFaults;
}): string {
  const { faults } = o;
  const faulty = Object.keys(faults).length > 0;
  return frame(
    faulty ? 'No account yet: try again' : 'Create your account',
    `<h1>Create your account</h1>${faulty ? summary('Your account is not made yet', faults.form, ['name', 'password'], faults) : ''}
<p>You are invited to ${escapeHtml(o.organization)}.</p>
<form method="post" action="${escapeHtml(o.action)}">
${field({ id: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: o.email, fault: undefined, focus: false, fixed: true })}
${field({ id: 'name', label: 'Your name', type: 'text', autocomplete: 'name', value: o.name, fault: faults.name, focus: !faulty })}
${field({ id: 'password', label: 'Password, 10 characters or more', type: 'password', autocomplete: 'new-password', value: '', fault: faults.password, focus: false })}
<button type="submit">Create account</button>
</form><p class="other">You have an account? <a href="${escapeHtml(o.signIn)}">Sign in</a></p>`,
  );
}
