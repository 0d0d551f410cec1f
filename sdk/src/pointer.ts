/** A JSON pointer (RFC 6901) that leads down by these names and places in lists; empty without any. */
export const pointerTo = (...names: readonly (string | number)[]): string =>
  names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
