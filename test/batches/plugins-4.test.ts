import './domains.ts';

// After it: what is imported above is loaded before it runs.
const { batch } = await import('./batches.ts');

await batch(import.meta.filename);
