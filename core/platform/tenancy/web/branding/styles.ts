import { css } from 'lit';

/** A card with heading, content and its own buttons. */
export const partStyles = css`
  :host { display: block; }
  .part { display: grid; gap: 1rem; padding: 1.25rem; }
  .part > header { display: grid; gap: 0.25rem; }
  [role="alert"]:empty { display: none; }
  .buttons { display: flex; flex-wrap: wrap; gap: 0.625rem; }
`;
