import { joinedNumber, wordsOf } from '@dossier/sdk';
import type { AccessControl, Contributions, Database, OrganizationAccess, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import { amountIn } from './amounts.ts';
import type { RecordPage, SearchGroup, SearchHit, SearchSource, Sought } from './contract.ts';
import type { Spellings } from './spelling.ts';

export interface Asked {
  readonly text: string;
  /** Ids of sources; all of them unless given. */
  readonly kinds?: readonly string[];
  /** Only sources that go by it. */
  readonly sign?: string;
  /** Rows of each kind. */
  readonly limit: number;
}

interface Deps {
  readonly database: Database;
  readonly sources: Contributions<SearchSource>;
  readonly control: AccessControl;
  readonly grants: Pick<AccessAdministration, 'workspacesOf'>;
  readonly spelling: Spellings;
}

/** A source with the workspaces in which it is open to the reader. */
interface Open {
  readonly source: SearchSource;
  readonly places: readonly WorkspaceAccess[];
}

export interface Search {
  /** What the person may see, by kind; kinds of which nothing was found are left out. */
  find(access: OrganizationAccess, asked: Asked, signal?: AbortSignal): Promise<readonly SearchGroup[]>;
  /** What stands on these pages, by kind, of what the person may see now. */
  at(access: OrganizationAccess, pages: readonly RecordPage[], signal?: AbortSignal): Promise<readonly SearchGroup[]>;
}

export function createSearch({ database, sources, control, grants, spelling }: Deps): Search {
  /** The person in each of their workspaces. */
  const everywhere = async (access: OrganizationAccess): Promise<readonly WorkspaceAccess[]> => {
    const all = await grants.workspacesOf(access.organization, access.actor.id as UserId);
    return (await Promise.all(all.map((id) => control.atWorkspace(access, id)))).filter((there) => there !== undefined);
  };

  /** Each source with the workspaces in which it is open to the reader. */
  const openTo = (access: OrganizationAccess, places: readonly WorkspaceAccess[]) => {
    const open = new Map<string, { readonly source: SearchSource; readonly places: WorkspaceAccess[] }>();
    // What is found without any workspace is found by who works in none, too.
    for (const { id, value } of sources.list(access)) open.set(id, { source: value, places: [] });
    for (const place of places)
      for (const { id, value } of sources.list(place)) {
        const there = open.get(id);
        if (there) there.places.push(place);
        else open.set(id, { source: value, places: [place] });
      }
    return open;
  };

  /**
   * Asks all of these, one after another and in one transaction, since to begin and end one costs as much as a source
   * that finds nothing. What a source reads for the staff is kept from a transaction of a client: theirs have one each.
   */
  const gather = (
    access: OrganizationAccess,
    open: Iterable<readonly [string, Open]>,
    isAlike: boolean,
    ask: (open: Open) => Promise<readonly SearchHit[]>,
    signal?: AbortSignal,
  ): Promise<readonly SearchGroup[]> => {
    const all = async (): Promise<readonly SearchGroup[]> => {
      const groups: SearchGroup[] = [];
      for (const [kind, one] of open) {
        const { title, icon } = one.source;
        const hits = await ask(one);
        if (hits.length > 0) groups.push({ kind, title, icon, hits: [...hits], isAlike });
      }
      return groups;
    };
    return access.audience === 'staff' ? database.read(access, all, signal) : all();
  };

  return {
    async find(access, { text, kinds, sign, limit }, signal) {
      const words = wordsOf(text);
      if (words.length === 0) return [];
      const open = [...openTo(access, await everywhere(access))].filter(
        ([kind, { source }]) => (!kinds || kinds.includes(kind)) && (sign === undefined || source.sign === sign),
      );
      const ask = (sought: Sought, isAlike: boolean) =>
        gather(access, open, isAlike, ({ source, places }) => source.find(access, places, sought, signal), signal);

      const exact = await ask({ text, words: words.map((word) => [word]), amount: amountIn(text), limit }, false);
      if (exact.length > 0) return exact;
      // A number that is typed in groups may be kept as one.
      const joined = joinedNumber(words);
      const whole = joined ? await ask({ text, words: joined.map((word) => [word]), amount: null, limit }, false) : [];
      if (whole.length > 0) return whole;
      // Nothing at all: then a word may be mistyped, and each is met by what is spelled nearly as it is, too.
      const spellings = await Promise.all(
        words.map(async (word) => [...new Set([word, ...(await spelling.near(access, word))])]),
      );
      if (spellings.every(({ length }) => length === 1)) return [];
      return ask({ text, words: spellings, amount: null, limit }, true);
    },

    async at(access, pages, signal) {
      if (pages.length === 0) return [];
      const open = openTo(access, await everywhere(access));
      const isAsked = ({ workspaceId, path }: SearchHit): boolean =>
        pages.some((page) => page.workspaceId === workspaceId && page.path === path);
      const ask = async ({ source, places }: Open): Promise<readonly SearchHit[]> =>
        ((await source.at?.(access, places, pages, signal)) ?? []).filter(isAsked);
      return gather(access, open, false, ask, signal);
    },
  };
}
