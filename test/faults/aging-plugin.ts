import { definePlugin } from '@dossier/sdk';

/** A critical plugin in several versions: `?migrations=2` has two migrations, and so on. Loaded by its address. */
const count = Number(new URL(import.meta.url).searchParams.get('migrations'));

export default definePlugin({
  id: 'aging',
  version: '1.0.0',
  kernel: '^1.0.0',
  critical: true,
  migrations: Array.from({ length: count }, (_, i) => ({
    id: `000${i + 1}-version-${i + 1}`,
    async up(run: (statement: string) => Promise<unknown>) {
      await run('select 1');
    },
  })),
  setup() {
    // It has migrations and does nothing.
  },
});
