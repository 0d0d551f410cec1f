/** Members that several kinds of sections share. */
import { Type } from '@dossier/sdk';

export const exactly = { additionalProperties: false };
export const Title = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
});
export const Name = Type.String({ minLength: 1, maxLength: 80, pattern: '^[A-Za-z][A-Za-z0-9-]*$' });
export const Where = Type.Optional(
  Type.Record(
    Name,
    Type.Array(Type.Union([Type.String({ maxLength: 200 }), Type.Boolean()]), { minItems: 1, maxItems: 50 }),
    { description: 'Columns of the source, and the values that count.' },
  ),
);
/** A source with measures of it. */
export const Asked = { source: Name, measures: Type.Array(Name, { minItems: 1, maxItems: 8 }), where: Where };
