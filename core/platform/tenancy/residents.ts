import type { Contributions, OrganizationAccess } from '@dossier/sdk';
import type { LifeCycle } from './contract.ts';

/** Every module that has a say. Throws 503 while one of them cannot answer: without it, a change would be half done. */
export const residentsFor = (residents: Contributions<LifeCycle>, access: OrganizationAccess): readonly LifeCycle[] =>
  residents.ids().map((id) => residents.demand(access, id));
