import { fold } from '@dossier/sdk';
import type { Migration } from '@dossier/sdk';

const AT_ONCE = 1_000;

/**
 * Name and address as they are searched: the database has no function that leaves out accents. Those who are there
 * already are folded by the function that folds those who come.
 */
export const folded: Migration = {
  id: '0004-folded',
  async up(run) {
    await run(`alter table "user" add column "folded" text not null default ''`);
    for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
      const found = rowsOf(
        await run(
          `select "id"::text as "id", "name", "email" from "user" where "id" > '${last}' order by "id" limit ${AT_ONCE}`,
        ),
      );
      if (found.length === 0) break;
      const made = found.map(({ id, name, email }) => ({ id, folded: fold(`${name} ${email ?? ''}`) }));
      await run(
        `update "user" u set "folded" = t."folded" from json_to_recordset('${JSON.stringify(made).replaceAll("'", "''")}') as t("id" uuid, "folded" text) where u."id" = t."id"`,
      );
      last = found.at(-1)!.id;
    }
    await run(`alter table "user" alter column "folded" drop default`);
  },
};

type Row = { readonly id: string; readonly name: string; readonly email: string | null };

/** What a statement of a migration answers with is its rows; none when it is only rehearsed. */
const rowsOf = (answer: unknown): readonly Row[] =>
  typeof answer === 'object' && answer !== null && 'rows' in answer ? (answer.rows as Row[]) : [];
