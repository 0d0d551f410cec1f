/**
 * How long to wait after so many failures in a row, one at least: `first`, doubled with each further one, never longer
 * than `most`. In the unit of `first`.
 */
export const growingPause = (failures: number, o: { readonly first: number; readonly most?: number }): number =>
  Math.min(o.first * 2 ** Math.max(0, failures - 1), o.most ?? Infinity);
