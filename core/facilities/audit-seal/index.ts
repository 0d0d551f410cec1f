/** The seal over the log: what makes it show that an entry was changed, left out or added afterwards. */
export { createSealFile, sealsOf } from './seal-file.ts';
export { createLogSeal } from './log-seal.ts';
export { createSealer } from './sealer.ts';
export { describeVerdicts, verifyLog } from './verify.ts';
