/** What opens by a key, loaded at once. */
export { Keys } from './keys.element.ts';
export { Palette } from './palette.element.ts';
