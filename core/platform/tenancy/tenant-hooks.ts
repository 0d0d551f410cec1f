import type { Contributions, OrganizationAccess } from '@dossier/sdk';
import type { TenantHooks } from './contract.ts';

/** Every module that has a say. Throws 503 while one of them cannot answer: without it, a change would be half done. */
export const tenantHooksFor = (hooks: Contributions<TenantHooks>, access: OrganizationAccess): readonly TenantHooks[] =>
  hooks.ids().map((id) => hooks.demand(access, id));
