/**
 * Which sources tap measures while it runs a test file: with `DOSSIER_COVERAGE=1` all, for half of the batches of core
 * and sdk. To measure takes a quarter of the time, in the processes that a test starts, too. What every second test
 * meets, all of them meet at least; pages, plugins, faults and production meet few lines of core that those do not.
 */
export default (file) =>
  process.env.DOSSIER_COVERAGE === '1' && /(^|\/)test\/batches\/core-[1-3]/.test(file) ? [] : null;
