/**
 * Which sources tap measures while it runs a test file: with `DOSSIER_COVERAGE=1` all, for the batches of this folder,
 * which are the tests of core and sdk. To measure takes a quarter of the time, and browsers, faults and production meet
 * few lines that those do not. They are given a pattern that fits nothing, not null: null is looked up more quickly,
 * and then the batches, which should begin first, begin last.
 */
export default (file) => {
  if (process.env.DOSSIER_COVERAGE !== '1') return null;
  return /(^|\/)test\/batches\//.test(file) ? [] : ['no/file/at/all'];
};
