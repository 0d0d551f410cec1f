import { newId } from '@dossier/sdk';
import type { RouteSpec } from '@dossier/sdk';
import type { Bank, TestPlatform } from '@dossier/core/testing';
import { People } from '../../platform/people/contract.ts';
import { routes as routeKind } from '../../facilities/http/kinds.ts';

/** Ids of what an organization has, by the first word of the path that names them. */
export interface Ids {
  readonly [kind: string]: string;
}

/** A report that counts nothing, so that no right but that to view reports is needed for it. */
const words = {
  title: 'Words',
  period: { kind: 'lastMonth' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections: [{ kind: 'text', paragraphs: ['Nothing is counted.'] }],
};
const daily = (template: string) => ({
  name: 'Daily',
  template,
  format: 'csv',
  timeZone: 'UTC',
  recipients: [],
  recurrence: { every: 'day', at: '08:00' },
});

/** One that is noted already, so that it is refused as a second one, however often it is tried. */
const farAway = { fromDay: '2999-01-01', toDay: '2999-01-01' };
/** A text for reasons. */
const saidOften = { use: 'rejection', title: 'Too little', text: 'Too little remains.' };
/** A view of the queue. */
const keptView = { name: 'Open', shared: true, query: {}, columns: [], group: null };

/** What a client is asked to correct of an application of {@link furnish}. */
export const asked = (days: number) => ({
  items: [{ field: 'amount', reason: 'It does not fit.' }],
  dueAt: new Date(Date.now() + days * 86_400_000).toISOString(),
});

/** A file of a draft of {@link bodiesOf}. */
export const paper = { requirementKey: 'income', fileName: 'a.txt', contentBase64: 'UGFwZXI=' };

/** A file of a comment. */
export const note = { fileName: 'a.txt', contentBase64: 'UGFwZXI=' };

/**
 * A bank in which there is one of everything that a path can name; `settle` lets jobs be done. Integrations belong to
 * the installation: their place is held by one that does not exist.
 */
export async function furnish(
  bank: Bank,
  { settle, service, as }: Pick<TestPlatform, 'settle' | 'service' | 'as'>,
): Promise<Ids> {
  const template = await bank.template(['DocumentCompletenessCheckHandler']);
  const application = (
    await bank.key.post(
      '/api/v1/applications',
      // Halts for want of an answer, so that it stays open.
      bank.record(template, { primary: bank.client.email, answers: {} }),
    )
  ).body.id as string;
  const uploaded = await bank.admin.upload(`/api/v1/applications/${application}/documents`, [
    { name: 'audience', value: 'client' },
    { name: 'file', fileName: 'a.txt', contentType: 'text/plain', bytes: 'Paper' },
  ]);
  if (uploaded.status !== 201) throw new Error(`The document was refused: ${uploaded.text}`);
  const token = (
    await service(People).issueToken({ user: bank.admin.id, organization: bank.organization, name: 'Script' })
  ).id;
  const { secret } = await service(People).openSession({
    user: bank.admin.id,
    organization: bank.organization,
    issuer: 'https://test.example',
  });
  const session = (await as({ cookie: `dossier=${secret}` }).get('/api/v1/sessions')).body[0].id as string;
  const [membership] = (await bank.clerk.get(`/users/${bank.clerk.id}/user-teams`)).body;
  const made = async (url: string, body: object): Promise<string> => (await bank.admin.post(url, body)).body.id;
  const profile = await made('/user-profiles', {
    userId: bank.admin.id,
    userProfileSchemaId: 'opaque',
    name: 'Private',
    data: {},
  });
  const profiles = {
    'user-profiles': profile,
    'user-profile-shares': await made('/user-profile-shares', {
      userProfileId: profile,
      sharedWithTeamId: bank.staffTeam,
      permission: 'view',
    }),
    'user-links': await made('/user-links', {
      sourceUserId: bank.admin.id,
      targetUserId: bank.clerk.id,
      linkType: 'partner',
    }),
    'user-profile-schemas': await made('/api/v1/user-profile-schemas', {
      id: `form-of-${bank.slug}`,
      title: 'Form',
      schema: { type: 'object', properties: {} },
    }),
  };
  const invited = (
    await bank.admin.post(`/api/v1/teams/${bank.staffTeam}/invitations`, {
      emails: [`guest@${bank.slug}.example`],
      teamRoleId: bank.roles.clerk,
    })
  ).body.invitations[0].id as string;
  const inside = `/api/v1/workspaces/${bank.staffWorkspace}`;
  const report = await made(`${inside}/report-templates`, {
    name: 'Words',
    visibility: 'workspace',
    definition: words,
  });
  const reports = {
    'report-templates': report,
    'report-runs': await made(`${inside}/report-runs`, { template: report, format: 'csv' }),
    'report-schedules': await made(`${inside}/report-schedules`, daily(report)),
  };
  const simulation = await made(`/api/v1/templates/${template}/simulations`, { workspaceId: bank.staffWorkspace });
  const asking = await bank.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
  });
  const draft = await made(`${inside}/drafts`, { templateId: asking });
  const file = await made(`/api/v1/drafts/${draft}/files`, paper);
  const commentsOf = `/api/v1/applications/${application}/comments`;
  const commentFile = await made(`${commentsOf}/attachments`, note);
  const comment = await made(commentsOf, { kind: 'external', text: 'Hello', attachmentIds: [commentFile] });
  const waiting = await made(`${commentsOf}/attachments`, note);
  const thread = await made('/api/v1/message-threads', { userIds: [bank.officer.id], title: 'Loans' });
  const messageFile = await made(`/api/v1/message-threads/${thread}/files`, note);
  const message = await made(`/api/v1/message-threads/${thread}/messages`, { text: 'Hello', fileIds: [messageFile] });
  const waitingFile = await made(`/api/v1/message-threads/${thread}/files`, note);
  const correction = await made(`/api/v1/applications/${application}/corrections`, asked(300));
  // Taken back, so that another one can be asked for.
  await bank.admin.delete(`/api/v1/corrections/${correction}`);
  const absence = await made('/api/v1/organization/absences', farAway);
  const phrase = await made('/api/v1/organization/phrases', saidOften);
  const view = await made(`${inside}/views`, keptView);
  const office = await patents(bank, application);
  await settle();
  // A logo and a file of the reference are named by their bytes and open to everyone: none has to be there.
  return {
    ...profiles,
    ...reports,
    ...office,
    'team-invitations': invited,
    'user-teams': membership.id,
    roles: bank.roles.clerk,
    organizations: bank.organization,
    logos: 'none',
    assets: 'none',
    teams: bank.staffTeam,
    workspaces: bank.staffWorkspace,
    templates: template,
    simulations: simulation,
    applications: application,
    // GraphQL's place of an application in a list.
    applicationPlaces: application,
    assignees: bank.officer.id,
    documents: uploaded.body.id,
    drafts: draft,
    files: file,
    comments: comment,
    attachments: commentFile,
    'comment-files': waiting,
    'message-threads': thread,
    // GraphQL's names of a thread.
    threads: thread,
    messageThreads: thread,
    messages: message,
    'message-files': messageFile,
    'waiting-message-files': waitingFile,
    corrections: correction,
    absences: absence,
    phrases: phrase,
    views: view,
    tokens: token,
    sessions: session,
    'api-keys': bank.key.id,
    users: bank.clerk.id,
    people: bank.clerk.id,
    integrations: newId(),
    collections: 'none',
    // Nothing of the stage has a checklist.
    checklist: newId(),
    entries: newId(),
  };
}

/** A publication, and words that find it: the simulated office has it with six pages. */
const published = 'EP1012211A1';
const found = { cql: `pn=${published.slice(0, -2)}` };
const watched = { name: 'Bricks', cql: 'ti=bricks', every: 'week' };
const kept = { tag: 'closest art', reason: 'It has the same moulds.' };
const ofPatents = '/api/v1/workspaces/:workspaceId/patents';

/** What an organization of type PATENT has of the office, asked of the one that is simulated; of others nothing. */
async function patents({ admin, staffWorkspace }: Bank, application: string): Promise<Ids> {
  const none = { searches: newId(), watches: newId() };
  const { type } = (await admin.get('/api/v1/organization')).body;
  const plugin = '/api/v1/integrations/patent-office';
  if (type !== 'PATENT' || (await admin.get(plugin)).status === 404) return none;
  const done = async (method: 'put' | 'post', url: string, body: object) => {
    const answer = await admin[method](url, body);
    if (answer.status >= 300) throw new Error(`${url}: ${answer.text}`);
    return answer.body;
  };
  await done('put', plugin, { values: { key: 'simulated-key', secret: 'simulated-secret' } });
  const inside = ofPatents.replace(':workspaceId', staffWorkspace);
  const { searchId } = await done('post', `${inside}/search`, { ...found, applicationId: application });
  await admin.get(`${inside}/${published}?search=${searchId}`);
  await done('post', `${inside}/${published}/parts`, { parts: ['biblio', 'images'] });
  await done('post', `${inside}/${published}/drawing`, {});
  await done('post', `${inside}/${published}/pdf`, {});
  await done('put', `${inside}/${published}/note`, { text: 'Ours has no conveyor.' });
  await done('put', `/api/v1/applications/${application}/patents/${published}`, kept);
  return { searches: searchId, watches: (await done('post', `${inside}/watches`, watched)).id };
}

/** Bodies that must be true beyond their schema, by path. */
export async function bodiesOf(bank: Bank, ids: Ids): Promise<ReadonlyMap<string, unknown>> {
  const { name, draft } = (await bank.admin.get(`/api/v1/templates/${ids['templates']}`)).body;
  const template = { name: `${name} again`, ...draft };
  const { body: file } = await bank.admin.get(`/api/v1/templates/${ids['templates']}/export`);
  const { hours, holidays } = (await bank.admin.get('/api/v1/organization/calendar')).body;
  const application = bank.record(ids['templates']!);
  const { templateId: asking } = (await bank.admin.get(`/api/v1/drafts/${ids['drafts']}`)).body;
  const { workspaceId: _, ...inPath } = application;
  return new Map<string, unknown>([
    ['/graphql', { query: '{ __typename }' }],
    ['/api/v1/templates', template],
    ['/api/v1/templates/:id', template],
    ['/api/v1/templates/import', { file, name: `${name} from a file` }],
    ['/api/v1/templates/import-check', { file }],
    ['/api/v1/user-profile-schemas/:id', { title: 'Form', schema: { type: 'object', properties: {} } }],
    ['/api/v1/organization/branding', { accent: '#0A7D5C' }],
    ['/api/v1/organization/contact', { email: 'loans@acme.example', telephone: null, hours: null }],
    ['/api/v1/organization/calendar', { hours, holidays }],
    ['/api/v1/organization/absences', farAway],
    ['/api/v1/organization/phrases', saidOften],
    ['/api/v1/organization/phrases/:id', saidOften],
    ['/api/v1/workspaces/:workspaceId/views', keptView],
    ['/api/v1/workspaces/:workspaceId/views/:id', keptView],
    ['/api/v1/workspaces/:workspaceId/views/:id/position', { position: 0 }],
    ['/api/v1/documents/:id', { reviewStatus: 'approved' }],
    // A name that is taken, so that nothing is saved, however often it is tried.
    ['/api/v1/workspaces/:workspaceId/report-templates', { name: 'Custom', visibility: 'private', definition: words }],
    ['/api/v1/workspaces/:workspaceId/report-templates/:id', { name: 'Custom', definition: words }],
    ['/api/v1/workspaces/:workspaceId/report-previews', { definition: words }],
    ['/api/v1/workspaces/:workspaceId/report-runs', { definition: words, format: 'csv' }],
    ['/api/v1/workspaces/:workspaceId/report-schedules', daily(ids['report-templates']!)],
    ['/api/v1/workspaces/:workspaceId/report-schedules/:id', daily(ids['report-templates']!)],
    [
      '/api/v1/workspaces/:workspaceId/report-schedules/preview',
      { recurrence: { every: 'day', at: '08:00' }, timeZone: 'UTC' },
    ],
    ['/api/v1/templates/:id/simulations', { workspaceId: bank.staffWorkspace }],
    [
      '/api/v1/workspaces/:workspaceId/applications/assign',
      { applications: [{ id: ids['applications'], version: 1 }], userId: bank.officer.id },
    ],
    ['/api/v1/templates/:id/moves', { applicationIds: [ids['applications']], version: 1 }],
    ['/api/v1/templates/:id/moves/preview', { applicationIds: [ids['applications']], version: 1 }],
    ['/api/v1/applications', application],
    ['/api/v1/workspaces/:workspaceId/applications', inPath],
    ['/api/v1/drafts/:id/files', paper],
    ['/api/v1/applications/:id/comments/attachments', note],
    ['/api/v1/applications/:id/comments', { kind: 'external', text: 'Hello' }],
    ['/api/v1/message-threads', { userIds: [bank.officer.id] }],
    ['/api/v1/message-threads/:id/members', { userIds: [bank.officer.id] }],
    ['/api/v1/message-threads/:id/messages', { text: 'Hello' }],
    ['/api/v1/message-threads/:id/read', { messageId: ids['messages'] }],
    ['/api/v1/message-threads/:id/files', note],
    ['/api/v1/messages/:id', { text: 'Hello again' }],
    ['/api/v1/applications/:id/corrections', asked(300)],
    ['/api/v1/applications/:id/additions', { answers: { remarks: 'And this' } }],
    ['/api/v1/corrections/:id/answers', { answers: { amount: 25_000 } }],
    ['/api/v1/workspaces/:workspaceId/drafts', { templateId: asking }],
    [`${ofPatents}/check`, found],
    [`${ofPatents}/search`, found],
    [`${ofPatents}/number`, { text: published }],
    [`${ofPatents}/watches`, watched],
    [`${ofPatents}/watches/:id`, watched],
    [`${ofPatents}/:number/parts`, { parts: ['biblio'] }],
    [`${ofPatents}/:number/pdf`, {}],
    [`${ofPatents}/:number/note`, { text: 'Ours has no conveyor.' }],
    ['/api/v1/applications/:id/patents/:number', kept],
  ]);
}

/** Queries of the lists and views that need one, by path. */
export function queriesOf(bank: Bank, ids: Ids): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const everywhere = (path: string, query: Readonly<Record<string, string>>) =>
    ['', '/api', '/api/v1'].map((before) => [`${before}${path}`, query] as const);
  return new Map<string, Readonly<Record<string, string>>>([
    ['/graphql', { query: '{ __typename }' }],
    ['/api/v1/events', { topic: `dossier/1/o/${bank.organization}/u/${bank.admin.id}/inbox` }],
    ['/api/v1/organization/branding/preview', { accent: '#0A7D5C' }],
    ['/api/v1/team-invitations', { teamId: ids['teams']! }],
    ['/api/v1/applications/:id/mentionable', { kind: 'external' }],
    ['/api/v1/audit/records', { q: 'a' }],
    ['/api/v1/search', { text: 'loan' }],
    ['/api/v1/search/pages', { pages: `${bank.staffWorkspace}/applications/${ids['applications']}` }],
    ['/api/v1/audit/export', { format: 'jsonl' }],
    ['/api/v1/workspaces/:workspaceId/report-values', { source: 'applications', column: 'status' }],
    ...everywhere('/users', { authProviderUserId: 'acme:Ada Admin' }),
    ...everywhere('/user-profile-shares', { userProfileId: ids['user-profiles']! }),
    ...everywhere('/user-profiles', { userId: bank.admin.id }),
    ...everywhere('/user-links', { sourceUserId: bank.admin.id }),
  ]);
}

export interface Operation {
  readonly plugin: string;
  readonly route: RouteSpec;
  readonly url: string;
}

/** Every operation of the plan under every path that it has. */
export const operationsOf = (platform: TestPlatform): readonly Operation[] =>
  platform.kernel.plan.inventory
    .of(routeKind)
    .flatMap(({ plugin, value: route }) =>
      [route.url, ...(route.aliases ?? [])].map((url) => ({ plugin, route, url })),
    );

/** What is called the same in every organization. */
const everywhere: Readonly<Record<string, string>> = {
  versions: '1',
  languages: 'de',
  'template-gallery': 'grant',
  patents: published,
};

/**
 * The path with its parameters filled from `ids`, by the word before each; unknown kinds throw, so that a new route is
 * not skipped silently.
 */
export function fill(url: string, ids: Ids): string {
  return url.replace(/\/([a-z-]+)\/:[A-Za-z]+/g, (_all, kind: string) => {
    const id = everywhere[kind] ?? ids[kind === 'offers' ? 'workspaces' : kind];
    if (id === undefined) throw new Error(`No id of kind ${kind} for ${url}: add one to furnish().`);
    return `/${kind}/${id}`;
  });
}

export const randomIds = (like: Ids): Ids => Object.fromEntries(Object.keys(like).map((kind) => [kind, newId()]));
export const isOpen = ({ gate }: RouteSpec): boolean => 'open' in gate;
export const isWrite = ({ method }: RouteSpec): boolean => method !== 'GET';

/**
 * A body that fits the schema as far as its own keywords tell: for requests that must come as far as the body's
 * validation.
 */
export function sample(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return {};
  const {
    type,
    properties = {},
    required = [],
    anyOf,
    const: only,
    enum: options,
    items,
    minItems = 0,
    minimum,
    format,
    minLength = 1,
  } = schema as Record<string, never> & {
    properties?: Record<string, unknown>;
    required?: string[];
    anyOf?: unknown[];
    const?: unknown;
    enum?: unknown[];
    items?: unknown;
    minItems?: number;
    minimum?: number;
    minLength?: number;
  };
  if (only !== undefined) return only;
  if (options) return options[0];
  if (anyOf) return sample(anyOf[0]);
  if (type === 'object') return Object.fromEntries(required.map((name: string) => [name, sample(properties[name])]));
  if (type === 'array') return Array.from({ length: minItems }, () => sample(items));
  if (type === 'string') return format === 'uuid' ? newId() : 'x'.repeat(minLength);
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  return type === 'boolean' ? true : {};
}
