/** Cases of people who cannot work on them any more come back: who left, was suspended, or lost the right or role. */
import type { Database, OrganizationAccess, OrganizationId, SystemAccess, UserId, WorkspaceId } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Templates } from '../templates/contract.ts';
import { decideApplications, isDecided } from '../workflow/contract.ts';
import type { CaseStore, Workflow } from '../workflow/contract.ts';
import { readApplications } from './contract.ts';
import type { ApplicationTables } from './entities.ts';

/** Assignments that are looked at in one job. */
const PAGE = 500;

interface Deps {
  readonly database: Database;
  readonly grants: Pick<AccessAdministration, 'holders' | 'holdersInRole'>;
  readonly templates: Pick<Templates, 'version'>;
  readonly workflow: Pick<Workflow, 'steps' | 'reassign'>;
  readonly store: Pick<CaseStore, 'lock' | 'release'>;
  readonly system: SystemAccess;
}

/** Somebody's open work on an application. */
interface Work {
  readonly applicationId: string;
  readonly userId: UserId;
  readonly automatic: boolean;
  readonly able: boolean;
  readonly workspaceId: WorkspaceId;
  readonly templateId: string;
  readonly templateVersion: number;
}

/** Behind which assignment the next page begins. */
export interface Place {
  readonly applicationId: string;
  readonly userId: string;
}

/** Looks at a page of what people of an organization work on. Where the next one begins; null at the end. */
export const returning =
  ({ database, grants, templates, workflow, store, system }: Deps) =>
  async (access: OrganizationAccess, after: Place | null): Promise<Place | null> => {
    const { organization } = access;
    const page = await workAfter(database, organization, after);
    const asked = new Map<string, Promise<ReadonlySet<UserId>>>();
    const among = (key: string, ask: () => Promise<readonly UserId[]>): Promise<ReadonlySet<UserId>> => {
      const known = asked.get(key) ?? ask().then((ids) => new Set(ids));
      asked.set(key, known);
      return known;
    };

    /** The role that the step names at which a case halts; undefined where it names none. */
    const roleOf = async (one: Work): Promise<string | undefined> => {
      const { workflow: flow } = await templates.version(organization, one.templateId, one.templateVersion);
      if (flow.every(({ role }) => role === undefined)) return undefined;
      const there = await system(organization, one.workspaceId);
      const steps = (await workflow.steps(there, [one.applicationId])).get(one.applicationId) ?? [];
      const active = steps.find(({ kind, state }) => kind === 'MANUAL' && state === 'running');
      return flow.find(({ key }) => key === active?.key)?.role;
    };

    const mayWork = async (one: Work): Promise<boolean> => {
      const { workspaceId: at, userId, able, automatic } = one;
      const reads = await among(`${at} read`, () => grants.holders(organization, at, readApplications));
      if (!reads.has(userId) || !able) return reads.has(userId);
      const decides = await among(`${at} decide`, () => grants.holders(organization, at, decideApplications));
      const role = automatic && decides.has(userId) ? await roleOf(one) : undefined;
      if (role === undefined) return decides.has(userId);
      const inRole = await among(`${at} ${role}`, () =>
        grants.holdersInRole(organization, at, decideApplications, role),
      );
      return inRole.has(userId);
    };

    for (const one of page) {
      if (await mayWork(one)) continue;
      const there = await system(organization, one.workspaceId);
      await database.write(there, async () => {
        const locked = await store.lock(there, one.applicationId);
        if (!locked || isDecided(locked.status) || !locked.assignees.includes(one.userId)) return;
        await store.release(there, one.applicationId, [one.userId]);
        // What somebody took by hand waits until somebody takes it again.
        if (one.automatic) await workflow.reassign(there, one.applicationId);
      });
    }
    return page.length < PAGE ? null : (page.at(-1) ?? null);
  };

const workAfter = (database: Database, organization: OrganizationId, after: Place | null): Promise<readonly Work[]> =>
  database.read(organization, (tx) =>
    tx
      .sql<ApplicationTables>()
      .selectFrom('assignee')
      .innerJoin('application', (join) =>
        join
          .onRef('application.organizationId', '=', 'assignee.organizationId')
          .onRef('application.id', '=', 'assignee.applicationId'),
      )
      .select([
        'assignee.applicationId',
        'assignee.userId',
        'assignee.automatic',
        'assignee.able',
        'application.workspaceId',
        'application.templateId',
        'application.templateVersion',
      ])
      .where('assignee.organizationId', '=', organization)
      .where('assignee.open', '=', true)
      .where('application.decidedAt', 'is', null)
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('assignee.applicationId', 'assignee.userId'),
            '>',
            tuple(after?.applicationId ?? '', after?.userId ?? ''),
          ),
        ),
      )
      .orderBy('assignee.applicationId')
      .orderBy('assignee.userId')
      .limit(PAGE)
      .execute(),
  );
