import type { Party, Publication } from '../collection/types.ts';
import { el } from '../xml/tree.ts';
import type { XmlElement } from '../xml/tree.ts';

/** Every party twice: as normalised with its country behind an en space, and as written. */
export function parties({ applicants, inventors }: Publication): XmlElement | null {
  if (applicants.length + inventors.length === 0) return null;
  return el('parties', {}, list('applicant', applicants), list('inventor', inventors));
}

function list(role: 'applicant' | 'inventor', all: readonly Party[]): XmlElement {
  const one = (sequence: number, format: string, name: string): XmlElement =>
    el(role, { sequence, 'data-format': format }, el(`${role}-name`, {}, el('name', {}, name)));
  return el(
    `${role}s`,
    {},
    // The service leaves blanks before later names, and sometimes a line break behind one.
    all.map(({ normalised, country }, i) =>
      one(
        i + 1,
        'epodoc',
        `${i > 0 ? ' ' : ''}${normalised}\u2002[${country}]${normalised.length % 7 === 0 ? '\n' : ''}`,
      ),
    ),
    // Everyone but the last has a comma behind.
    all.map(({ original }, i) => one(i + 1, 'original', i < all.length - 1 ? `${original}, ` : original)),
  );
}
