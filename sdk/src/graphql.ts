import type { Access, Gate, OrganizationAccess, WorkspaceAccess } from './access.ts';

/**
 * GraphQL fields as data. GraphQL reads, REST writes: only `Query` fields and fields of own types.
 * Every root field and every field with a resolver of its own names its gate; a locator's `in` is `query` (the field's
 * arguments).
 */
export interface GraphqlSpec {
  /** Type definitions; extend the root with `extend type Query { … }`. */
  readonly sdl: string;
  /** Keys are `Type.field`. `inherit` hands the parent's access on, for fields below a gated one. */
  readonly fields: Readonly<Record<`${string}.${string}`, Gate | 'inherit'>>;
}

/**
 * What a resolver gets: the parent value, the arguments, the Access made by the field's gate. Arguments are validated
 * by the GraphQL schema.
 */
export type FieldResolver<A = Record<string, never>, P = unknown> = (
  parent: P,
  args: A,
  access: Access & OrganizationAccess & WorkspaceAccess,
) => unknown;
export type FieldResolvers = Readonly<Record<`${string}.${string}`, FieldResolver<never, never>>>;
