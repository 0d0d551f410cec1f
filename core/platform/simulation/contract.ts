import { event, Type } from '@dossier/sdk';

/** `userId` is who started it, who alone hears of it. `tried` is how many it has looked at. */
export const simulationChanged = event('simulation/changed@1', {
  says: 'A trial of a template with past applications went on[: {payload.state}].',
  title: 'A trial of a template with past applications came further',
  schema: Type.Object({
    userId: Type.String(),
    state: Type.String(),
    tried: Type.Integer(),
    total: Type.Integer(),
  }),
});
