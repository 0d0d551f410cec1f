/**
 * Which sources tap measures while it runs a test file: with `DOSSIER_COVERAGE=1` all, for the batches of this folder,
 * which are the tests of core and sdk; null is none. To measure takes a quarter of the time, and browsers, faults and
 * production meet few lines that those do not.
 */
export default (file) => (process.env.DOSSIER_COVERAGE === '1' && /(^|\/)test\/batches\//.test(file) ? [] : null);
