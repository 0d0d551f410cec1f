export * from '../../src/addresses.ts';
