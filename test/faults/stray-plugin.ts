import { definePlugin, Type } from '@dossier/sdk';

/** A plugin that lets go of a promise, or throws where nobody can catch it. Loaded by its address. */
export default definePlugin({
  id: 'stray',
  version: '1.0.0',
  kernel: '^1.0.0',
  routes: {
    stray: {
      method: 'POST',
      url: '/stray',
      status: 200,
      gate: { open: 'to everyone', why: 'A test of what nobody catches.' },
      summary: 'Lets something go.',
      body: Type.Object({ how: Type.Union([Type.Literal('reject'), Type.Literal('throw')]) }),
    },
  },
  setup(_needs, plugin) {
    plugin.routes({
      stray({ body }) {
        if (body.how === 'reject') void Promise.reject(new Error('Nobody awaits this.'));
        else
          setImmediate(() => {
            throw new Error('Nobody catches this.');
          });
        return {};
      },
    });
  },
});
