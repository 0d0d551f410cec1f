import pino from 'pino';
import { t } from '@dossier/core/testing/t';
import { loadConfiguration } from '@dossier/config';
import { definePlugin } from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import { testClock } from '@dossier/core/testing';
import { assemble } from '../../boot/assembly.ts';
import type { Backends } from '../../boot/backends.ts';

const broken = definePlugin({
  critical: true,
  id: 'broken',
  version: '1.0.0',
  kernel: '*',
  routes: {
    one: {
      method: 'GET',
      url: '/*/one',
      gate: { open: 'to everyone', why: 'A test.' },
      summary: 'A path that no server takes',
    },
  },
  setup: (_needs, plugin) => plugin.routes({ one: () => ({}) }),
});
const sound = definePlugin({ id: 'sound', version: '1.0.0', kernel: '*', setup: () => undefined });

const started = (plugin: Plugin, ground: Partial<Backends>, open: () => Promise<void> = async () => undefined) =>
  assemble<Backends>({
    plugins: [plugin],
    kernelVersion: '1.0.0',
    clock: testClock(),
    log: pino({ level: 'silent' }),
    introspection: false,
    configuration: loadConfiguration({ env: { LOG_LEVEL: 'silent', DEMO: 'false' }, plugins: [plugin.spec] }),
    backends: async () => {
      await open();
      return { rateExchange: null, attach: async () => undefined, ...ground } as Backends;
    },
  });

t.test('a start that fails after the database was opened lets go of it', async (t) => {
  const seen: string[] = [];
  const stop = async () => void seen.push('stopped');
  const held = (stop: () => Promise<void>): Partial<Backends> => ({
    running: { database: { stop }, realtime: {}, jobs: {} },
  });
  await t.rejects(started(broken, held(stop)), /wildcard/i, 'the server cannot be built');
  t.same(seen.splice(0), ['stopped']);
  await t.rejects(
    started(sound, { ...held(stop), attach: () => Promise.reject(new Error('No socket.')) }),
    { message: 'No socket.' },
    'what listens in addition to it cannot be added',
  );
  t.same(seen.splice(0), ['stopped']);
  await t.rejects(
    started(sound, {
      ...held(() => Promise.reject(new Error('Stuck.'))),
      attach: () => Promise.reject(new Error('No socket.')),
    }),
    { message: 'No socket.' },
    'and the first cause is reported',
  );
  await t.rejects(
    started(broken, held(stop), () => Promise.reject(new Error('In use.'))),
    { message: 'In use.' },
    'what was never opened is not stopped',
  );
  t.same(seen, []);
});
