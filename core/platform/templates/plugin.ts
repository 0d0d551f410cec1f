import { all, contributions, Clock, Database, definePlugin, tenantTable } from '@dossier/sdk';
import { stepHandlers } from '../workflow/contract.ts';
import { builtinKinds } from './builtin-kinds.ts';
import { publishFaults } from './check-content.ts';
import {
  fieldKinds,
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
import { historyHandlers, historyRoutes } from './history-routes.ts';
import { createHistory } from './history.ts';
import { installedKinds } from './kinds.ts';
import { migrations } from './migrations/index.ts';
import { checks, handlers, routes, shows } from './routes.ts';
import { createTemplates } from './templates.ts';
import { transferHandlers, transferRoutes } from './transfer-routes.ts';
import { createTransfer } from './transfer.ts';

export default definePlugin({
  id: 'templates',
  version: '1.0.0',
  kernel: '^1.0.0',
  critical: true,
  needs: { database: Database, clock: Clock, handlers: all(stepHandlers), fields: all(fieldKinds) },
  provides: [Templates, FieldSchemas],
  extends: [contributions(fieldKinds, ...Object.keys(builtinKinds))],
  points: [fieldKinds],
  permissions: [manageTemplates, readTemplateSchema],
  events: [templateCreated, templateChanged, templatePublished],
  tables: [tenantTable(TemplateEntity), tenantTable(TemplateVersionEntity, { appendOnly: true })],
  migrations,
  routes: { ...routes, ...historyRoutes, ...transferRoutes },
  graphql,
  setup({ database, clock, handlers: steps, fields }, plugin) {
    const kinds = installedKinds(fields);
    const installed = {
      kinds,
      handlers: {
        ids: () => steps.ids(),
        get: (id: string) => steps.installed().find((one) => one.id === id)?.value,
      },
    };
    const templates = createTemplates({ database, clock, events: plugin, ...installed });
    const shown = shows((draft) => publishFaults(draft, installed));
    const transfer = createTransfer({ templates, ...installed });
    const history = createHistory({ database, clock, events: plugin, templates });
    for (const [id, kind] of Object.entries(builtinKinds))
      plugin.contribute(fieldKinds, id, { open: 'to members' }, kind);
    plugin.provide(Templates, templates);
    plugin.provide(FieldSchemas, createFieldSchemas({ kinds, clock }));
    plugin.routes(
      {
        ...handlers({ templates, kinds, shown }),
        ...historyHandlers(history, shown),
        ...transferHandlers(templates, transfer, shown),
      },
      checks(kinds),
    );
    plugin.resolve(resolvers(templates, kinds));
  },
});
