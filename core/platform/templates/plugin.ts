import { all, contributions, Clock, Database, definePlugin, shellPage, subjects, tenantTable } from '@dossier/sdk';
import { AccessAdministration } from '../access/contract.ts';
import { tenantHooks, Tenancy } from '../tenancy/contract.ts';
import { stepHandlers } from '../workflow/contract.ts';
import { builtinKinds } from './builtin-kinds.ts';
import { publishFaults } from './check-content.ts';
import {
  fieldControl,
  fieldKinds,
  FieldSchemas,
  formStep,
  manageTemplates,
  readTemplateSchema,
  templateChanged,
  templateCreated,
  templateOffered,
  templatePublished,
  Templates,
} from './contract.ts';
import { TemplateEntity, TemplateLanguageEntity, TemplateOfferEntity, TemplateVersionEntity } from './entities.ts';
import { days } from './days.ts';
import { deciders } from './deciders.ts';
import { createFieldSchemas } from './field-schemas.ts';
import { galleryHandlers, galleryRoutes } from './gallery-routes.ts';
import { differences } from './difference.ts';
import { graphql, resolvers } from './graphql.ts';
import { historyHandlers, historyRoutes } from './history-routes.ts';
import { createHistory } from './history.ts';
import { installedKinds } from './kinds.ts';
import { languageHandlers, languageRoutes } from './languages-routes.ts';
import { createLanguages } from './languages.ts';
import { managingGraphql, managingResolvers } from './managing-graphql.ts';
import { migrations } from './migrations/index.ts';
import { offersHandlers, offersRoutes, showsOffers } from './offers-routes.ts';
import { createOffers } from './offers.ts';
import { checks, handlers, routes, shows } from './routes.ts';
import { templateSubject } from './subject.ts';
import { createTemplates } from './templates.ts';
import { unpublished } from './unpublished.ts';
import { transferHandlers, transferRoutes } from './transfer-routes.ts';
import { createTransfer } from './transfer.ts';

export default definePlugin({
  id: 'templates',
  version: '1.0.0',
  kernel: '^1.0.0',
  critical: true,
  needs: {
    database: Database,
    clock: Clock,
    tenancy: Tenancy,
    administration: AccessAdministration,
    handlers: all(stepHandlers),
    fields: all(fieldKinds),
  },
  provides: [Templates, FieldSchemas],
  extends: [
    contributions(fieldKinds, ...Object.keys(builtinKinds)),
    contributions(tenantHooks, 'templates'),
    contributions(subjects, 'template'),
  ],
  points: [fieldKinds],
  permissions: [manageTemplates, readTemplateSchema],
  events: [templateCreated, templateChanged, templatePublished, templateOffered],
  tables: [
    tenantTable(TemplateEntity),
    tenantTable(TemplateVersionEntity, { appendOnly: true }),
    tenantTable(TemplateOfferEntity),
    tenantTable(TemplateLanguageEntity),
  ],
  migrations,
  routes: { ...routes, ...historyRoutes, ...transferRoutes, ...offersRoutes, ...languageRoutes, ...galleryRoutes },
  graphql: { sdl: graphql.sdl + managingGraphql.sdl, fields: { ...graphql.fields, ...managingGraphql.fields } },
  slots: [formStep, fieldControl],
  web: {
    entry: 'web/index.ts',
    elements: [
      { tag: 'dossier-form-step', slot: formStep, title: 'Form', gate: { open: 'to members' } },
      {
        tag: 'dossier-templates-page',
        slot: shellPage,
        path: 'templates',
        title: 'Templates',
        icon: 'file',
        order: 60,
        gate: { permission: manageTemplates },
      },
    ],
  },
  setup({ database, clock, tenancy, administration, handlers: steps, fields }, plugin) {
    const kinds = installedKinds(fields);
    const installed = {
      kinds,
      handlers: {
        ids: () => steps.ids(),
        get: (id: string) => steps.installed().find((one) => one.id === id)?.value,
      },
    };
    const offers = createOffers({ database, tenancy, events: plugin });
    const shownOffers = showsOffers(administration);
    const today = days({ database, clock, tenancy });
    const languages = createLanguages({ database, clock, tenancy, events: plugin });
    const templates: Templates = {
      ...createTemplates({ database, clock, events: plugin, ...installed }),
      offers: offers.of,
      inLanguage: languages.inLanguage,
      today,
      differences,
    };
    const shown = shows({
      errors: (draft) => publishFaults(draft, installed),
      warnings: deciders({ administration, tenancy, offers }),
    });
    const transfer = createTransfer({ templates, ...installed });
    const history = createHistory({ database, clock, events: plugin, templates });
    for (const [id, kind] of Object.entries(builtinKinds))
      plugin.contribute(fieldKinds, id, { open: 'to members' }, kind);
    plugin.contribute(subjects, 'template', { open: 'to members' }, templateSubject(database));
    plugin.contribute(tenantHooks, 'templates', { open: 'to members' }, { workspaceArchived: offers.forget });
    plugin.provide(Templates, templates);
    plugin.provide(FieldSchemas, createFieldSchemas({ kinds, today }));
    plugin.routes(
      {
        ...handlers({ templates, kinds, steps: installed.handlers, shown, unpublished: unpublished(database) }),
        ...historyHandlers(history, shown),
        ...transferHandlers(templates, transfer, shown, languages),
        ...languageHandlers(languages),
        ...offersHandlers(offers, shownOffers),
        ...galleryHandlers({ templates, tenancy, database }, shown),
      },
      checks(kinds),
    );
    plugin.resolve({
      ...resolvers(templates, kinds),
      ...managingResolvers({ templates, history, offers, shownOffers, languages, transfer, steps: installed.handlers }),
    });
  },
});
