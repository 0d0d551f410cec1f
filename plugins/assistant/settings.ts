import { Type, serviceAddressFault } from '@dossier/sdk';
import type { SettingFault, SettingValues, Static } from '@dossier/sdk';

/** Settings → Integrations → Assistant. */
export const AssistantSettings = Type.Object(
  {
    url: Type.String({
      title: 'Address',
      description: 'Of any service that speaks as OpenAI’s does, up to /v1: https://models.example/v1.',
      format: 'uri',
      minLength: 1,
      maxLength: 255,
      'x-code': true,
    }),
    key: Type.Optional(
      Type.String({
        title: 'Key',
        description: 'Empty for a model of your own that asks for none. Asked for again when the address changes.',
        minLength: 1,
        maxLength: 500,
        writeOnly: true,
      }),
    ),
    model: Type.String({
      title: 'Model',
      description: 'Its name, as the service has it.',
      minLength: 1,
      maxLength: 200,
      'x-code': true,
    }),
  },
  {
    title: 'Assistant',
    description: [
      'A language model that people ask about what is open.',
      'It is sent what the person who asks may read, and changes nothing.',
    ].join(' '),
  },
);
export type AssistantSettings = Static<typeof AssistantSettings>;

/** Faults of an address that are seen without asking anybody. */
export function judged({ url }: SettingValues, allowPlain: boolean): readonly SettingFault[] {
  const detail =
    typeof url === 'string'
      ? serviceAddressFault(url, { allowPlain, sends: 'what people read', variable: 'ASSISTANT_ALLOW_PLAIN' })
      : null;
  return detail === null ? [] : [{ pointer: '/url', detail }];
}
