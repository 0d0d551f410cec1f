import type { Fault, Place, Repair } from './types.ts';

/** Ends the reading of a query at its first fault. Only {@link parse} catches it. */
export class CqlFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** A fault at this place. One at the end of a query, where nothing can be underlined, has the length 0. */
export function faultAt({ from, to }: Place, message: string, repair?: Repair): CqlFault {
  return new CqlFault({ message, position: from + 1, length: to - from, ...(repair === undefined ? {} : { repair }) });
}

/** The query with `by` in the place of what stands there. */
export const replaced = (text: string, { from, to }: Place, by: string): string =>
  `${text.slice(0, from)}${by}${text.slice(to)}`;

/** As a literal in quotation marks, for a repair. What has a meaning within them is taken out. */
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, ' ').replaceAll(/\s+/g, ' ').trim()}"`;
