/**
 * A process with one faulty plugin, which sends itself requests: what a process cannot contain is tried in one of its
 * own. Arguments: the address of the plugin, then paths.
 */
import { pino } from 'pino';
import { eventually, testKernel } from '@dossier/core/testing';
import { watchLoop, watchStrays } from '../../boot/watch-over.ts';
import { loadPlugins } from '../../load-plugins.ts';

const [address = '', ...paths] = process.argv.slice(2);
const log = pino({ base: null });
let stopping = false;
watchStrays(log, {
  stop(why, text) {
    stopping = true;
    log.fatal(why, text);
    process.exitCode = 1;
  },
  isStopping: () => stopping,
});
const { loaded } = await loadPlugins([{ listedIn: 'the arguments', names: [address] }]);
const kernel = await testKernel({ plugins: loaded.map(({ plugin }) => plugin) });
let isWatched = false;
void watchLoop().then(() => {
  isWatched = true;
});
await eventually('the loop is watched', () => isWatched);
for (const path of paths) await kernel.get(path);
// It ends by itself, when nothing is left that a path has begun.
