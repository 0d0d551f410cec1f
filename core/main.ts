/**
 * The process: reads the configuration, loads the installed plugins by name, plans, and starts.
 * Knows no plugin by name; everything that can be switched or added is data in `config/`.
 */
import { installed, loadConfiguration } from '@dossier/config';
import { loadPlugins } from './load-plugins.ts';
import { run } from './commands/run.ts';
import { withoutSources } from './packing/packed.ts';

const [name = 'start', ...args] = withoutSources(process.argv.slice(2));

try {
  const extra = (process.env['DOSSIER_PLUGINS'] ?? '').split(',').map((one) => one.trim()).filter((one) => one !== '');
  const { loaded, faults } = await loadPlugins([{ listedIn: 'config/installed.ts', names: installed }, { listedIn: 'DOSSIER_PLUGINS', names: extra }]);
  const configuration = loadConfiguration({ env: process.env, plugins: loaded.map(({ plugin }) => plugin.spec), faults });
  process.exitCode = await run(name, { loaded, configuration, args });
} catch (error) {
  // What the operator can correct is told in words; a stack is shown only for what nobody foresaw.
  console.error(error instanceof Error && 'code' in error ? error.message : error instanceof Error && error.message.startsWith('K_') ? error.message : error);
  process.exitCode = 1;
}
