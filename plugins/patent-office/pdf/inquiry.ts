/** What the office says of the pages and drawings of a publication. */
import { notFound, orNull, shapeOf, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import type { ImageInstance, ImagesInquiry } from '../answers/types.ts';
import { parseNumber } from '../numbers/parse.ts';
import type { PatentNumber } from '../numbers/types.ts';
import { canonical, forms } from '../numbers/words.ts';

const Inquiry = Type.Object({
  results: Type.Array(
    Type.Object({
      number: orNull(Type.Object({ country: Type.String(), number: Type.String(), kind: orNull(Type.String()) })),
      instances: Type.Array(
        Type.Object({
          desc: Type.String(),
          pages: orNull(Type.Integer()),
          link: orNull(Type.String()),
          formats: Type.Array(Type.String()),
          sections: Type.Record(Type.String(), Type.Integer()),
        }),
      ),
    }),
  ),
});
type Inquiry = Static<typeof Inquiry>;
/** As it is kept. */
export const inquiry = shapeOf(Inquiry);

/** Pages or drawings that can be asked for. */
export interface Images {
  readonly link: string;
  readonly pages: number;
  readonly formats: readonly string[];
  readonly sections: Readonly<Record<string, number>>;
}

/** A publication by its number in an address: 404 unless it is written in the one way that each has. */
export function publicationOf(text: string): PatentNumber {
  const parsed = parseNumber(text);
  if (!parsed.ok || parsed.number.kind === null || canonical(parsed.number) !== text) throw notFound();
  return parsed.number;
}

/**
 * Images are known by what they are called, in whatever order they come; the link says nothing. A part of an amendment
 * is no document.
 */
export function imagesIn({ results }: Inquiry, number: PatentNumber, desc: string): Images | null {
  const names = new Set(forms(number).map(canonical));
  const own = results.filter((result) => result.number === null || names.has(canonical(result.number)));
  const found = own.flatMap(({ instances }) => instances).filter((one) => one.desc === desc && !isAmendment(one));
  const usable = found.flatMap(({ link, pages, formats, sections }) =>
    link !== null && pages !== null && pages > 0 ? [{ link, pages, formats, sections }] : [],
  );
  return usable.toSorted((a, b) => b.pages - a.pages)[0] ?? null;
}

const isAmendment = ({ sections }: Pick<ImageInstance, 'sections'>): boolean => {
  const names = Object.keys(sections);
  return names.length > 0 && names.every((name) => name === 'AMENDMENT');
};

/** Of each document it is said where it is, and how many pages it has. */
export const isWhole = ({ results }: ImagesInquiry): boolean => {
  const instances = results.flatMap((result) => result.instances);
  return instances.length > 0 && instances.every(({ link, pages }) => link !== null && pages !== null && pages > 0);
};
