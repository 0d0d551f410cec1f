/** What is kept of each part: as pages show it, so that reading it again costs no work. */
import { shapeOf, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';
import type { PatentPart } from '../contract.ts';
import { PatentRecord } from '../replies.ts';

const { biblio, claims, description, family, legal } = PatentRecord.properties;

export const Citing = Type.Object({
  total: Type.Integer(),
  /** The newest of them, by number; what is known of them stands with the patents. */
  numbers: Type.Array(Type.String()),
});

export type Biblio = NonNullable<Static<typeof biblio>>;
export type Claims = NonNullable<Static<typeof claims>>;
export type Paragraphs = NonNullable<Static<typeof description>>;
export type Family = NonNullable<Static<typeof family>>;
export type Legal = NonNullable<Static<typeof legal>>;
export type Citing = Static<typeof Citing>;

/** What an earlier release has kept in another shape does not fit: it counts as never asked, and is asked for anew. */
export const kept = {
  biblio: shapeOf(biblio),
  claims: shapeOf(claims),
  description: shapeOf(description),
  family: shapeOf(family),
  legal: shapeOf(legal),
  citing: shapeOf(Citing),
} as const;

/** Images are kept as the office lists them, and read where its pages are. */
export const isReadable = (part: PatentPart, { data }: { readonly data: unknown }): boolean =>
  part === 'images' || kept[part].fits(data);
