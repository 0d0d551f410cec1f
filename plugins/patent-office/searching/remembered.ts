/**
 * What a person has searched for is kept with the pages that they were given, so that they find it again, and pay once
 * when an answer was lost on the way to them.
 */
import { newId } from '@dossier/sdk';
import type { Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { AnsweredPage, PatentTables } from '../entities.ts';
import { isRepeated } from '../library/lifetimes.ts';
import { KEPT, own } from './history.ts';

export interface Answered {
  /** Of the search. */
  readonly id: string;
  readonly page: AnsweredPage;
  /** The person is given the page again while it is new. */
  readonly isKept: boolean;
}

/** A page that the person was given a moment ago, with the id of the search; null when it was never answered whole. */
export async function repeated(
  tx: Transaction,
  access: WorkspaceAccess,
  o: Pick<AnsweredPage, 'from' | 'size'> & { readonly cql: string; readonly now: Date },
): Promise<Answered | null> {
  const earlier = await newest(tx, access, o.cql);
  const page = earlier?.answers.find((one) => isSamePage(one, o) && isRepeated(new Date(one.at), o.now));
  return earlier && page ? { id: earlier.id, page, isKept: true } : null;
}

const newest = (tx: Transaction, access: WorkspaceAccess, cql: string) =>
  own(tx, access).where('cql', '=', cql).orderBy('id', 'desc').executeTakeFirst();

const isSamePage = (a: Pick<AnsweredPage, 'from' | 'size'>, b: Pick<AnsweredPage, 'from' | 'size'>): boolean =>
  a.from === b.from && a.size === b.size;

/**
 * Notes a search of a person, in the place of an earlier one for the same. A later page of one is the same search.
 * Behind its last hit the office says that there are none at all: the total is that of an earlier page then.
 */
export async function remembered(
  tx: Transaction,
  access: WorkspaceAccess,
  o: {
    readonly cql: string;
    readonly form: NonNullable<unknown> | null;
    readonly page: AnsweredPage;
    /** What is partial is not given again. */
    readonly isWhole: boolean;
  },
): Promise<Answered> {
  const id = newId();
  // The table is a person's own: a row for anybody else would be refused.
  if (access.actor.kind !== 'user') return { id, page: o.page, isKept: false };
  const earlier = await newest(tx, access, o.cql);
  const isBehind = o.page.from > 1 && o.page.numbers.length === 0;
  const page = isBehind && earlier ? { ...o.page, total: earlier.total } : o.page;
  const others = (earlier?.answers ?? []).filter(
    (one) => !isSamePage(one, page) && isRepeated(new Date(one.at), new Date(page.at)),
  );
  const answers = JSON.stringify(o.isWhole ? [...others, page] : others);
  const mine = { organizationId: access.organization, userId: access.actor.id } as const;
  if (earlier && page.from > 1) {
    await tx
      .sql<PatentTables>()
      .updateTable('patent_search')
      .set({ answers })
      .where('organizationId', '=', mine.organizationId)
      .where('userId', '=', mine.userId)
      .where('id', '=', earlier.id)
      .execute();
    return { id: earlier.id, page, isKept: o.isWhole };
  }
  const forget = () =>
    tx
      .sql<PatentTables>()
      .deleteFrom('patent_search')
      .where('organizationId', '=', mine.organizationId)
      .where('userId', '=', mine.userId);
  await forget().where('cql', '=', o.cql).execute();
  await tx
    .sql<PatentTables>()
    .insertInto('patent_search')
    .values({
      ...mine,
      id,
      cql: o.cql,
      form: o.form === null ? null : JSON.stringify(o.form),
      total: page.total,
      answers,
      at: page.at,
    })
    .execute();
  const oldest = await own(tx, access).orderBy('id', 'desc').offset(KEPT).limit(1).executeTakeFirst();
  if (oldest) await forget().where('id', '<=', oldest.id).execute();
  return { id, page, isKept: o.isWhole };
}
