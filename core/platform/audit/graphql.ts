import { ofSubject } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { applicationsFeature, readApplications, readOwnApplications } from '../applications/contract.ts';
import { readAudit } from './contract.ts';
import type { Trail } from './trail.ts';

export const graphql = {
  sdl: `
    type AuditActor { kind: String! id: ID! name: String! }
    type AuditNamed { type: String! id: ID! workspaceId: ID path: String }
    "Part of a sentence: text, actor, value or record, which leads to what is named there."
    type AuditSentencePart { text: String! is: String! record: AuditNamed }
    "One entry of the audit trail. place is the cursor to go on from."
    type AuditEntry { id: ID! place: String! at: String! type: String! title: String! actor: AuditActor! before: JSON after: JSON details: JSON audience: String! sentence: [AuditSentencePart!]! }
    extend type Query {
      "Audit trail of an application, oldest first, at most 200 entries a page. external leaves out what is for staff only; unless given, that is left out for those who may not read it."
      audit(applicationId: ID!, external: Boolean, after: String, limit: Int = 100): [AuditEntry!]!
    }`,
  fields: {
    'Query.audit': ofSubject('application', {
      in: 'query',
      name: 'applicationId',
      feature: applicationsFeature,
      anyOf: [readAudit, readApplications, readOwnApplications],
    }),
  },
} satisfies GraphqlSpec;

export function resolvers(trail: Trail): FieldResolvers {
  const audit: FieldResolver<{
    applicationId: string;
    external?: boolean | null;
    after?: string | null;
    limit?: number | null;
  }> = (_parent, { applicationId, external, after, limit }, access) =>
    trail.of(access, applicationId, {
      limit: limit ?? 100,
      ...((external ?? !access.can(readAudit)) ? { audience: 'external' } : {}),
      ...(typeof after === 'string' ? { after } : {}),
    });
  return { 'Query.audit': audit };
}
