import { css, html } from 'lit';
import type { TemplateResult } from 'lit';

/** The first letters of the first and the last part of a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => Array.from(part)[0] ?? '')
    .filter((_, i, all) => i === 0 || i === all.length - 1)
    .join('')
    .toUpperCase();

const hues = 6;

/** A person as initials in a circle, everywhere in the same colour. Only a picture: the name is said beside it. */
export const avatar = (name: string): TemplateResult => {
  const sum = Array.from(name).reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), 0);
  return html`<span class="avatar hue-${sum % hues}" aria-hidden="true">${initialsOf(name)}</span>`;
};

export const avatarStyles = css`
  .avatar { --h: 262; display: inline-grid; place-items: center; flex: none; width: 1.25rem; height: 1.25rem;
    border-radius: 50%; background: light-dark(oklch(0.905 0.055 var(--h)), oklch(0.36 0.065 var(--h)));
    color: light-dark(oklch(0.36 0.09 var(--h)), oklch(0.9 0.055 var(--h))); font-size: 0.5625rem; line-height: 1;
    font-weight: var(--dossier-bold); }
  .hue-1 { --h: 20; } .hue-2 { --h: 150; } .hue-3 { --h: 320; } .hue-4 { --h: 190; } .hue-5 { --h: 95; }
`;
