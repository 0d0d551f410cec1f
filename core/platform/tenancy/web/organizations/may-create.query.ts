import { graphDocument } from '@dossier/sdk/web';

export const mayCreateOrganizationsQuery = graphDocument<{ mayCreateOrganizations: boolean }>(
  'query MayCreateOrganizations { mayCreateOrganizations }',
);
