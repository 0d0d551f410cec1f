import { until } from '../faults/support.ts';
import type { Json } from '../../core/testing/index.ts';
import type { Demo } from '../servers/dossier.ts';
import { tokenOf } from '../servers/dossier.ts';

/** Identifiers of what is there, by kind: the word that stands before them in a path. */
export type Ids = Readonly<Record<string, readonly string[]>>;

export interface Furnished {
  readonly ids: Ids;
  /** Bodies that are true beyond their schema, by operation. */
  readonly bodies: Readonly<Record<string, unknown>>;
}

/** A report that counts the applications of last month. */
const definition = {
  title: 'Words',
  period: { kind: 'lastMonth' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections: [{ kind: 'text', paragraphs: ['Nothing is counted.'] }],
};
const recurrence = { every: 'day', at: '08:00' };
const schedule = (template: string) => ({
  name: 'Daily',
  template,
  format: 'csv',
  timeZone: 'UTC',
  recipients: [],
  recurrence,
});
const json = { 'content-type': 'application/json' };
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/**
 * Gives the administrator of the demonstration every right, makes one of everything that its data does not have, and
 * tells what there is.
 * @throws Error with the answer, when the product refuses any of it
 */
export async function furnish(demo: Demo): Promise<Furnished> {
  const call = async (method: string, path: string, body?: unknown, as = 'admin'): Promise<Json> => {
    const form = body instanceof FormData;
    const answer = await fetch(`${demo.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokenOf(demo, as)}`, ...(body === undefined || form ? {} : json) },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const get = (path: string): Promise<Json> => call('GET', path);
  const all = async (path: string): Promise<string[]> =>
    (await get(path)).map(({ id }: { id: string }) => id).slice(0, 5);
  const made = async (path: string, body: unknown): Promise<string> => (await call('POST', path, body)).id;

  const people: Json = await get('/api/v1/people');
  const admin: Json = people.find(
    ({ email }: Json) => email === demo.users.find(({ role }) => role === 'admin')?.email,
  );
  const { teamId, teamRoleId } = admin.memberships[0];
  const workspaces = await all('/api/v1/organization/workspaces');
  for (const path of ['/api/v1/organization/access', ...workspaces.map((id) => `/api/v1/workspaces/${id}/access`)]) {
    const workspace = /workspaces\/([^/]+)/.exec(path)?.[1];
    if (workspace) await call('PUT', `/api/v1/teams/${teamId}/workspaces/${workspace}`);
    const { permissions } = await get(path);
    await call('PUT', path, {
      grants: permissions.map(({ id }: Json) => ({ teamRoleId, permission: id, granted: true })),
    });
  }

  // Of nobody's, so that it may be changed and removed.
  const team = await made('/api/v1/teams', { name: 'Fuzzed' });
  await call('PUT', `/api/v1/teams/${team}/workspaces/${demo.staffWorkspaceId}`);
  const role = await made(`/teams/${team}/roles`, { name: 'Reader', description: '', permissions: ['viewReports'] });
  const other = people.find(({ id }: Json) => id !== admin.id).id;
  const membership = await made('/user-teams', { userId: other, teamId: team, status: 'active', teamRoleId: role });

  const inside = `/api/v1/workspaces/${demo.staffWorkspaceId}`;
  // It halts at the officer, so that it stays open.
  const { workspaceId: _, ...application } = demo.samples.doubtful;
  const applications = [await made(`${inside}/applications`, application), ...(await all('/api/v1/applications'))];
  const form = new FormData();
  form.append('audience', 'client');
  form.append('file', new File(['Paper'], 'a.txt', { type: 'text/plain' }));
  const document = await made(`/api/v1/applications/${applications[0]}/documents`, form);
  const commentsOf = `/api/v1/applications/${applications[0]}/comments`;
  const note = { fileName: 'note.txt', contentBase64: 'UGFwZXI=' };
  const attachment = await made(`${commentsOf}/attachments`, note);
  const comment = await made(commentsOf, { kind: 'internal', text: 'Hello', attachmentIds: [attachment] });
  const officer = demo.users.find(({ role }) => role === 'officer');
  const colleague = people.find(({ email }: Json) => email === officer?.email).id;
  const messageThread = await made('/api/v1/message-threads', { userIds: [colleague], title: 'Loans' });
  const messageFile = await made(`/api/v1/message-threads/${messageThread}/files`, note);
  const message = await made(`/api/v1/message-threads/${messageThread}/messages`, {
    text: 'Hello',
    fileIds: [messageFile],
  });
  const correction = await made(`/api/v1/applications/${applications[0]}/corrections`, {
    items: [{ field: 'amount', reason: 'It does not fit.' }],
    dueAt: new Date(Date.now() + 300 * 86_400_000).toISOString(),
  });
  const profile = await made('/user-profiles', {
    userId: admin.id,
    userProfileSchemaId: 'opaque',
    name: 'Private',
    data: {},
  });
  const share = { userProfileId: profile, sharedWithTeamId: team, permission: 'view' };
  const link = { sourceUserId: admin.id, targetUserId: other, linkType: 'partner' };
  const schema = { id: 'form', title: 'Form', schema: { type: 'object', properties: {} } };
  const invited = await call('POST', `/api/v1/teams/${team}/invitations`, {
    emails: ['guest@demo.example'],
    teamRoleId: role,
  });
  const report = await made(`${inside}/report-templates`, { name: 'Words', visibility: 'workspace', definition });
  const run = await made(`${inside}/report-runs`, { template: report, format: 'csv' });
  const { logo } = await call('PUT', '/api/v1/organization/logo', { contentBase64: pixel });
  const reference = await (await fetch(`${demo.baseUrl}/docs`)).text();
  const [templateId] = await all('/api/v1/templates');
  const simulated = { workspaceId: demo.staffWorkspaceId };
  const simulation = await made(`/api/v1/templates/${templateId}/simulations`, simulated);
  const { name, draft } = await get(`/api/v1/templates/${templateId}`);
  const template = { name: `${name} again`, ...draft };
  const begun = await call('POST', `${inside}/drafts`, { templateId });
  const asked = begun.form.requiredDocuments.map(({ key }: Json) => key);
  const paper = { requirementKey: asked[0] ?? 'income', fileName: 'a.txt', contentBase64: 'UGFwZXI=' };
  const papers = asked.length > 0 ? [await made(`/api/v1/drafts/${begun.id}/files`, paper)] : ['none'];
  const absence = await made('/api/v1/organization/absences', { fromDay: '2999-01-01', toDay: '2999-01-01' });
  const said = { use: 'rejection', title: 'Too little', text: 'Too little remains.' };
  const phrase = await made('/api/v1/organization/phrases', said);
  const keptView = { name: 'Open', shared: true, query: {}, columns: [], group: null };
  const view = await made(`${inside}/views`, keptView);
  await until('the report is drawn', 30, async () => (await get(`/api/v1/report-runs/${run}`)).state === 'done');

  return {
    ids: {
      workspaces: [demo.staffWorkspaceId, demo.clientWorkspaceId],
      applications,
      assignees: [admin.id, other],
      comments: [comment],
      corrections: [correction],
      'message-threads': [messageThread],
      messages: [message],
      'message-files': [messageFile],
      attachments: [attachment],
      documents: [document],
      // No template of the demonstration has one.
      checklist: ['none'],
      drafts: [begun.id],
      files: papers,
      absences: [absence],
      phrases: [phrase],
      views: [view],
      // Of organizations of type PATENT, which this is not (patents.ts).
      patents: ['none'],
      watches: ['none'],
      searches: ['none'],
      templates: await all('/api/v1/templates'),
      // Counted from 1 in each template.
      versions: ['1'],
      languages: ['de', 'fr'],
      'template-gallery': ['grant'],
      offers: [demo.clientWorkspaceId],
      'api-keys': await all('/api/v1/api-keys'),
      organizations: [demo.organization.id],
      teams: [team, teamId],
      roles: [role, teamRoleId],
      'user-teams': [membership],
      users: [admin.id, other],
      people: [admin.id, other],
      tokens: (await call('GET', '/api/v1/tokens', undefined, 'officer')).map(({ id }: Json) => id),
      sessions: ['none'],
      integrations: [(await get('/api/v1/integrations'))[0].plugin],
      // None of what is installed has lists among its settings.
      collections: ['none'],
      entries: ['00000000-0000-7000-8000-000000000000'],
      'user-profiles': [profile],
      'user-profile-shares': [await made('/user-profile-shares', share)],
      'user-links': [await made('/user-links', link)],
      'user-profile-schemas': [await made('/api/v1/user-profile-schemas', schema)],
      'team-invitations': [invited.invitations[0].id],
      'report-templates': [report],
      simulations: [simulation],
      'report-runs': [run],
      'report-schedules': [await made(`${inside}/report-schedules`, schedule(report))],
      logos: [String(logo).split('/').at(-1)!],
      assets: [...reference.matchAll(/\/docs\/assets\/([\w.-]+)/g)].map(([, asset]) => asset!),
      slugs: [demo.organization.slug],
      topics: [`dossier/1/o/${demo.organization.id}/u/${admin.id}/inbox`],
      subjects: [(await get(`/users/${admin.id}`)).authProviderUserId],
    },
    bodies: {
      'profiles.createLink': { ...link, linkType: 'sibling' },
      'invitations.invite': { emails: ['other@demo.example'], teamRoleId: role },
      'core.graphql': { query: '{ __typename }' },
      'templates.create': template,
      'templates.update': template,
      'applications.submit': demo.samples.clean,
      'drafts.upload': paper,
      'applications.create': application,
      'applications.approve': {},
      'messages.open': { userIds: [colleague] },
      'messages.add': { userIds: [colleague] },
      'messages.write': { text: 'Hello' },
      'messages.upload': note,
      'applications.movePreview': { applicationIds: applications.slice(0, 2), version: 1 },
      'applications.move': { applicationIds: applications.slice(0, 2), version: 1 },
      'documents.review': { reviewStatus: 'approved' },
      'simulation.start': simulated,
      'reports.saveTemplate': { name: 'More words', visibility: 'private', definition },
      'reports.changeTemplate': { name: 'Words', definition },
      'reports.preview': { definition },
      'reports.run': { definition, format: 'csv' },
      'reports.plan': schedule(report),
      'reports.replan': schedule(report),
      'reports.occurrences': { recurrence, timeZone: 'UTC' },
      'access.transfer': { toUserId: other },
      'tenancy.setLogo': { contentBase64: pixel },
    },
  };
}
