/** State of one plugin, as `/health/ready`, the boot report and the 503 answers read it. */
export type PluginState =
  | { readonly state: 'planned' | 'starting' | 'ready' | 'stopped' }
  | { readonly state: 'degraded'; readonly checks: readonly string[] }
  | {
      readonly state: 'failed';
      /** `load`, `plan` and `migration` are of the start of the process: no later try can go better. */
      readonly phase: 'load' | 'plan' | 'migration' | 'setup' | 'start' | 'stop';
      readonly reason: string;
      readonly attempts: number;
      readonly retryAt: Date | null;
    }
  | { readonly state: 'blocked'; readonly by: readonly string[] };
