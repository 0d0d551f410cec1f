import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { Problem, shapeOf, Type } from '@dossier/sdk';
import type { Transaction } from '@dossier/sdk';

/** In the planner's unit, of which the embedded database gets through some 30 in a millisecond: about two seconds. */
const MOST = 60_000;

const Explained = shapeOf(Type.Array(Type.Object({ Plan: Type.Object({ 'Total Cost': Type.Number() }) })));

/**
 * The embedded database cannot be stopped once it has begun, and nobody else is served meanwhile: what its planner
 * expects to take long is not begun. Throws `too-much-at-once` (422).
 */
export async function demandBearable(tx: Transaction, statement: RawBuilder<unknown>): Promise<void> {
  const [explained] = (await sql<{ 'QUERY PLAN': unknown }>`explain (format json) ${statement}`.execute(tx.sql())).rows;
  const plan = explained?.['QUERY PLAN'];
  const expected = Explained.demand(typeof plan === 'string' ? JSON.parse(plan) : plan).map(
    ({ Plan }) => Plan['Total Cost'],
  );
  if (Math.max(...expected) > MOST) throw new Problem(422, 'too-much-at-once', 'Too much at once', { detail: words });
}

/**
 * For who orders reports, who may know nothing of databases; the README tells who runs the installation what else can
 * be done.
 */
const words =
  'This report asks for so much at once that everybody else would have to wait for it. Choose a shorter period or narrower filters, or leave out sections. ' +
  'When it is needed as it is, ask the operator of this installation for a larger database.';
