import { isDeepStrictEqual } from 'node:util';
import type { ErrorObject } from 'ajv';
import type {
  ErasedSpec,
  OrganizationAccess,
  SettingChoices,
  SettingFault,
  SettingRules,
  SettingsConnecting,
  SettingsSaving,
  SettingValues,
  TSchema,
} from '@dossier/sdk';
import { inNameOf } from '../../kernel/lifecycle/activity.ts';
import { pluginNotReady } from '../../kernel/not-ready.ts';
import type { Place } from './rows.ts';
import { readOnlyOf } from './values.ts';

/** Rules that a spec declares, so that nothing is stored past a plugin that cannot serve. */
export const declaredRules = ['judging', 'connecting', 'saving'] as const;
type DeclaredRule = (typeof declaredRules)[number];

/** What plugins that run now do about their settings. */
export interface RuleBook {
  register(plugin: string, rules: SettingRules): () => void;
  /**
   * Values of the read-only members; null where the plugin cannot say, or does not in time. Outside of transactions: a
   * plugin that does not answer must hold no connection of all.
   */
  computed(place: Place, access: OrganizationAccess, values: SettingValues): Promise<SettingValues>;
  /** Values that a form offers; none where the plugin cannot say. */
  choices(spec: ErasedSpec, access: OrganizationAccess, collection: string | null): Promise<SettingChoices>;
  /** Throws, as the two below it do, `plugin-not-ready` (503) where a rule is declared and the plugin cannot serve. */
  judging(spec: ErasedSpec, o: Parameters<NonNullable<SettingRules['judging']>>[0]): readonly ErrorObject[];
  /** Throws that, too, for a plugin that does not answer; 20 seconds are its time. */
  connecting(spec: ErasedSpec, change: Omit<SettingsConnecting, 'signal'>): Promise<readonly ErrorObject[]>;
  saving(spec: ErasedSpec, change: SettingsSaving): Promise<readonly ErrorObject[]>;
}

/** Milliseconds that a plugin may take for an answer, as for its health. */
const LIMIT = 2_000;
/** Milliseconds for one that asks somebody outside. */
const CONNECTING_LIMIT = 20_000;

/** Rejects when there is no answer in time. The work may go on, and changes nothing after its transaction has ended. */
async function inTime<T>(
  plugin: string,
  work: (signal: AbortSignal) => T | Promise<T>,
  limit: number = LIMIT,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const ended = new AbortController();
  const timer = setTimeout(() => late.reject(pluginNotReady(plugin)), limit);
  try {
    return await Promise.race([
      (async () => inNameOf(plugin, 'settings rules', () => work(ended.signal)))(),
      late.promise,
    ]);
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

export function createRuleBook(): RuleBook {
  const running = new Map<string, SettingRules>();
  /** Undefined where no such rule is declared. */
  const declared = ({ id, settingOptions }: ErasedSpec, rule: DeclaredRule): SettingRules | undefined => {
    if (settingOptions?.[rule] === undefined) return undefined;
    const rules = running.get(id);
    if (!rules) throw pluginNotReady(id);
    return rules;
  };
  return {
    register(plugin, rules) {
      running.set(plugin, rules);
      return () => {
        if (running.get(plugin) === rules) running.delete(plugin);
      };
    },
    async computed({ spec, schema, at }, access, values) {
      const names = readOnlyOf(schema);
      if (names.length === 0) return {};
      const [collection, entry] = [at?.collection ?? null, at?.entry ?? null];
      const found = await inTime(spec.id, () =>
        running.get(spec.id)?.computed?.({ access, collection, entry, values }),
      ).catch(() => undefined);
      return Object.fromEntries(names.map((name) => [name, found?.[name] ?? null]));
    },
    choices: async ({ id }, access, collection) =>
      (await inTime(id, () => running.get(id)?.choices?.({ access, collection })).catch(() => undefined)) ?? {},
    judging: (spec, o) => (declared(spec, 'judging')?.judging?.(o) ?? []).map(faultOf),
    async connecting(spec, change) {
      const rules = declared(spec, 'connecting');
      const work = (signal: AbortSignal) => rules?.connecting?.({ ...change, signal });
      return ((await inTime(spec.id, work, CONNECTING_LIMIT)) ?? []).map(faultOf);
    },
    async saving(spec, change) {
      const rules = declared(spec, 'saving');
      return ((await inTime(spec.id, () => rules?.saving?.(change))) ?? []).map(faultOf);
    },
  };
}

const faultOf = ({ pointer, detail }: SettingFault): ErrorObject => ({
  keyword: 'rule',
  instancePath: pointer,
  schemaPath: '#',
  params: {},
  message: detail,
});

/** The patch without what nobody enters, and a fault for each such member that would be another than is shown. */
export function withoutReadOnly(
  schema: TSchema,
  patch: SettingValues,
  computed: SettingValues,
): { readonly entered: SettingValues; readonly faults: readonly ErrorObject[] } {
  const sent = readOnlyOf(schema).filter((name) => Object.hasOwn(patch, name));
  return {
    entered: Object.fromEntries(Object.entries(patch).filter(([name]) => !sent.includes(name))),
    faults: sent
      .filter((name) => !isDeepStrictEqual(patch[name], computed[name]))
      .map((name) => ({
        keyword: 'read-only',
        instancePath: `/${name}`,
        schemaPath: '#',
        params: {},
        message: 'is only shown, and cannot be changed here; leave it out, or send it as it is',
      })),
  };
}
