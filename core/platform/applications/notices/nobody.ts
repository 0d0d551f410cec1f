import { isAtWorkspace } from '@dossier/sdk';
import type { Database, Delivered } from '@dossier/sdk';
import type { AccessAdministration } from '../../access/contract.ts';
import type { NoticeKind, NoticeText } from '../../notices/contract.ts';
import type { Tenancy } from '../../tenancy/contract.ts';
import { nobodyAvailable } from '../../workflow/contract.ts';
import { assignApplications } from '../contract.ts';
import type { ApplicationTables } from '../entities.ts';

interface Deps {
  readonly database: Database;
  readonly grants: Pick<AccessAdministration, 'holders'>;
  readonly tenancy: Pick<Tenancy, 'workspaces'>;
}

/** Of a workspace at most one in each hour, however many applications wait. */
const hourOf = ({ event }: Delivered): string => event.at.slice(0, 'YYYY-MM-DDTHH'.length);

/** Those who assign hear that nobody could be chosen. It stands for all that wait in the workspace. */
export const nobodyKind = ({ database, grants, tenancy }: Deps): NoticeKind => ({
  title: 'Applications wait that nobody could be given',
  group: 'Given to me',
  icon: 'warning',
  audience: 'staff',
  usual: { page: true, mail: 'at-once' },
  why: { gives: 'You give applications to others here.' },
  events: [nobodyAvailable],
  async of(happened) {
    const firsts = new Map(
      happened.toReversed().map((one) => [`nobody:${one.event.workspace ?? ''}:${hourOf(one)}`, one]),
    );
    const all = await Promise.all(
      [...firsts].map(async ([once, { event, access }]) =>
        isAtWorkspace(access)
          ? (await grants.holders(access.organization, access.workspace, assignApplications)).map((to) => ({
              ...{ event: event.id, to, why: 'gives', once, workspace: access.workspace },
              subject: { type: 'workspace', id: access.workspace },
            }))
          : [],
      ),
    );
    return all.flat();
  },
  async tell(reader, places, notices) {
    const { organization } = reader;
    const names = new Map((await tenancy.workspaces(organization)).map(({ id, name }) => [id, name]));
    const waiting = await database.read({ organization, audience: 'staff' }, (tx) =>
      tx
        .sql<ApplicationTables>()
        .selectFrom('application_flag')
        .innerJoin('application', (join) =>
          join
            .onRef('application.organizationId', '=', 'application_flag.organizationId')
            .onRef('application.id', '=', 'application_flag.applicationId'),
        )
        .select(({ fn }) => ['application.workspaceId', fn.countAll<string>().as('n')])
        .where('application_flag.organizationId', '=', organization)
        .where('application_flag.flag', '=', 'nobody-available')
        .groupBy('application.workspaceId')
        .execute(),
    );
    const counts = new Map(waiting.map(({ workspaceId, n }) => [workspaceId, Number(n)]));
    const told = new Map<string, NoticeText>();
    for (const { id, workspace } of notices) {
      const n = workspace === null ? 0 : (counts.get(workspace) ?? 0);
      if (workspace === null || n === 0 || !places.some((place) => place.workspace === workspace)) continue;
      told.set(id, {
        text:
          n === 1
            ? 'An application waits, and nobody could be given it'
            : `${n} applications wait, and nobody could be given them`,
        excerpt: null,
        isInternal: false,
        subject: {
          title: names.get(workspace) ?? '',
          about: 'Everybody who may decide them is away, or nobody may',
          workspaceId: workspace,
          path: 'applications?view=unassigned&flag=nobody-available',
        },
      });
    }
    return told;
  },
});
