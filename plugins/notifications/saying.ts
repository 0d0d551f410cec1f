import type { OrganizationAccess } from '@dossier/sdk';
import type { Acts } from './acts.ts';
import type { NoticeRow } from './entities.ts';
import type { Open } from './reach.ts';
import type { TextsFor, ToldNotice } from './texts.ts';

/** The words of these notices for their reader, by id. */
export type Saying = (
  access: OrganizationAccess,
  open: Open,
  rows: readonly NoticeRow[],
) => Promise<ReadonlyMap<string, ToldNotice>>;

/**
 * A notice that says nothing to its reader, because they may not read it or it holds no more, is read by that: the bell
 * counts what the inbox shows. Those of a kind that fails at this moment stay as they are.
 */
export const sayingWith =
  (texts: Pick<TextsFor, 'of'>, acts: Pick<Acts, 'seen'>): Saying =>
  async (access, open, rows) => {
    const { said, unknown } = await texts.of(access, open, rows);
    const silent = rows.filter(({ id, seenAt }) => seenAt === null && !said.has(id) && !unknown.has(id));
    // Support that only looks, in the place of somebody, notes nothing.
    if (silent.length > 0 && access.readOnly !== true)
      await acts.seen(
        access,
        silent.map(({ id }) => id),
      );
    return said;
  };
