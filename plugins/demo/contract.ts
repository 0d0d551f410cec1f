import { checkedBelow, emailText, extensionPoint, idText, permission, Type } from '@dossier/sdk';
import type { OrganizationId, Permission, Static, TSchema, WorkspaceAccess } from '@dossier/sdk';
import type { SubmissionRecord } from '@dossier/core/platform/applications/contract';
import type { ContentGiven } from '@dossier/core/platform/templates/contract';

/** Held by the installation's operator only; no role of an organization grants it. */
export const seedDemo = permission('demo.seed', { title: 'Set up the demonstration', scope: 'installation' });

export const DemoRole = Type.Union([
  Type.Literal('admin'),
  Type.Literal('officer'),
  Type.Literal('clerk'),
  Type.Literal('client'),
]);
export type DemoRole = Static<typeof DemoRole>;

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

/**
 * A person of a story. The e-mail is made of the first name and the organization's slug, under a domain that is
 * reserved for examples (RFC 2606); so first names differ within a cast.
 */
export interface Persona {
  readonly role: DemoRole;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * Remembers which steps of a seeding are done, so that one that was interrupted goes on and a finished one adds
 * nothing.
 */
export interface DemoProgress {
  /**
   * Runs `work` in a transaction together with the note that it is done; when it is done already, returns what it
   * returned then. What asks somebody outside, or is for one person's eyes, is done before and noted here.
   */
  once<S extends TSchema>(
    organization: OrganizationId,
    step: string,
    result: S,
    work: () => Promise<Static<S>>,
  ): Promise<Static<S>>;
  /** What a step returned; undefined when it is not done. */
  done<S extends TSchema>(organization: OrganizationId, step: string, result: S): Promise<Static<S> | undefined>;
}

/** The organization as it stands when the story begins: rooms, people and templates are there. */
export interface DemoScene {
  readonly organization: OrganizationId;
  readonly slug: string;
  readonly progress: DemoProgress;
  /** The partner by whose key applications arrive, in the staff workspace. */
  readonly partner: WorkspaceAccess;
  /**
   * Somebody of the cast in the staff workspace, by first name: entries of the trail then name who would have acted.
   * Throws for a name that is not of the cast.
   */
  as(firstName: string): WorkspaceAccess;
  /** The same person as an applicant. */
  applicant(firstName: string): SubmissionRecord['applicants'][number];
  readonly thoroughTemplate: string;
  readonly quickTemplate: string;
}

/** A template of a story, and answers that a third party may send. */
export interface DemoForm {
  readonly name: string;
  readonly description: string;
  readonly content: ContentGiven;
  readonly sample: SubmissionRecord['answers'];
}

/**
 * Who and what a demonstration organization of one type consists of. Everybody in it, its rooms and its templates are
 * made by the demonstration itself; `play` then tells the story.
 */
export interface DemoCast {
  /** What the organization of this slug is called. */
  name(slug: string): string;
  readonly workspaces: { readonly staff: string; readonly client: string };
  readonly teams: Readonly<Record<DemoRole, string>>;
  /** How clients reach it; the mailbox is the first half of an address. */
  readonly contact: { readonly mailbox: string; readonly telephone: string; readonly hours: string };
  /** Somebody of each role, the staff first. */
  readonly people: readonly Persona[];
  /** What a role may do in its workspace, beside what it may in every demonstration. */
  readonly may: Readonly<Partial<Record<DemoRole, readonly Permission[]>>>;
  /** With SYSTEM steps and a MANUAL one: its sample is complete, and halts. */
  readonly thorough: DemoForm;
  /** Its sample is approved by itself. */
  readonly quick: DemoForm;
  /**
   * Applications, and what follows. Runs again after an interruption: each step is noted in the progress of the scene.
   */
  play(scene: DemoScene): Promise<void>;
}
/** The id of a contribution is the type of organization. */
export const demoCasts = extensionPoint<DemoCast>('demo/cast@1');
