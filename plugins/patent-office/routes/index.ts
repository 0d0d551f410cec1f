/** All that the plugin answers, and with what. */
import type { RouteChecks, RouteHandlers } from '@dossier/sdk';
import type { Services } from '../services.ts';
import * as credits from './credits.ts';
import * as notes from './notes.ts';
import * as patents from './patents.ts';
import * as pdf from './pdf.ts';
import * as saved from './saved.ts';
import * as search from './search.ts';
import * as watches from './watches.ts';

export const routes = {
  ...credits.routes,
  ...search.routes,
  ...watches.routes,
  ...patents.routes,
  ...pdf.routes,
  ...notes.routes,
  ...saved.routes,
};

export const handlers = (services: Services): RouteHandlers<typeof routes> => ({
  ...credits.handlers(services),
  ...search.handlers(services),
  ...watches.handlers(services.watches),
  ...patents.handlers(services),
  ...pdf.handlers(services.pdf),
  ...notes.handlers(services.notes),
  ...saved.handlers(services),
});

export const checks = (services: Services): RouteChecks<typeof routes> => ({
  ...search.checks,
  ...watches.checks,
  ...pdf.checks(services.pdf),
  ...notes.checks,
});
