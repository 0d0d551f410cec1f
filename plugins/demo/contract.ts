import { permission, Type } from '@dossier/sdk';
import type { Static } from '@dossier/sdk';

/** Held by the installation's operator only; no role of an organization grants it. */
export const seedDemo = permission('demo.seed', { title: 'Set up the demonstration', scope: 'installation' });

export const DemoRole = Type.Union([Type.Literal('admin'), Type.Literal('officer'), Type.Literal('clerk'), Type.Literal('client')]);

const Sample = Type.Object({
  workspaceId: Type.String(), templateId: Type.String(),
  applicants: Type.Array(Type.Object({ type: Type.String(), firstName: Type.String(), lastName: Type.String(), email: Type.String() })),
  answers: Type.Record(Type.String(), Type.Unknown()),
});

/** What `demo.json` holds: where the demonstration is and how to enter it. */
export const Demonstration = Type.Object({
  baseUrl: Type.String({ description: 'Empty until the first start when the installation takes any free port (PORT=0).' }),
  organization: Type.Object({ id: Type.String(), slug: Type.String() }),
  staffWorkspaceId: Type.String(),
  clientWorkspaceId: Type.String(),
  /** Three SYSTEM steps and one MANUAL. */
  templateId: Type.String(),
  /** A valid submission passes its checks at once. */
  autoTemplateId: Type.String(),
  apiKey: Type.String(),
  /** `clean` is approved by itself; `doubtful` is complete, and halts. */
  samples: Type.Object({ clean: Sample, doubtful: Sample }),
  users: Type.Array(Type.Object({ id: Type.String(), email: Type.String(), role: DemoRole, password: Type.String(), token: Type.String() })),
});
export type Demonstration = Static<typeof Demonstration>;
