import './domains.ts';

// After it: what is imported above is loaded before it runs.
const { part } = await import('./together.ts');

await part(import.meta.filename);
