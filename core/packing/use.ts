import { registerHooks } from 'node:module';
import type { PackedModule } from './packed.ts';

/**
 * From here on a module that is packed, imported by whomever, is answered from its packed file. It keeps its own URL,
 * because that tells where a plugin lies: what is loaded there only hands on what the packed file has.
 */
export function answerFrom(modules: ReadonlyMap<string, PackedModule>): void {
  registerHooks({
    load(url, context, next) {
      const found = modules.get(url);
      if (!found) return next(url, context);
      const file = JSON.stringify(found.file);
      return {
        format: 'module',
        shortCircuit: true,
        source: `export * from ${file};${found.hasDefault ? ` export { default } from ${file};` : ''}`,
      };
    },
  });
}
