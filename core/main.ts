/**
 * The process: reads the configuration, loads the installed plugins by name, plans, and starts.
 * Knows no plugin by name; everything that can be switched or added is data in `config/`.
 */
import { installed, loadConfiguration, namesIn } from '@dossier/config';
import type { SettingFault } from '@dossier/config';
import { helpText } from './commands/help.ts';
import { loadPlugins } from './load-plugins.ts';
import type { Code } from './load-plugins.ts';
import { run } from './commands/run.ts';
import { withoutSources } from './packing/bundle.ts';

/**
 * Runs the command that the process was started with. `code` says from where all this was loaded.
 */
export async function main(code: Code): Promise<void> {
  const [name = 'start', ...args] = withoutSources(process.argv.slice(2));

  if (name === 'help') {
    console.log(helpText());
    return;
  }
  try {
    const listed: SettingFault[] = [];
    const extra = namesIn('DOSSIER_PLUGINS', process.env, listed);
    const { loaded, notLoaded } = await loadPlugins(
      [
        { listedIn: 'config/installed.ts', names: installed },
        { listedIn: 'DOSSIER_PLUGINS', names: extra },
      ],
      code.plugins,
    );
    const configuration = loadConfiguration({
      env: process.env,
      plugins: loaded.map(({ plugin }) => plugin.spec),
      faults: listed,
      notLoaded: [...notLoaded.values()].map(({ reason }) => ({
        name: 'DOSSIER_PLUGINS',
        detail: `K_PLUGIN_NOT_LOADED: ${reason}`,
      })),
    });
    process.exitCode = await run(name, { loaded, notLoaded, configuration, code, args });
  } catch (error) {
    // What the operator can correct is said in words; a stack is shown only for what nobody foresaw.
    console.error(
      error instanceof Error && 'code' in error
        ? error.message
        : error instanceof Error && error.message.startsWith('K_')
          ? error.message
          : error,
    );
    process.exitCode = 1;
  }
}
