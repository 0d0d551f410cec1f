import type { OrganizationSummary } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';

/** The organization's logo, or its initial on its colour. */
export const emblem = (organization: OrganizationSummary, size: 'small' | 'large'): TemplateResult =>
  organization.logo
    ? html`<img class="emblem ${size}" src=${organization.logo} alt="">`
    : html`<span class="emblem letter ${size}" aria-hidden="true"
      .style=${
        organization.accent && CSS.supports('color', organization.accent)
          ? `--brand: ${organization.accent}`
          : '--brand: var(--dossier-brand)'
      }>${organization.name.charAt(0).toUpperCase()}</span>`;

export const emblemStyles = css`
  .emblem { flex: none; width: 2rem; height: 2rem; border-radius: 0.5rem; object-fit: contain; }
  /* A wide logo is read by its width. */
  img.emblem { width: auto; min-width: 2rem; max-width: 6.5rem; object-position: left; }
  img.emblem.large { width: auto; min-width: 3rem; max-width: 9rem; }
  .emblem.large { width: 3rem; height: 3rem; border-radius: 0.75rem; }
  .letter { display: grid; place-items: center; font-weight: 700; font-size: 1rem; color: var(--dossier-on-accent);
    background: light-dark(oklch(from var(--brand) min(l, 0.5) c h), oklch(from var(--brand) clamp(0.46, l, 0.53) c h));
    }
  .letter.large { font-size: 1.375rem; }
`;
