import { idText, pageQuery, Type, WITH_VISIBLE } from '@dossier/sdk';
import type { RouteSpec } from '@dossier/sdk';

/** Pieces of the schemas of requests and replies. */
export const exactly = { additionalProperties: false } as const;
export const id = idText();
export const pages = pageQuery({ most: 200, usual: 100 });
export const params = Type.Object({ id: idText() });

/** A text with at least one character that can be seen. */
export const words = (maxLength: number, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    ...WITH_VISIBLE,
    description: 'Write at least one character that can be seen.',
    examples: [example],
  });
export const remark = (maxLength: number, example: string) => Type.String({ maxLength, examples: [example] });

/** The bare path, and the same below /api and /api/v1. */
export const everywhere = <const P extends `/${string}`>(
  path: P,
): { readonly url: P; readonly aliases: readonly string[] } & Pick<RouteSpec, 'url'> => ({
  url: path,
  aliases: [`/api${path}`, `/api/v1${path}`],
});

/** Ids of the examples in the OpenAPI document. */
export const example = {
  person: '01978f3e-5a00-7c11-8000-000000000001',
  other: '01978f3e-5a00-7c11-8000-000000000002',
  team: '01978f3e-5a00-7c11-8000-00000000000a',
  profile: '01978f3e-5a00-7c11-8000-0000000000b1',
} as const;
