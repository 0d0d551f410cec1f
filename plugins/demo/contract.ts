import { checkedBelow, emailText, idText, permission, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';

/** Held by the installation's operator only; no role of an organization grants it. */
export const seedDemo = permission('demo.seed', { title: 'Set up the demonstration', scope: 'installation' });

export const DemoRole = Type.Union([
  Type.Literal('admin'),
  Type.Literal('officer'),
  Type.Literal('clerk'),
  Type.Literal('client'),
]);

const Sample = Type.Object({
  workspaceId: idText(),
  templateId: idText(),
  applicants: Type.Array(
    Type.Object({ type: Type.String(), firstName: Type.String(), lastName: Type.String(), email: emailText() }),
  ),
  answers: Type.Record(Type.String(), Type.Unknown()),
});

/** What `demo.json` holds: where the demonstration is and how to enter it. */
export const Demonstration = Type.Object({
  baseUrl: Type.String({
    ...checkedBelow({ format: 'uri-reference' }),
    description: 'Empty until the first start when the installation takes any free port (PORT=0).',
  }),
  organization: Type.Object({ id: idText(), slug: Type.String() }),
  staffWorkspaceId: idText(),
  clientWorkspaceId: idText(),
  /** Three SYSTEM steps and one MANUAL. */
  templateId: idText(),
  /** A valid submission passes its checks at once. */
  autoTemplateId: idText(),
  apiKey: Type.String(),
  /** `clean` is approved by itself; `doubtful` is complete, and halts. */
  samples: Type.Object({ clean: Sample, doubtful: Sample }),
  users: Type.Array(
    Type.Object({
      id: idText(),
      email: emailText(),
      role: DemoRole,
      password: Type.String({ format: 'password' }),
      token: Type.String(),
    }),
  ),
});
export type Demonstration = Static<typeof Demonstration>;
