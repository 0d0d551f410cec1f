/** Icons of the panel alone: those of all pages come with the first of them. */
import { svg } from 'lit';

export const stop = svg`<path d="M6 6h12v12H6z"/>`;
export const send = svg`<path d="m6 11 6-6 6 6M12 5v14"/>`;
export const unplug = svg`<path d="M9 3v5m6-5v5M6 8h12v4a6 6 0 0 1-12 0zm6 10v3M4 3.5l16 17"/>`;
export const server = svg`<path d="M4 4.500h16v6H4zM4 13.500h16v6H4zM7.500 7.500h.1m-.1 9h.1"/>`;
