/** `dossier credits SLUG N`: what the operator lets an organization use in a month. */
import type { Command, Database, OrganizationId } from '@dossier/sdk';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { PatentTables } from '../entities.ts';

const MOST = 1_000_000;
const usage = `Write: dossier credits SLUG NUMBER, a whole number from 0 to ${MOST}, or: dossier credits SLUG usual`;

interface Deps {
  readonly database: Pick<Database, 'write'>;
  readonly tenancy: Pick<Tenancy, 'organizationBySlug'>;
  /** What an organization may use of which nothing else was said. */
  readonly usual: number;
}

export const creditsCommand = ({ database, tenancy, usual }: Deps): Command => ({
  summary: 'Set how many credits for the patent office an organization has in a month: credits SLUG NUMBER',
  async run(args, print) {
    const [slug, wanted] = args;
    const credits = wanted === 'usual' ? null : Number(/^\d{1,7}$/.test(wanted ?? '') ? wanted : NaN);
    if (slug === undefined || args.length !== 2 || (credits !== null && !(credits <= MOST))) {
      print(usage);
      return 2;
    }
    const organization = await tenancy.organizationBySlug(slug);
    if (!organization) {
      print(`There is no organization "${slug}".`);
      return 1;
    }
    await setQuota(database, organization.id, credits);
    const given = credits ?? usual;
    const many = `${given} ${given === 1 ? 'credit' : 'credits'}`;
    print(`From now on ${organization.name} has ${many} in each month${credits === null ? ', as is usual here' : ''}.`);
    return 0;
  },
});

/** Null: the usual. It holds from the next call on, in the month that runs as well. */
const setQuota = (
  database: Pick<Database, 'write'>,
  organizationId: OrganizationId,
  credits: number | null,
): Promise<unknown> =>
  database.write<unknown>({ organization: organizationId, audience: 'staff' }, (tx) =>
    credits === null
      ? tx.sql<PatentTables>().deleteFrom('patent_quota').where('organizationId', '=', organizationId).execute()
      : tx
          .sql<PatentTables>()
          .insertInto('patent_quota')
          .values({ organizationId, credits })
          .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ credits }))
          .execute(),
  );
