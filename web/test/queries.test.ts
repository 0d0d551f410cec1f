import { buildSchema, parse, validate } from 'graphql';
import { t } from '@dossier/core/testing/t';
import { graphql as access } from '../../core/platform/access/graphql.ts';
import { graphql as applications } from '../../core/platform/applications/graphql.ts';
import { graphql as audit } from '../../core/platform/audit/graphql.ts';
import { graphql as documents } from '../../core/platform/documents/graphql.ts';
import { graphql as people } from '../../core/platform/people/graphql.ts';
import { graphql as templates } from '../../core/platform/templates/graphql.ts';
import { graphql as tenancy } from '../../core/platform/tenancy/graphql.ts';
import {
  applicationQuery,
  applicationsQuery,
  auditQuery,
  myApplicationsQuery,
} from '../../core/platform/applications/web/application.query.ts';
import { myApplicationQuery } from '../../core/platform/applications/web/my/my-application.query.ts';
import { firstStepsQuery } from '../../core/platform/applications/web/queue/first-steps.query.ts';
import { most, papersQuery } from '../../core/platform/applications/web/my/wanted.ts';
import { mayCreateOrganizationsQuery } from '../../core/platform/tenancy/web/organizations/may-create.query.ts';
import { heldPermissionsQuery, viewerQuery } from '../src/shell/contributions.ts';

const declared = [access, applications, audit, documents, people, templates, tenancy]
  .map(({ sdl }) => sdl)
  .join('\n')
  .replaceAll(/^\s*scalar JSON\s*$/gm, '');
const schema = buildSchema(`scalar JSON\ntype Query { ok: Boolean }\n${declared}`);

for (const [name, document] of Object.entries({
  applicationsQuery,
  applicationQuery,
  myApplicationsQuery,
  myApplicationQuery,
  papersQuery: papersQuery(most),
  auditQuery,
  viewerQuery,
  heldPermissionsQuery,
  firstStepsQuery,
  mayCreateOrganizationsQuery,
})) {
  t.test(`${name} asks for what the platform's modules offer`, async (t) => {
    t.same(
      validate(schema, parse(document.text)).map((error) => error.message),
      [],
    );
  });
}
