/** Where others bring something to the pages of applications, and what they are given there. */
import { slot } from '@dossier/sdk';

/**
 * Tabs of the application's page; on the client's page they are all open, so each brings its heading.
 * One that needs the whole width dispatches `dossier-needs-width` (bubbling and composed) when it is connected: what
 * else stands there is folded until somebody asks for it.
 */
export const applicationTab = slot<{ applicationId: string }>('applications/tab@1');
/**
 * How much there is behind a tab: stands with its title for as long as the page does, also while another one is open,
 * and keeps itself current. Its `kind` is the tag of the tab's element. One short word or number, or nothing.
 */
export const tabCount = slot<{ applicationId: string }>('applications/tab-count@1', { kinds: true });
/**
 * Above an application on its client's page, for what is asked of them. `can` is what this person may do now
 * (`confirm`, `upload`, …), `missing` what is required and not here: an element without anything to ask draws nothing,
 * and where none draws anything, the page says that there is nothing to do. After a change it dispatches
 * `dossier-application-changed` (bubbling and composed), and the page is loaded again.
 */
export const clientAction = slot<{
  applicationId: string;
  can: readonly string[];
  application: ShownApplication;
  missing: ShownApplication['template']['requiredDocuments'];
}>('applications/client-action@1');

/**
 * Beside the buttons of an application's page, for those who work with it: one more thing that they can do. `can` is
 * what this person may do now (`approve`, `reject`, …): an element without anything to offer shows nothing. After a
 * change it dispatches `dossier-application-changed` (bubbling and composed), and the page is loaded again.
 */
export const staffAction = slot<{ applicationId: string; can: readonly string[] }>('applications/staff-action@1');

/** What a row of the list of applications shows, for elements in its columns. */
export interface ListedApplication {
  readonly id: string;
  /** By which people call it: `2026-000123`. */
  readonly number: string;
  readonly templateId: string;
  readonly status: string;
  readonly applicantName: string;
  readonly createdAt: string;
  readonly version: number;
}

/**
 * A column of the staff's list, headed by the element's title: an element is made for each row that is in sight, and
 * given another row when the list is scrolled. One line, and no request for a row: many are drawn at once.
 */
export const listColumn = slot<{ application: ListedApplication }>('applications/list-column@1');

/**
 * At the top right of the staff's list: something to do with all that it shows, or with the rows that are selected.
 * `search` is the query of the page's address, `selected` holds ids and is empty while none is.
 */
export const listAction = slot<{ search: string; selected: readonly string[] }>('applications/list-action@1');

/**
 * Above one's own applications: what belongs to the reader and is no application yet. An element without anything to
 * show shows nothing.
 */
export const ownPart = slot<Record<never, never>>('applications/own-part@1');

/** Who did something, as the page names them. */
export interface Source {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** A document as GraphQL's `application` answers it. */
export interface ShownDocument {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly reviewStatus: string;
  readonly requirementKey: string | null;
  /** The document that it was sent in the place of. */
  readonly replaces: string | null;
  /** `pending`, `clean`, `infected` or `failed` where virus scanners are installed; else null. */
  readonly scan: string | null;
  /** `staff`, or `client` for both; a client is shown theirs only. */
  readonly audience: string;
  /** Whether this reader can show it to the client, or keep it from the client again; also after the decision. */
  readonly mayChangeAudience: boolean;
  readonly reason: string | null;
  readonly reviewedAt: string | null;
  /** Who of the staff reviewed it; null or absent for clients. */
  readonly reviewer?: Source | null;
  readonly createdAt: string;
  readonly uploadedBy: Source;
}

/** What the parts of an application's page are given of it, as GraphQL's `application` answers it. */
export interface ShownApplication {
  readonly id: string;
  readonly status: string;
  readonly template: {
    readonly requiredDocuments: readonly {
      readonly key: string;
      readonly title: string;
      readonly description?: string;
    }[];
  };
  readonly documents: readonly ShownDocument[];
  /** Steps of its workflow, by the check that each runs; null at a step of an officer. */
  readonly steps: readonly { readonly handler: string | null }[];
  /** Who works on it; null for those who meet it from outside. */
  readonly officers: readonly Source[] | null;
  /** What this person may do with it now: `approve`, `reject`, `confirm`, `upload`, `review`. */
  readonly can: readonly string[];
}

/**
 * Cards in the overview of an application's page, between the answers and what comes after them. `missing` is what the
 * template requires and nobody has sent; `uploadAsked` grows whenever somebody has asked to send documents. An element
 * without anything to show draws nothing, and its card is not there. After a change an element dispatches
 * `dossier-application-changed` (bubbling and composed), and the page is loaded again.
 */
export const applicationCard = slot<{
  application: ShownApplication;
  missing: ShownApplication['template']['requiredDocuments'];
  isDecided: boolean;
  uploadAsked: number;
}>('applications/card@1');
