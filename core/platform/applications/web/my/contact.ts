/** How a client reaches the organization beside the thread of their application. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ClientContact } from '../../../tenancy/contract.ts';

/**
 * The address of a call. What people put between digits is left out, and so is a zero in parentheses behind the
 * country's number: it is dialled at home alone.
 */
export const callTo = (telephone: string): string => {
  const isAbroad = telephone.includes('+');
  const dialled = (isAbroad ? telephone.replaceAll(/\(0+\)/g, '') : telephone).replaceAll(/[^0-9]/g, '');
  return `tel:${isAbroad ? '+' : ''}${dialled}`;
};

/** The address of a letter, which names the application. */
export const letterTo = (email: string, number: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(number)}`;

/** Nothing where there is neither an address nor a number: the thread is there always. */
export function contactCard(contact: ClientContact | null, number: string): TemplateResult | typeof nothing {
  const { email = null, telephone = null, hours = null } = contact ?? {};
  if (email === null && telephone === null) return nothing;
  return html`<section class="contact card" aria-labelledby="contact">
    <h2 id="contact">${telephone === null ? 'Rather send an e-mail?' : 'Rather talk?'}</h2>
    <p class="muted">Say your number <span class="number">${number}</span>.</p>
    ${telephone === null ? nothing : html`<p><a class="number" href=${callTo(telephone)}>${telephone}</a></p>`}
    ${email === null ? nothing : html`<p><a href=${letterTo(email, number)}>${email}</a></p>`}
    ${hours === null ? nothing : html`<p class="muted small" dir="auto">${hours}</p>`}
  </section>`;
}
