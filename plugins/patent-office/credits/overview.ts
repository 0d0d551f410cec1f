/** Credits as pages show them. */
import { utc } from '@dossier/sdk';
import type { AccessControl, WorkspaceAccess } from '@dossier/sdk';
import { manageIntegrations } from '@dossier/core/platform/settings/contract';
import { savePatents } from '../contract.ts';
import type { Credits } from '../contract.ts';
import type { CreditBook } from './book.ts';
import { isLow } from './telling.ts';

export type Overview = (access: WorkspaceAccess) => Promise<Credits>;

interface Deps {
  readonly book: Pick<CreditBook, 'balance'>;
  readonly control: Pick<AccessControl, 'onBehalfOf'>;
}

export const overviewOf =
  ({ book, control }: Deps): Overview =>
  async (access) => {
    const { left, quota, used, reserved, refillAt } = await book.balance(access);
    return {
      ...{ left, quota, used, reserved },
      refillAt: utc(refillAt),
      isLow: isLow(left, quota),
      maySeeEntries: await mayManage(control, access),
      maySave: access.can(savePatents),
    };
  };

/** A right of the organization, which is not held at a workspace. */
const mayManage = async (control: Deps['control'], { actor, organization }: WorkspaceAccess): Promise<boolean> =>
  actor.kind === 'user' && ((await control.onBehalfOf(actor, organization, null))?.can(manageIntegrations) ?? false);
