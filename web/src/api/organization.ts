/**
 * Fired on the window when the server refused a request because another window has moved the session to another
 * organization.
 */
export const movedToOther = 'dossier-other-tabs';

/**
 * The organization that this window shows. All windows of a browser share one session, so each names with its requests
 * where it believes to be.
 */
export const showing: { organization: string | null } = { organization: null };

/** What asks about the session, or moves it, is no matter of one organization. */
const ofSession = /^\/(api\/v1\/session(\/organization)?$|auth\/)/;

export const organizationHeader = (path: string): Readonly<Record<string, string>> =>
  showing.organization === null || ofSession.test(path) ? {} : { 'x-dossier-organization': showing.organization };
