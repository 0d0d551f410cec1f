/**
 * The process: reads the configuration, loads the installed plugins by name, plans, and starts.
 * Knows no plugin by name; everything that can be switched or added is data in `config/`.
 */
import { installed, loadConfiguration } from '@dossier/config';
import { loadPlugins } from './load-plugins.ts';
import { contributed } from './commands/contributed.ts';
import { commands } from './commands/index.ts';

const [name = 'start', ...args] = process.argv.slice(2);
const command = commands[name];

try {
  const extra = (process.env['DOSSIER_PLUGINS'] ?? '').split(',').map((one) => one.trim()).filter((one) => one !== '');
  const loaded = await loadPlugins([...installed, ...extra]);
  const configuration = loadConfiguration({ env: process.env, plugins: loaded.map(({ plugin }) => plugin.spec) });
  const input = { loaded, configuration, args };
  process.exitCode = await (command ? command(input) : contributed(name, input));
} catch (error) {
  // What the operator can correct is told in words; a stack is shown only for what nobody foresaw.
  console.error(error instanceof Error && 'code' in error ? error.message : error instanceof Error && error.message.startsWith('K_') ? error.message : error);
  process.exitCode = 1;
}
