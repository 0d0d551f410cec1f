import type { readManifest } from '../../build.ts';
import type { Applications } from './applications.ts';
import type { ApplicationRow } from '../../../core/platform/applications/web/types.ts';
import { acme, beta, client, row, staff, trail, user } from './data.ts';
import { mine } from './mine.ts';
import type { Mock } from './mock.ts';

const inView: Readonly<Record<string, (one: ApplicationRow) => boolean>> = {
  mine: (one) => one.decidedAt === null && one.assignees.includes(user.id),
  unassigned: (one) => one.decidedAt === null && one.assignees.length === 0,
  waiting: (one) => one.decidedAt === null && one.waitingSince !== null,
  overdue: () => false,
  open: (one) => one.decidedAt === null,
  decided: (one) => one.decidedAt !== null,
  all: () => true,
};

/** A query of a page, with what it asks for. */
export interface Question {
  readonly query: string;
  readonly variables: {
    readonly id?: string;
    readonly status?: readonly string[] | null;
    readonly search?: string | null;
    readonly view?: string;
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
      listed: true,
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
      const asked =
        variables.workspaceId === client.id
          ? [
              part(
                'documents',
                'applications/client-action@1',
                'dossier-documents-asked',
                'Documents that are asked for',
              ),
            ]
          : [];
      return {
        viewer,
        shell: [
          ...confirm,
          ...asked,
          ...mock.tabs.map(({ plugin, tag, title }) => part(plugin, 'applications/tab@1', tag, title)),
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
    if (query.includes('query DocumentRules'))
      return {
        documentRules: {
          largest: 25 * 1_048_576,
          types: ['application/pdf', 'image/png', 'image/jpeg', 'text/plain'],
        },
      };
    if (query.includes('query Papers'))
      return Object.fromEntries(
        Object.entries(variables)
          .filter(([name]) => name !== 'wanted')
          .map(([name, id]) => {
            const whole = applications.whole(String(id));
            return [name, whole && mine(whole, applications.find(whole.id))];
          }),
      );
    if (query.includes('query Audit')) return { audit: trail(applications.find(variables.id ?? '') ?? row(0)) };
    if (query.includes('query ApplicationCounts'))
      return {
        applicationCounts: {
          ...Object.fromEntries(Object.entries(inView).map(([name, holds]) => [name, mock.rows.filter(holds).length])),
          can: ['take', 'assign'],
        },
      };
    if (query.includes('query SavedViews(')) return { savedViews: [] };
    if (query.includes('query ApplicationPlace')) return { applicationPlace: null };
    if (query.includes('query Templates')) return { templates: [] };
    if (query.includes('query Applications')) {
      const { status, search, sort, first = 50, after, view = 'all' } = variables;
      const wanted = search?.toLowerCase() ?? '';
      const found = mock.rows
        .filter(inView[view] ?? (() => false))
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
    if (query.includes('query MyApplication(')) {
      const whole = applications.whole(variables.id ?? '');
      return { application: whole && mine(whole, applications.find(whole.id)), clientContact: mock.contact };
    }
    return { application: applications.whole(variables.id ?? '') };
  };
