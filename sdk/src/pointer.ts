/** A JSON pointer (RFC 6901) that leads down by these names and places in lists; empty without any. */
export const pointerTo = (...names: readonly (string | number)[]): string =>
  names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The names on the way of a JSON pointer (RFC 6901), from the root; none of the empty one. */
export const pointerNames = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
