import { buildSchema, getNamedType, isInputObjectType, isObjectType } from 'graphql';
import type { GraphQLInputType, GraphQLSchema } from 'graphql';
import { fields as fieldKind } from '../../facilities/graphql/kinds.ts';
import { sdlOf } from '../../facilities/graphql/fields.ts';
import type { Plan } from '../../kernel/index.ts';

export const schemaOf = ({ specs }: Pick<Plan, 'specs'>): GraphQLSchema => buildSchema(sdlOf([...specs.values()]));

/** The plugin of a root field of the plan, by its name. */
export const ownersOf = ({ inventory }: Pick<Plan, 'inventory'>): ReadonlyMap<string, string> =>
  new Map(inventory.of(fieldKind).map(({ plugin, name }) => [name.split('.')[1]!, plugin]));

/** Paths of what names something in an argument: by its type `ID`, or by its name. */
export function namingIn(path: string, type: GraphQLInputType): string[] {
  const named = getNamedType(type);
  if (isInputObjectType(named))
    return Object.values(named.getFields()).flatMap((field) => namingIn(`${path}/${field.name}`, field.type));
  return named.name === 'ID' || /^ids?$|Ids?$/.test(path.split('/').at(-1)!) ? [path] : [];
}

/** Fields below the root with an argument that names something: no attempt comes there. */
export const namingBelow = (schema: GraphQLSchema): readonly string[] =>
  Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) &&
    type !== schema.getQueryType() &&
    type !== schema.getMutationType() &&
    !type.name.startsWith('__')
      ? Object.values(type.getFields())
          .filter(({ args }) => args.some((arg) => namingIn(arg.name, arg.type).length > 0))
          .map(({ name }) => `${type.name}.${name}`)
      : [],
  );
