import type { TSchema, Static } from 'typebox';
import type { OrganizationAccess, OrganizationId, Permission } from './access.ts';
import type { SettingValues } from './settings.ts';

declare const entered: unique symbol;

/** Several entries of one kind among the settings of a plugin, for example its webhooks; each has an id of its own. */
export interface SettingCollection<V extends SettingValues = SettingValues> {
  readonly kind: 'setting-collection';
  /** Unique within the plugin, in kebab case: part of the address of its entries. */
  readonly id: string;
  /** For the page: `Webhooks`. */
  readonly title: string;
  /** One of them, as in "Add a webhook": `webhook`. */
  readonly one: string;
  readonly description: string;
  /** Schema of an entry; for its members holds what holds for those of settings. */
  readonly schema: TSchema;
  /** Member by which a list names an entry. */
  readonly namedBy: string;
  /** An organization has so many at most. */
  readonly most: number;
  readonly [entered]?: V;
}

/** Declares a collection; an organization has 50 entries at most unless given, and 500 is the most that can be. */
export const settingCollection = <S extends TSchema>(
  id: string,
  o: { title: string; one: string; description?: string; schema: S; namedBy: keyof Static<S> & string; most?: number },
): SettingCollection<Static<S> & SettingValues> => ({
  kind: 'setting-collection',
  id,
  title: o.title,
  one: o.one,
  description: o.description ?? '',
  schema: o.schema,
  namedBy: o.namedBy,
  most: o.most ?? 50,
});

/** What a spec says of its settings beside their schema. */
export interface SettingOptions {
  /**
   * Of the organization, declared by any plugin: who holds it sees and changes these settings, and nobody else does.
   * That to set up integrations unless given.
   */
  readonly permission?: Permission;
  readonly collections?: readonly SettingCollection[];
  /** Set where `setup` gives such a rule: while the plugin cannot serve nothing is saved or tested then (503). */
  readonly judging?: true;
  readonly connecting?: true;
  readonly saving?: true;
}

/** A change of settings, or of an entry, that is about to be stored. Values have their defaults, secrets in clear. */
export interface SettingsSaving {
  readonly access: OrganizationAccess;
  /** Id of the collection and of the entry; null where it is the settings themselves. */
  readonly collection: string | null;
  readonly entry: string | null;
  /** Null where there was nothing. */
  readonly before: SettingValues | null;
  /** Null where they are taken away. */
  readonly after: SettingValues | null;
}

/** A change that has passed every rule that needs nobody outside, before its transaction. */
export interface SettingsConnecting extends Omit<SettingsSaving, 'after'> {
  readonly after: SettingValues;
  /** Aborted at the deadline, 20 seconds after the rule was called. */
  readonly signal: AbortSignal;
}

/** Something wrong with a value beyond its schema. */
export interface SettingFault {
  /** JSON pointer into the values: `/url`. */
  readonly pointer: string;
  /** What is wrong, and what to do: a sentence after the name of the member, such as "is used by another webhook". */
  readonly detail: string;
}

/** A value that a form offers for a member. */
export interface SettingChoice {
  readonly const: string;
  readonly title: string;
  /** Offered only while other members have these values: roles of the team that is chosen. */
  readonly 'x-with'?: Readonly<Record<string, string>>;
}

/** Choices by the member that they are for. */
export type SettingChoices = Readonly<Record<string, readonly SettingChoice[]>>;

/** What a plugin does about its settings, by `plugin.settingRules`. */
export interface SettingRules {
  /**
   * Values of the members that its schema marks `readOnly`; one that is left out is shown as null. Asked whenever they
   * are shown, so it is quick; what it throws leaves all of them null. `values` are what is entered, without secrets.
   */
  computed?(o: {
    readonly access: OrganizationAccess;
    readonly collection: string | null;
    readonly entry: string | null;
    readonly values: SettingValues;
  }): SettingValues | Promise<SettingValues>;
  /**
   * Values from which members are chosen, by member: a form offers them, and shows no text field. They are in the
   * `oneOf` of the schema that is shown, and bind nobody: whether a value is one of them `saving` judges. Asked
   * whenever a form is shown, so it is quick; where it throws, the members are entered as text.
   */
  choices?(o: { readonly access: OrganizationAccess; readonly collection: string | null }): Promise<SettingChoices>;
  /**
   * Faults beyond the schema that are seen without asking anybody: a filter that nobody could read. They are shown with
   * those of the schema, all at once, when values are saved and when they are tested. `values` are those that fit the
   * schema, secrets in clear. Declared as `settingOptions: { judging: true }`.
   */
  judging?(o: { readonly collection: string | null; readonly values: SettingValues }): readonly SettingFault[];
  /**
   * Outside of transactions, before a change is stored: reaches what the values lead to. Faults refuse it (`invalid`,
   * 422), and so does a problem that is thrown. It is stored only as it was connected: where somebody else has changed
   * it in the meantime, it is refused (`stale`, 412). Not asked when nothing changes, nor when something is taken away.
   * Declared as `settingOptions: { connecting: true }`.
   */
  connecting?(change: SettingsConnecting): Promise<void | readonly SettingFault[]>;
  /**
   * Before a change is stored, in its transaction: faults refuse it (`invalid`, 422), a problem that is thrown too, and
   * what is written is written with it. It calls nothing outside: that is what `connecting` is for. Declared as
   * `settingOptions: { saving: true }`.
   */
  saving?(change: SettingsSaving): void | readonly SettingFault[] | Promise<void | readonly SettingFault[]>;
}

/** An entry as the plugin reads it, secrets in clear. */
export interface SettingEntry<V extends SettingValues = SettingValues> {
  readonly id: string;
  readonly values: V;
}

/** Verbs of settings, beside `plugin.settings`. */
export interface SettingVerbs {
  /** Computes read-only members and has a say at saving; what is declared of it is given. */
  settingRules(rules: SettingRules): void;
  /**
   * What an organization has entered in a collection, the oldest first. An entry that does not fit the schema any more,
   * or whose secrets do not open, is left out; the page says so.
   */
  settingEntries<V extends SettingValues>(
    collection: SettingCollection<V>,
    organization: OrganizationId,
  ): Promise<readonly SettingEntry<V>[]>;
  /**
   * Walks through the organizations that have set this plugin up, one after another, in the order of their ids, each
   * with the system's Access there: for what recurs, such as looking into the directory of each. Where it throws, that
   * is logged and the next one is its turn; a plugin that stops ends the walk before the next one. Resolves with how
   * many went well and how many did not. Throws `K_WALK_INSIDE` in a transaction.
   */
  eachOrganization(visit: (access: OrganizationAccess) => void | Promise<void>): Promise<OrganizationsVisited>;
}

/** Organizations that a walk has been through: `visited` well, `failed` with what was logged. */
export interface OrganizationsVisited {
  readonly visited: number;
  readonly failed: number;
}
