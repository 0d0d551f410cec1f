import { tokenOf } from '../servers/dossier.ts';
import type { Platform } from './platform.ts';

/**
 * Ids of one of everything that the path of a write can name, by the word before it. What nobody finds is refused
 * before its body is read, so each is there.
 */
export type Ids = ReadonlyMap<string, string>;

/** A report that counts nothing. */
const definition = {
  title: 'Words',
  period: { kind: 'lastMonth' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections: [{ kind: 'text', paragraphs: ['Nothing is counted.'] }],
};

/** Finds them in the demonstration, or makes them there. */
export async function idsIn({ origin, demo }: Pick<Platform, 'origin' | 'demo'>): Promise<Ids> {
  const admin = { authorization: `Bearer ${tokenOf(demo, 'admin')}` };
  const key = { 'x-api-key': demo.apiKey };
  const asked = async (
    path: string,
    o: { headers?: Readonly<Record<string, string>>; json?: object; form?: FormData } = {},
  ): Promise<unknown> => {
    const answer = await fetch(`${origin}${path}`, {
      headers: { ...(o.headers ?? admin), ...(o.json ? { 'content-type': 'application/json' } : {}) },
      ...(o.json || o.form ? { method: 'POST', body: o.form ?? JSON.stringify(o.json) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  /** A member of what is answered, of the first in a list. */
  const memberOf = (name: string, answer: unknown): string => {
    const one: unknown = Array.isArray(answer) ? answer[0] : answer;
    if (typeof one !== 'object' || one === null || !(name in one))
      throw new Error(`There is no ${name} in ${JSON.stringify(answer)}.`);
    return String(Reflect.get(one, name));
  };
  const found = async (path: string, name = 'id'): Promise<string> => memberOf(name, await asked(path));
  const made = async (path: string, json: object, headers: Readonly<Record<string, string>> = admin): Promise<string> =>
    memberOf('id', await asked(path, { json, headers }));

  const user = demo.users.find(({ role }) => role === 'admin')!.id;
  const inside = `/api/v1/workspaces/${demo.staffWorkspaceId}`;
  // Halts for want of its documents or its answers, so that it stays open.
  const application = await made('/api/v1/applications', { ...demo.samples.clean, answers: {} }, key);
  const form = new FormData();
  form.append('file', new Blob(['Paper'], { type: 'text/plain' }), 'paper.txt');
  const team = await found('/api/v1/teams');
  const role = await found(`/teams/${team}/roles`);
  const profile = await made('/user-profiles', {
    userId: user,
    userProfileSchemaId: 'opaque',
    name: 'Private',
    data: {},
  });
  const report = await made(`${inside}/report-templates`, { name: 'Words', visibility: 'workspace', definition });
  const invited = await asked(`/api/v1/teams/${team}/invitations`, {
    json: { emails: ['guest@elsewhere.example'], teamRoleId: role },
  });
  return new Map(
    Object.entries({
      workspaces: demo.staffWorkspaceId,
      templates: demo.samples.clean.templateId,
      users: user,
      teams: team,
      roles: role,
      applications: application,
      documents: memberOf('id', await asked(`/api/v1/applications/${application}/documents`, { form, headers: key })),
      drafts: await made(`${inside}/drafts`, { templateId: demo.samples.clean.templateId }),
      'api-keys': await found('/api/v1/api-keys'),
      integrations: await found('/api/v1/integrations', 'plugin'),
      'user-teams': await found(`/users/${user}/user-teams`),
      'team-invitations': memberOf(
        'id',
        typeof invited === 'object' && invited !== null && 'invitations' in invited ? invited.invitations : null,
      ),
      'user-profiles': profile,
      'user-profile-shares': await made('/user-profile-shares', {
        userProfileId: profile,
        sharedWithTeamId: team,
        permission: 'view',
      }),
      'user-profile-schemas': await made('/api/v1/user-profile-schemas', {
        id: 'form-of-the-benchmark',
        title: 'Form',
        schema: { type: 'object', properties: {} },
      }),
      'report-templates': report,
      'report-runs': await made(`${inside}/report-runs`, { template: report, format: 'csv' }),
      'report-schedules': await made(`${inside}/report-schedules`, {
        name: 'Daily',
        template: report,
        format: 'csv',
        timeZone: 'UTC',
        recipients: [],
        recurrence: { every: 'day', at: '08:00' },
      }),
    }),
  );
}

/**
 * The path with ids in the place of its parameters. Throws for a word of which there is none, so that no route is
 * skipped silently.
 */
export const filled = (path: string, ids: Ids): string =>
  path.replaceAll(/\/([a-z-]+)\/\{\w+\}/g, (_all, kind: string) => {
    const id = ids.get(kind);
    if (id === undefined) throw new Error(`No id of kind ${kind} for ${path}: add one to idsIn().`);
    return `/${kind}/${id}`;
  });
