import { shapeOf, Type } from '@dossier/sdk';
import type { SectionKind } from '../contract.ts';
import { exactly, Title } from './schema.ts';

const Text = Type.Object(
  {
    kind: Type.Literal('text'),
    title: Type.Optional(Title),
    paragraphs: Type.Array(Type.String({ minLength: 1, maxLength: 5_000 }), { minItems: 1, maxItems: 50 }),
  },
  exactly,
);
const shape = shapeOf(Text);

/** Words, as they are. */
export const text: SectionKind = {
  title: 'Text',
  schema: Text,
  uses: () => [],
  async compute(section) {
    const { title, paragraphs } = shape.demand(section);
    return { kind: 'text', ...(title === undefined ? {} : { title }), paragraphs };
  },
};
