/** Imported before anything else: from here on an import of a packed package, by whomever, is answered from its packed file. Does nothing while none is there. */
import { registerHooks } from 'node:module';
import { packed } from './packed.ts';

const { exists, files } = packed();
if (exists) {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const file = files.get(specifier);
      // Another version, inside of a plugin's own node_modules, stays as it is.
      return file?.original === found.url ? { ...found, url: file.packed } : found;
    },
  });
}
