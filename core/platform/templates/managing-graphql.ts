import { inOrganization, invalid, notFound } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { manageTemplates } from './contract.ts';
import type { Templates } from './contract.ts';
import { galleryList } from './gallery-routes.ts';
import { differencesOf, sideText } from './history-routes.ts';
import type { History } from './history.ts';
import { coverageOf } from './languages-routes.ts';
import type { Languages } from './languages.ts';
import type { ShowOffers } from './offers-routes.ts';
import type { Offers } from './offers.ts';
import { handlerList } from './routes.ts';
import type { Steps } from './routes.ts';
import type { Transfer } from './transfer.ts';

const managing = inOrganization({ permission: manageTemplates });

/** What who edits templates reads of them, as the routes reply it. */
export const managingGraphql = {
  sdl: `
    type TemplatePublication { version: Int! name: String! publishedAt: String! by: JSON note: String! }
    "What is other on one side: of a field by its id, of anything else by its key."
    type TemplateDifference { what: String! kind: String! id: String! title: String! members: JSON! }
    type TemplateOffer { clientWorkspaceId: ID! clientWorkspaceName: String! workspaceId: ID! workspaceName: String!
      applying: OfferApplying! }
    "What keeps clients from applying, and which roles lack the right to it."
    type OfferApplying { hindrance: String lacking: [OfferRole!]! }
    type OfferRole { teamRoleId: ID! roleName: String! teamName: String! permission: String! }
    "How many texts of the draft are translated, stale or missing in a language."
    type TemplateLanguage { language: String! texts: Int! translated: Int! stale: Int! missing: Int! }
    type ReadyTemplate { key: String! title: String! description: String! steps: Int! fields: Int! minutes: Int! }
    type StepHandlerRow { id: String! title: String! description: String! available: Boolean! outside: Boolean! settings: JSON }
    extend type Query {
      "The published versions of a template, newest first."
      templateVersions(templateId: ID!): [TemplatePublication!]!
      "The content of a published version."
      templateContent(templateId: ID!, version: Int!): JSON!
      "Between two versions, or one and the \`draft\`; from the newest version to the draft unless given."
      templateDifferences(templateId: ID!, from: String, to: String): [TemplateDifference!]!
      templateOffers(templateId: ID!): [TemplateOffer!]!
      templateLanguages(templateId: ID!): [TemplateLanguage!]!
      "The draft of a template as one file."
      templateExport(templateId: ID!): JSON!
      "Ready templates to begin with."
      templateGallery: [ReadyTemplate!]!
      "The checks that SYSTEM steps can name."
      stepHandlers: [StepHandlerRow!]!
    }`,
  fields: {
    'Query.templateVersions': managing,
    'Query.templateContent': managing,
    'Query.templateDifferences': managing,
    'Query.templateOffers': managing,
    'Query.templateLanguages': managing,
    'Query.templateExport': managing,
    'Query.templateGallery': managing,
    'Query.stepHandlers': managing,
  },
} satisfies GraphqlSpec;

interface Deps {
  readonly templates: Templates;
  readonly history: History;
  readonly offers: Offers;
  readonly shownOffers: ShowOffers;
  readonly languages: Languages;
  readonly transfer: Transfer;
  readonly steps: Steps;
}

interface Of {
  readonly templateId: string;
}

export function managingResolvers(o: Deps): FieldResolvers {
  const { history, languages, offers, steps, templates, transfer } = o;
  const versions: FieldResolver<Of> = (_parent, { templateId }, { organization }) =>
    history.publications(organization, templateId);
  const content: FieldResolver<Of & { version: number }> = (_parent, { templateId, version }, { organization }) =>
    history.content(organization, templateId, version);
  const differences: FieldResolver<Of & { from?: string; to?: string }> = (
    _parent,
    { templateId, ...sides },
    { organization },
  ) => {
    demandSides(sides);
    return differencesOf(history, organization, templateId, {
      from: sides.from ?? undefined,
      to: sides.to ?? undefined,
    });
  };
  const offered: FieldResolver<Of> = async (_parent, { templateId }, access) =>
    o.shownOffers(access.organization, await offers.list(access.organization, templateId));
  const coverage: FieldResolver<Of> = async (_parent, { templateId }, { organization }) =>
    (await languages.list(organization, templateId)).map(coverageOf);
  const file: FieldResolver<Of> = async (_parent, { templateId }, { organization }) => {
    const template = await templates.get(organization, templateId);
    if (!template) throw notFound();
    return transfer.file(template, await languages.all(organization, templateId));
  };
  return {
    'Query.templateVersions': versions,
    'Query.templateContent': content,
    'Query.templateDifferences': differences,
    'Query.templateOffers': offered,
    'Query.templateLanguages': coverage,
    'Query.templateExport': file,
    'Query.templateGallery': () => galleryList(),
    'Query.stepHandlers': () => handlerList(steps),
  };
}

function demandSides(sides: { readonly from?: string | null; readonly to?: string | null }): void {
  const faults = Object.entries(sides).flatMap(([name, side]) =>
    typeof side === 'string' && !new RegExp(sideText).test(side)
      ? [{ pointer: `/variables/${name}`, code: 'bad-side', detail: 'A side is the number of a version, or draft.' }]
      : [],
  );
  if (faults.length > 0) throw invalid(faults);
}
