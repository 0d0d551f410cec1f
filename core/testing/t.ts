import tap from 'tap';
import type { Test } from 'tap';

/**
 * The test of the file that runs. A test file takes `t` from here, not from tap: run by its path it has tap's own;
 * where one process runs many files, each has one that ends, with its teardowns, before the next file begins.
 */
export let t: Test = tap;

/** For what runs many files in a process: `own` is the test of the file that is imported next. */
export function handOver(own: Test): void {
  t = own;
}
