/** What a submission record must be beyond its shape, which the routes check by schema. */
import { asSeen, isEmail, isForPerson, mailboxOf } from '@dossier/sdk';
import type { Database, Fault, ValidPart, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import type { People } from '../people/contract.ts';
import type { Templates, TemplateVersion } from '../templates/contract.ts';
import { readApplications } from './contract.ts';
import type { SubmissionRecord, Submitting } from './contract.ts';

const DEEPEST = 32;

/**
 * What was found out about a record: all that is wrong with it, and the template that it names: null when there is none
 * here, undefined when it names none.
 */
interface Examined {
  readonly faults: readonly Fault[];
  readonly template: TemplateVersion | 'unpublished' | null | undefined;
  /** The workspace that handles what is submitted here. */
  readonly workspace: WorkspaceId;
}

interface Deps {
  readonly database: Database;
  readonly templates: Templates;
  readonly people: People;
}

/**
 * Finds the faults of a record that is submitted by this actor at this place, or of as much of it as could be
 * read. A foreign template looks as an unknown one does.
 */
export async function examine(
  deps: Deps,
  access: WorkspaceAccess,
  { templateId, applicants, answers }: ValidPart<SubmissionRecord>,
  { templateVersion }: Submitting = {},
): Promise<Examined> {
  const { templates } = deps;
  const faults: Fault[] = [];
  if (access.actor.kind === 'key' && access.workspaceType === 'CLIENT')
    faults.push({
      pointer: '/workspaceId',
      code: 'client-workspace',
      detail: 'Submissions go to a STAFF or MIXED workspace; this one is a CLIENT workspace.',
    });
  const template =
    templateId === undefined
      ? undefined
      : templateVersion === undefined
        ? await templates.published(access.organization, templateId)
        : await templates.version(access.organization, templateId, templateVersion);
  if (template === null)
    faults.push({
      pointer: '/templateId',
      code: 'not-found',
      detail: 'There is no such template. Check its identifier and the organization.',
    });
  if (template === 'unpublished')
    faults.push({ pointer: '/templateId', code: 'unpublished', detail: 'This template has no published version yet.' });
  const applies = isForPerson(access.actor) && access.workspaceType === 'CLIENT';
  const offered =
    applies && templateId !== undefined
      ? (await templates.offers(access.organization, access.workspace)).get(templateId)
      : undefined;
  // What nobody offers nobody would handle here.
  if (applies && template && template !== 'unpublished' && offered === undefined)
    faults.push({
      pointer: '/templateId',
      code: 'not-offered',
      detail:
        templateVersion === undefined
          ? 'Nobody can apply for this here. Choose one of the templates that this workspace offers.'
          : 'Nobody can apply for this here any more. Ask who offers it.',
    });
  for (const [i, applicant] of (applicants ?? []).entries())
    if (applicant?.email !== undefined && !isEmail(asSeen(applicant.email)))
      faults.push({
        pointer: `/applicants/${i}/email`,
        code: 'format',
        detail: 'Give an e-mail address, for example ada@example.org.',
      });
  const email = applicants?.[0]?.email;
  if (email !== undefined && isOwnApplication(access) && !(await isHis(deps, access, email))) {
    faults.push({
      pointer: '/applicants/0/email',
      code: 'not-yourself',
      detail: 'Here you apply for yourself: the first applicant has the e-mail address that you have verified.',
    });
  }
  if (isTooDeep(answers))
    faults.push({ pointer: '/answers', code: 'too-deep', detail: `Answers are nested at most ${DEEPEST} deep.` });
  return { faults, template, workspace: offered ?? access.workspace };
}

/** Inside the transaction that an Idempotency-Key opens as well as without it. */
async function isHis({ database, people }: Deps, access: WorkspaceAccess, email: string): Promise<boolean> {
  const self = await database.read(access, (tx) => people.user(access.actor.id, tx));
  return self?.emailVerified === true && mailboxOf(self.email) === mailboxOf(email);
}

/**
 * Clients apply for themselves: in a CLIENT workspace everybody, elsewhere who may not read the applications of others.
 */
export const isOwnApplication = (access: WorkspaceAccess): boolean =>
  isForPerson(access.actor) && (access.workspaceType === 'CLIENT' || !access.can(readApplications));

/** Answers are kept as they come, but for bottomless nesting. */
function isTooDeep(answers: unknown): boolean {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: answers, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEEPEST) return true;
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 });
  }
  return false;
}
