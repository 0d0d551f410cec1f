import { ActorShown, extensionPoint, idText, momentText, orNull, permission, Type } from '@dossier/sdk';
import type { OrganizationAccess, Reply, SettingValues } from '@dossier/sdk';

/**
 * Comes with every permission to set something up, and opens the page and its routes; behind them each plugin's own
 * counts. A permission that stands before the settings of a plugin (`settingOptions`) gives it:
 * `permission('directory.manage', { title, scope: 'organization', gives: [openIntegrations] })`.
 */
export const openIntegrations = permission('integrations.open', {
  title: 'Set up integrations',
  scope: 'organization',
  derived: true,
});

/** See and change what plugins are set up with, but for those that name a permission of their own. */
export const manageIntegrations = permission('integrations.manage', {
  title: 'Set up integrations',
  scope: 'organization',
  gives: [openIntegrations],
});

const changedBy = { kind: 'user', id: '0190c0de-0000-7000-8000-000000000001', name: 'Ada Lindqvist' };
const example = {
  plugin: 'directory',
  title: 'Directory',
  description: 'People from your directory.',
  state: 'set-up',
  badge: { ok: true, text: 'Connected' },
  test: true,
  version: 2,
  changedAt: '2026-03-02T09:30:00.000Z',
  by: changedBy,
  schema: {
    type: 'object',
    required: ['url'],
    properties: { url: { type: 'string', format: 'uri' }, password: { type: 'string', writeOnly: true } },
  },
  collections: [
    {
      id: 'groups',
      title: 'Groups',
      one: 'group',
      description: 'Whose members come in.',
      namedBy: 'name',
      most: 50,
      schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    },
  ],
};
const schemaOf = (description: string) => Type.Unsafe<unknown>({ description });

/** Several entries of one kind that can be entered, each with an id of its own. */
const Collection = Type.Object({
  id: Type.String({ description: 'Chosen by the plugin: it names the collection in addresses.' }),
  title: Type.String(),
  one: Type.String({ description: 'What one of them is called.' }),
  description: Type.String(),
  namedBy: Type.String({ description: 'Member by which a list names an entry.' }),
  most: Type.Integer({ description: 'There can be so many.' }),
  schema: schemaOf('JSON Schema of the values of an entry.'),
});

/** A plugin that can be set up, and how it stands with it. */
export const Integration = Type.Object(
  {
    plugin: Type.String(),
    title: Type.String(),
    description: Type.String(),
    state: Type.Unsafe<'not-set-up' | 'set-up' | 'failing'>({
      type: 'string',
      enum: ['not-set-up', 'set-up', 'failing'],
    }),
    badge: Type.Union([Type.Object({ ok: Type.Boolean(), text: Type.String() }), Type.Null()]),
    test: Type.Boolean({ description: 'Is there a check to run?' }),
    version: Type.Integer({ description: 'Counts the changes; also the ETag. 0 when nothing is set.' }),
    changedAt: orNull(momentText()),
    by: orNull(ActorShown),
    schema: schemaOf(
      'JSON Schema of the values. Those with writeOnly are secrets, with readOnly only shown; x-… is for forms.',
    ),
    collections: Type.Array(Collection),
  },
  { examples: [example] },
);
export type Integration = Reply<typeof Integration>;

export const IntegrationWithValues = Type.Object(
  {
    ...Integration.properties,
    values: Type.Record(Type.String(), Type.Unknown(), {
      description: 'A secret is shown as { set, changedAt, by } and never as itself.',
    }),
  },
  {
    examples: [
      {
        ...example,
        values: {
          url: 'ldaps://directory.example',
          password: { set: true, changedAt: example.changedAt, by: changedBy },
        },
      },
    ],
  },
);
export type IntegrationWithValues = Reply<typeof IntegrationWithValues>;

export const Entry = Type.Object(
  {
    id: idText(),
    state: Type.Unsafe<'set-up' | 'failing'>({ type: 'string', enum: ['set-up', 'failing'] }),
    version: Type.Integer({ description: 'Counts the changes; also the ETag.' }),
    changedAt: orNull(momentText()),
    by: orNull(ActorShown),
    values: IntegrationWithValues.properties.values,
  },
  {
    examples: [
      {
        id: '0190c0de-0000-7000-8000-000000000002',
        state: 'set-up',
        version: 1,
        changedAt: example.changedAt,
        by: changedBy,
        values: { name: 'Officers' },
      },
    ],
  },
);
export type Entry = Reply<typeof Entry>;

const stepStates = ['passed', 'failed', 'not-tried'] as const;

/** Outcome of one step of a check. */
const CheckStep = Type.Object({
  title: Type.String({ description: 'What holds, or does not.' }),
  state: Type.Enum(stepStates, { description: 'A check stops at its first failure; what comes after is not tried.' }),
  detail: Type.String({ description: 'What was found, or why it failed; empty where there is nothing to say.' }),
  remedy: orNull(Type.String({ description: 'What to do about a failure.' })),
  milliseconds: orNull(Type.Integer({ description: 'Null for what was not tried.' })),
});
export type CheckStep = Reply<typeof CheckStep>;

export const TestResult = Type.Object(
  { ok: Type.Boolean(), milliseconds: Type.Integer(), steps: Type.Array(CheckStep) },
  {
    examples: [
      {
        ok: false,
        milliseconds: 82,
        steps: [
          {
            title: 'The server answers',
            state: 'passed',
            detail: 'directory.example:636',
            remedy: null,
            milliseconds: 38,
          },
          {
            title: 'The account cannot sign in',
            state: 'failed',
            detail: 'The directory says: wrong name or password (49).',
            remedy: 'Enter the password again.',
            milliseconds: 44,
          },
          { title: 'The filter finds people', state: 'not-tried', detail: '', remedy: null, milliseconds: null },
        ],
      },
    ],
  },
);
export type TestResult = Reply<typeof TestResult>;

/** A step that went well: the sentence that is shown, and the title where it is another than was announced. */
export type StepPassed = string | { readonly title: string; readonly detail: string };

/** A step that failed, to be thrown in it: `message` is the reason. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  /** Title in the place of the one that was announced, such as "The account cannot sign in". */
  readonly title: string | null;
  /** Remedy, in a sentence or two. */
  readonly remedy: string | null;
  constructor(reason: string, o: { readonly title?: string; readonly remedy?: string; readonly cause?: unknown } = {}) {
    super(reason, o.cause === undefined ? {} : { cause: o.cause });
    this.title = o.title ?? null;
    this.remedy = o.remedy ?? null;
  }
}

export interface CheckRun {
  readonly access: OrganizationAccess;
  /** As they would be saved, with the stored secrets where none was entered: they fit the plugin's schema. */
  readonly values: SettingValues;
  /** Aborted at the deadline, and when nobody waits any longer. */
  readonly signal: AbortSignal;
  /**
   * A step with its title; `work` gives the sentence that is shown. What it throws is shown too, best a
   * {@link StepFailed}, and ends the check. Secrets are taken out of both.
   */
  step(title: string, work: () => Promise<StepPassed>): Promise<void>;
}

/** "Test Connection". Saves nothing. */
export interface SettingsCheck {
  /** Milliseconds for all steps together; 10,000 unless given, 25,000 at most. */
  readonly limit?: number;
  /** Titles of all steps, in their order, so that those that are not tried any more are shown too. */
  readonly steps?: readonly string[];
  run(run: CheckRun): Promise<void>;
}
/** The id of a contribution is the id of the plugin whose settings it checks. */
export const settingsChecks = extensionPoint<SettingsCheck>('settings/check@1');

/** A word on how it goes, for example "Connected". Asked for settings that are set up, and given 2 seconds. */
export interface SettingsBadge {
  show(access: OrganizationAccess): Promise<{ readonly ok: boolean; readonly text: string }>;
}
/** The id of a contribution is the id of the plugin. One that is not `ok` makes the integration `failing`. */
export const settingsBadges = extensionPoint<SettingsBadge>('settings/badge@1');
