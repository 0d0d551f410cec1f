/**
 * What the elements of a plugin import: `@dossier/sdk/web`. One copy of it lives in the page, reached through the
 * import map.
 */
export { define, DossierElement } from './element.ts';
export { catching, onFailure } from './element-failed.ts';
export { sharedStyles } from './styles.ts';
export { hostContext, liveContext, sessionContext, workspaceContext } from './contexts.ts';
export { LiveNow } from './live-now.ts';
export { contributionsContext, inSlot, Offered } from './contributions.ts';
export { followOffers, offersHere, PageOffers } from './page-offers.ts';
export { graphDocument } from './host.ts';
export { whenIdle } from './when-idle.ts';
export { ProblemError } from './problem-error.ts';
export type {
  AsRead,
  GraphDocument,
  HostSession,
  HostWorkspace,
  LiveEvent,
  LiveScope,
  OrganizationSummary,
  PageInput,
  PluginHost,
  ReadOptions,
  UploadOptions,
  WorkspaceType,
} from './host.ts';
export type { Contribution, LazyElements } from './contributions.ts';
export type { KeyGroup, PageAction, PageOffer } from './page-offer.ts';
export type { ProblemBody } from './problem-error.ts';
