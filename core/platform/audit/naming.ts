import { isId, isRecord } from '@dossier/sdk';
import type {
  Contributions,
  EventLog,
  InterfaceDocuments,
  LogEntry,
  OrganizationAccess,
  Described,
  RecordChange,
  Subject,
  Registry,
} from '@dossier/sdk';

/**
 * Records that entries are about, by id; what the members of an application's answers are called, and what changed
 * inside of records.
 */
export interface Names {
  of(type: string, id: string): Described | null;
  /** A record of whatever type. */
  anyOf(id: string): Described | null;
  /** The title of a permission, a feature, or a part of the subject's form. */
  titleOf(entry: LogEntry, key: string): string | null;
  /** The title of a part of the subject's form. */
  memberOf(entry: LogEntry, key: string): string | null;
  /** What changed inside of the entry's subject; null where the entry itself says what it says. */
  changesOf(entry: LogEntry): readonly RecordChange[] | null;
}

interface Deps {
  readonly records: Contributions<Subject>;
  readonly log: Pick<EventLog, 'latest'>;
  readonly registry: Pick<Registry, 'features' | 'permissions'>;
  readonly documents: Pick<InterfaceDocuments, 'openApi'>;
}

export interface Naming {
  /** Everything that these entries name; asks each module once, whatever their number. */
  for(access: OrganizationAccess, entries: readonly LogEntry[], o: Wanted): Promise<Names>;
  /** Records that somebody may mean who has begun to type, by their types. */
  find(access: OrganizationAccess, text: string): Promise<readonly (Described & { readonly type: string })[]>;
}

/** The part of the names that is made use of. */
export interface Wanted {
  /** Before and after of what changed inside of records; `unasked` where not even the titles are wanted. */
  readonly contents: 'shown' | 'withheld' | 'unasked';
  /** Types of records that are named; all of them unless given. */
  readonly types?: ReadonlySet<string>;
  /** Entries of which parts of forms are named; those with answers unless given. */
  readonly members?: (entry: LogEntry) => boolean;
}

/** Of each type that is looked for. */
const FOUND = 5;

export function createNaming({ records, log, registry, documents }: Deps): Naming {
  const titles = new Map([...registry.permissions, ...registry.features].map(({ id, title }) => [id, title]));
  let operations: ReadonlyMap<string, string> | null = null;
  const operation = (id: string): Described | null => {
    operations ??= new Map(
      Object.values(documents.openApi().paths)
        .flatMap((methods) => Object.values(methods))
        // What stands behind is for who writes programs.
        .map(({ operationId, summary }) => [operationId, summary.split(/[;:(]|\. /)[0]!.trim()]),
    );
    const name = operations.get(id);
    return name === undefined ? null : { id, title: name, workspace: null, path: null };
  };

  /** People who are no members any more are called as the trail calls them where they did something themselves. */
  const former = async (access: OrganizationAccess, id: string): Promise<Described | null> => {
    const [last] = await log.latest(access, { actor: id }, { limit: 1 });
    return last?.actor.kind === 'user' ? { id, title: last.actor.name, workspace: null, path: null } : null;
  };

  return {
    async for(access, entries, { contents, types, members: namesMembers = hasAnswers }) {
      const ids = [
        ...new Set(
          entries.flatMap(({ subject, before, after, payload }) => idsIn([subject.id, before, after, payload])),
        ),
      ];
      const found = new Map<string, Described & { readonly type: string }>();
      if (ids.length > 0)
        for (const { id: type, value } of records.list(access))
          if (types?.has(type) ?? true)
            for (const one of (await value.describe?.(access.organization, ids)) ?? [])
              found.set(one.id, { ...one, type });
      for (const { subject } of entries)
        if (subject.type === 'user' && !found.has(subject.id) && (types?.has('user') ?? true)) {
          const one = await former(access, subject.id);
          if (one) found.set(one.id, { ...one, type: 'user' });
        }
      const members = new Map<string, ReadonlyMap<string, string>>();
      for (const entry of entries) {
        const { subject } = entry;
        if (members.has(subject.id) || !namesMembers(entry)) continue;
        const titled = records.list(access).find(({ id }) => id === subject.type)?.value.members;
        if (titled) members.set(subject.id, await titled(access.organization, subject.id));
      }
      const changes = new Map<string, readonly RecordChange[]>();
      for (const { id: type, value } of contents === 'unasked' ? [] : records.list(access)) {
        const about = value.changes ? entries.filter(({ subject }) => subject.type === type) : [];
        if (about.length > 0)
          for (const [id, inside] of (await value.changes?.(access, about)) ?? [])
            changes.set(id, contents === 'shown' ? inside : inside.map(withhold));
      }
      return {
        of: (type, id) => {
          if (type === 'operation') return operation(id);
          const one = found.get(id);
          return one?.type === type ? one : null;
        },
        anyOf: (id) => found.get(id) ?? null,
        titleOf: ({ subject }, key) => titles.get(key) ?? members.get(subject.id)?.get(key) ?? null,
        memberOf: ({ subject }, key) => members.get(subject.id)?.get(key) ?? null,
        changesOf: ({ id }) => changes.get(id) ?? null,
      };
    },
    async find(access, text) {
      const all = await Promise.all(
        records
          .list(access)
          .map(async ({ id: type, value }) =>
            ((await value.find?.(access.organization, text, FOUND)) ?? []).map((one) => ({ ...one, type })),
          ),
      );
      return all.flat();
    },
  };
}

const hasAnswers = ({ before, after }: LogEntry): boolean =>
  [before, after].some((side) => isRecord(side) && 'answers' in side);

const withhold = ({ title }: RecordChange): RecordChange => ({ title, before: null, after: null, withheld: true });

/** Ids at whatever depth. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return isId(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return isRecord(value) ? Object.values(value).flatMap(idsIn) : [];
}
