/** Credits as pages show them. */
import { utc } from '@dossier/sdk';
import type { AccessControl, OrganizationAccess } from '@dossier/sdk';
import { manageIntegrations } from '@dossier/core/platform/settings/contract';
import type { Credits } from '../contract.ts';
import type { CreditBook } from './book.ts';
import { isLow } from './telling.ts';

export type Overview = (access: OrganizationAccess) => Promise<Credits>;

interface Deps {
  readonly book: Pick<CreditBook, 'balance'>;
  readonly control: Pick<AccessControl, 'onBehalfOf'>;
}

export const overviewOf =
  ({ book, control }: Deps): Overview =>
  async (access) => {
    const { until, ...balance } = await book.balance(access);
    return {
      ...balance,
      until: utc(until),
      isLow: isLow(balance.left, balance.quota),
      maySeeEntries: await mayManage(control, access),
    };
  };

/** A right of the organization, which is not held at a workspace. */
const mayManage = async (control: Deps['control'], { actor, organization }: OrganizationAccess): Promise<boolean> =>
  actor.kind === 'user' && ((await control.onBehalfOf(actor, organization, null))?.can(manageIntegrations) ?? false);
