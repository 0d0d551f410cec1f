/**
 * A process with one faulty plugin, which sends itself requests: what a process cannot contain is tried in one of its
 * own. Arguments: the address of the plugin, then paths.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { testKernel } from '@dossier/core/testing';
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
const end = watchLoop();
// Until the watchdog has seen a sign of life.
await pause(1_000);
for (const path of paths) {
  await kernel.get(path);
  await pause(100);
}
await end();
await kernel.stop();
