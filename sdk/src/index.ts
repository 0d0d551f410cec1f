/** What a plugin author imports. */
export * from './references.ts';
export * from './access.ts';
export * from './problem.ts';
export * from './route.ts';
export * from './graphql.ts';
export * from './work.ts';
export * from './data.ts';
export * from './shape.ts';
export * from './web.ts';
export * from './plugin.ts';
export * from './kernel-services.ts';
export * from './memory.ts';
export * from './times.ts';
export * from './address-block.ts';
export * from './names.ts';
export * from './settings.ts';
export { Type } from 'typebox';
export type { Static, TSchema } from 'typebox';
