/**
 * The configuration of an installation: one schema for the process and one per plugin, read from a file
 * (`DOSSIER_CONFIG`, JSON: process settings at the top level, those of plugins under `plugins`) and from the
 * environment.
 */
import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { emptyFault } from './environment.ts';
import { readGroup, SettingsError } from './load.ts';
import type { Environment, SettingFault } from './load.ts';
import { ProcessSettings } from './settings.ts';
import { strayVariables } from './variables.ts';

export { namesIn } from './environment.ts';
export { SettingsError } from './load.ts';
export type { SettingFault } from './load.ts';
export { ProcessSettings } from './settings.ts';
export { installed } from './installed.ts';

export interface Configuration {
  readonly process: ProcessSettings;
  /** What an operator should know of the environment, though it is no reason not to start. */
  readonly notes?: readonly SettingFault[];
  /** By plugin id; a plugin without `config` schema has an empty object. */
  readonly plugins: ReadonlyMap<string, unknown>;
}

/**
 * The variable of a plugin's setting: `creditBureau` of plugin `workflow-handlers` is
 * `WORKFLOW_HANDLERS_CREDIT_BUREAU`.
 */
export const variableOf = (plugin: string, member: string): string =>
  `${plugin}-${member.replace(/([a-z0-9])([A-Z])/g, '$1-$2')}`.replaceAll('-', '_').toUpperCase();

/**
 * Reads everything. Throws {@link SettingsError} with every fault at once, each with the name of the variable to
 * correct. `faults` are reported with them, and so are `notLoaded`, the plugins that could not be loaded: alone they
 * stop nothing, but nobody knows which settings are theirs.
 */
export function loadConfiguration(o: {
  env: Environment;
  plugins: Configured;
  faults?: readonly SettingFault[];
  notLoaded?: readonly SettingFault[];
}): Configuration {
  const faults: SettingFault[] = [...(o.faults ?? [])];
  const { own, ofPlugins, fileName } = readFile(o.env, faults);
  const settings = readGroup(ProcessSettings, { file: own, env: o.env, nameOf: (member) => member, fileName, faults });
  // Alone it would be passed over, and a production server would come up on the embedded database with its
  // demonstration.
  if (
    given(settings, 'DATABASE_ADMIN_URL') &&
    !given(settings, 'DATABASE_URL') &&
    !faults.some(({ name }) => name === 'DATABASE_URL')
  )
    faults.push({
      name: 'DATABASE_URL',
      detail:
        'is missing, though DATABASE_ADMIN_URL is set: both lead to one database. Set it, or leave DATABASE_ADMIN_URL out.',
    });
  const plugins = new Map<string, unknown>();
  for (const plugin of o.plugins) {
    const file = asObject(ofPlugins[plugin.id]) ?? {};
    plugins.set(
      plugin.id,
      plugin.config
        ? readGroup(plugin.config, {
            file,
            env: o.env,
            nameOf: (member) => variableOf(plugin.id, member),
            fileName: `${fileName}: plugins.${plugin.id}`,
            faults,
          })
        : {},
    );
  }
  const allKnown = !o.faults?.length && !o.notLoaded?.length;
  for (const id of allKnown ? Object.keys(ofPlugins) : []) {
    if (!o.plugins.some((plugin) => plugin.id === id))
      faults.push({ name: `${fileName}: plugins.${id}`, detail: 'no plugin of this id is installed.' });
  }
  const strays = allKnown ? strayVariables(o.env, variablesOf(o.plugins), prefixesOf(o.plugins)) : [];
  faults.push(...strays.filter(({ refused }) => refused));
  if (faults.length > 0) throw new SettingsError([...(o.notLoaded ?? []), ...faults]);
  return { process: settings as ProcessSettings, plugins, notes: strays };
}

type Configured = readonly { readonly id: string; readonly config?: TSchema }[];

const membersOf = (schema: TSchema): readonly string[] =>
  Object.keys('properties' in schema ? (asObject(schema.properties) ?? {}) : {});

const variablesOf = (plugins: Configured): readonly string[] => [
  'DOSSIER_CONFIG',
  'DOSSIER_PLUGINS',
  ...membersOf(ProcessSettings),
  ...plugins.flatMap(({ id, config }) => (config ? membersOf(config).map((member) => variableOf(id, member)) : [])),
];

const prefixesOf = (plugins: Configured): readonly string[] => [
  'DOSSIER_',
  ...plugins.filter(({ config }) => config).map(({ id }) => variableOf(id, '')),
];

function readFile(
  env: Environment,
  faults: SettingFault[],
): { own: Readonly<Record<string, unknown>>; ofPlugins: Readonly<Record<string, unknown>>; fileName: string } {
  const path = env['DOSSIER_CONFIG'];
  const none = { own: {}, ofPlugins: {}, fileName: 'DOSSIER_CONFIG' };
  if (path === undefined) return none;
  if (path.trim() === '') {
    faults.push(emptyFault('DOSSIER_CONFIG'));
    return none;
  }
  try {
    const { plugins, ...own } = asObject(JSON.parse(readFileSync(path, 'utf8'))) ?? {};
    return { own, ofPlugins: asObject(plugins) ?? {}, fileName: path };
  } catch (error) {
    faults.push({
      name: 'DOSSIER_CONFIG',
      detail: `${path} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
    });
    return { own: {}, ofPlugins: {}, fileName: path };
  }
}

const given = (settings: unknown, member: string): boolean => asObject(settings)?.[member] !== undefined;

const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
