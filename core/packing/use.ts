import { registerHooks } from 'node:module';

/** From here on an import of a module that is packed, by whomever, is answered from its packed file. `files`: the packed file of each module, both as URLs. */
export function answerFrom(files: ReadonlyMap<string, string>): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const url = files.get(found.url);
      return url === undefined ? found : { ...found, url, format: 'module' };
    },
  });
}
