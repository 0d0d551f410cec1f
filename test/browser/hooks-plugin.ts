/** A plugin with a list of entries among its settings, for the tests of their pages. */
import { definePlugin, settingCollection, Type } from '@dossier/sdk';

const endpoints = settingCollection('endpoints', {
  title: 'Endpoints',
  one: 'endpoint',
  description: 'Who receives what happens here.',
  namedBy: 'name',
  most: 2,
  schema: Type.Object(
    {
      name: Type.String({ title: 'Name', minLength: 1, maxLength: 40 }),
      url: Type.String({ title: 'Address', format: 'uri' }),
      secret: Type.Optional(Type.String({ title: 'Secret', writeOnly: true, minLength: 4 })),
    },
    { additionalProperties: false },
  ),
});

export default definePlugin({
  id: 'hooks',
  version: '1.0.0',
  kernel: '^1.0.0',
  settings: Type.Object(
    { sender: Type.Optional(Type.String({ title: 'Sent from', readOnly: true })) },
    { title: 'Webhooks', description: 'Tells other systems what happens here.' },
  ),
  settingOptions: { collections: [endpoints] },
  setup(_needs, plugin) {
    plugin.settingRules({ computed: () => ({ sender: '192.0.2.10' }) });
  },
});
