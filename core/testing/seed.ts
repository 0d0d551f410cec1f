/**
 * The number that all chance in a test begins with: `DOSSIER_SEED`, which repeats an earlier run, else one of this
 * moment. Who draws by it prints it where a failure does not.
 */
export const seed = Number(process.env['DOSSIER_SEED'] ?? Date.now() % 2 ** 31);
