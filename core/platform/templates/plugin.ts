import { all, Clock, Database, definePlugin, tenantTable } from '@dossier/sdk';
import { stepHandlers } from '../workflow/contract.ts';
import {
  FieldSchemas,
  manageTemplates,
  readTemplateSchema,
  templateChanged,
  templateCreated,
  templatePublished,
  Templates,
} from './contract.ts';
import { TemplateEntity, TemplateVersionEntity } from './entities.ts';
import { createFieldSchemas } from './field-schemas.ts';
import { graphql, resolvers } from './graphql.ts';
import { migrations } from './migrations/index.ts';
import { checks, handlers, routes } from './routes.ts';
import { createTemplates } from './templates.ts';

export default definePlugin({
  id: 'templates',
  version: '1.0.0',
  kernel: '^1.0.0',
  critical: true,
  needs: { database: Database, clock: Clock, handlers: all(stepHandlers) },
  provides: [Templates, FieldSchemas],
  permissions: [manageTemplates, readTemplateSchema],
  events: [templateCreated, templateChanged, templatePublished],
  tables: [tenantTable(TemplateEntity), tenantTable(TemplateVersionEntity, { appendOnly: true })],
  migrations,
  routes,
  graphql,
  setup({ database, clock, handlers: steps }, plugin) {
    const templates = createTemplates({ database, clock, events: plugin, handlers: () => steps.ids() });
    plugin.provide(Templates, templates);
    plugin.provide(FieldSchemas, createFieldSchemas());
    plugin.routes(handlers(templates), checks);
    plugin.resolve(resolvers(templates));
  },
});
