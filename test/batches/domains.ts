/**
 * Import this before tap, in a process that runs many test files. To find the test of an error that nobody caught tap
 * watches every promise from its beginning to its end (`async-hook-domain`), which takes a quarter of the processor
 * time of a platform. Here one file runs at a time, so that batches.ts knows whose such an error is.
 */
import { registerHooks } from 'node:module';

const address = 'own:domain';
const source = 'export class Domain { constructor(onerror) { this.onerror = onerror; } destroy() {} }';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async-hook-domain' ? { url: address, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === address ? { format: 'module', shortCircuit: true, source } : next(url, context),
});
