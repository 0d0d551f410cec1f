import type { readManifest } from '../../build.ts';
import type { Applications } from './applications.ts';
import { acme, beta, client, row, staff, trail } from './data.ts';
import type { Mock } from './mock.ts';

/** A query of a page, with what it asks for. */
export interface Question {
  readonly query: string;
  readonly variables: {
    readonly id?: string;
    readonly status?: readonly string[] | null;
    readonly search?: string | null;
    readonly sort?: string;
    readonly first?: number;
    readonly after?: string | null;
    readonly workspaceId?: string;
  };
}

/** What a page is answered when it asks by GraphQL; `organization` is the one that it is signed in to. */
export const createAnswers =
  (
    mock: Mock,
    applications: Applications,
    manifest: NonNullable<ReturnType<typeof readManifest>>,
    organization: () => typeof acme,
  ) =>
  ({ query, variables }: Question): unknown => {
    const part = (plugin: string, slot: string, tag: string, title: string): object => ({
      plugin,
      slot,
      tag,
      title,
      icon: null,
      order: null,
      path: null,
      module: manifest.plugins[plugin]?.url ?? '/assets/nothing.js',
      demands: [],
    });
    const viewer = { organizations: [acme, beta], workspaces: organization() === acme ? [staff, client] : [] };
    if (query.includes('query Viewer')) return { viewer };
    if (query.includes('query Elements'))
      return {
        elements: [
          part('invitations', 'shell/organization-choice@1', 'dossier-my-invitations', 'Invitations to you'),
          {
            ...part('invitations', 'shell/person-page@1', 'dossier-invitation', 'Invitation'),
            path: 'invitations',
          },
        ],
      };
    if (query.includes('query HeldPermissions')) return { heldPermissions: [] };
    if (query.includes('query Frame')) {
      const own =
        variables.workspaceId === client.id
          ? [{ path: 'my', tag: 'dossier-my-page', title: 'My applications', icon: 'inbox', order: 1 }]
          : mock.pages;
      const confirm =
        mock.confirming === 'off' || variables.workspaceId !== client.id
          ? []
          : [
              {
                ...part(
                  'workflow-handlers',
                  'applications/client-action@1',
                  'dossier-confirm-application',
                  'Confirm the application',
                ),
                ...(mock.confirming === 'broken' ? { module: '/assets/nothing.js' } : {}),
              },
            ];
      return {
        viewer,
        shell: [
          ...confirm,
          part('documents', 'applications/card@1', 'dossier-documents', 'Documents'),
          part('documents', 'documents/viewer@1', 'dossier-document-viewer', 'Document viewer'),
          ...own.map((page) => ({
            ...part(
              page.path === 'figures' || page.path === 'broken' ? page.path : 'applications',
              'shell/page@1',
              page.tag,
              page.title,
            ),
            ...page,
          })),
        ],
      };
    }
    if (query.includes('query MyApplications')) {
      const own = mock.mine.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
      const from = own.findIndex((one) => one.id === variables.after) + 1;
      return {
        myApplications: own.slice(from, from + (variables.first ?? 100)).map((one) => ({ ...one, place: one.id })),
        awaitingMe: mock.awaiting,
      };
    }
    if (query.includes('query Papers'))
      return Object.fromEntries(Object.entries(variables).map(([name, id]) => [name, applications.whole(String(id))]));
    if (query.includes('query Audit')) return { audit: trail(applications.find(variables.id ?? '') ?? row(0)) };
    if (query.includes('query Applications')) {
      const { status, search, sort, first = 50, after } = variables;
      const wanted = search?.toLowerCase() ?? '';
      const found = mock.rows
        .filter((one) => (!status || status.includes(one.status)) && one.applicantName.toLowerCase().includes(wanted))
        .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1) * (sort === 'createdAt' ? -1 : 1));
      const from = after ? Number(after) : 0;
      return {
        applications: {
          rows: found.slice(from, from + first),
          next: from + first < found.length ? String(from + first) : null,
          total: found.length,
        },
      };
    }
    return { application: applications.whole(variables.id ?? '') };
  };
