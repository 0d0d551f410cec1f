import { CompiledQuery } from 'kysely';
import type { Database, OrganizationAccess } from '@dossier/sdk';
import type { Spelling } from './contract.ts';
import type { SearchTables } from './entities.ts';
import { isWord, nearest, slipsOf } from './slips.ts';

/** Words of which a node remembers that they are known. */
const REMEMBERED = 50_000;
/** Words with a slip in common that are looked at, and spellings that are tried. */
const LOOKED_AT = 200;
const TRIED = 8;

const insertion = `insert into "search_slip" ("organizationId", "slip", "word", "audience")
  select $1::uuid, one->>0, one->>1, $3::text from jsonb_array_elements($2::text::jsonb) as one on conflict do nothing`;

export interface Spellings extends Spelling {
  /** Words in use that are nearly what was typed, of those that the reader may know of; none of a short word. */
  near(access: OrganizationAccess, typed: string): Promise<readonly string[]>;
}

export function createSpelling(database: Database): Spellings {
  const known = new Set<string>();
  const remember = (name: string): void => {
    if (known.size >= REMEMBERED) known.clear();
    known.add(name);
  };

  return {
    async learn(tx, organization, { terms, audience }) {
      const nameOf = (word: string): string => `${organization}/${audience}/${word}`;
      // In order, so that two who learn the same words wait for each other and not crosswise.
      const fresh = [...new Set(terms)].filter((term) => isWord(term) && !known.has(nameOf(term))).toSorted();
      if (fresh.length === 0) return;
      const rows = fresh.flatMap((word) => slipsOf(word).map((slip) => [slip, word]));
      await tx.later(CompiledQuery.raw(insertion, [organization, JSON.stringify(rows), audience]));
      database.afterCommit(() => fresh.forEach((word) => remember(nameOf(word))));
    },

    async near(access, typed) {
      if (!isWord(typed)) return [];
      const words = await database.read(access, (tx) =>
        tx
          .sql<SearchTables>()
          .selectFrom('search_slip')
          .select('word')
          .distinct()
          .where('organizationId', '=', access.organization)
          .where('slip', 'in', slipsOf(typed))
          .limit(LOOKED_AT)
          .execute(),
      );
      return nearest(
        typed,
        words.map(({ word }) => word),
        TRIED,
      );
    },
  };
}
