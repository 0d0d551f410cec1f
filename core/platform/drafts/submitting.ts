/** A draft is sent: one transaction in which the application comes and the draft goes. */
import { asSeen, demandMatch, invalid, isEmail, isVisible } from '@dossier/sdk';
import type { Clock, Database, Fault, IfMatch, WorkspaceAccess } from '@dossier/sdk';
import type { Applications } from '../applications/contract.ts';
import type { Documents } from '../documents/contract.ts';
import type { FileRecords } from '../files/contract.ts';
import type { Templates } from '../templates/contract.ts';
import type { Sent, StoredDraft } from './entities.ts';
import { fileRules } from './requirements.ts';
import type { FileRule } from './requirements.ts';
import { emptyDraft, filesOf, lockSendable, removeFiles } from './rows.ts';
import type { StoredDraftFile } from './rows.ts';
import type { Tell } from './telling.ts';

/**
 * Sent again it answers as the first time, as long as that is known (`sweeping.ts`). Throws `not-found` (404), `stale`
 * (412), and `invalid` (422) with every fault.
 */
export type Submit = (access: WorkspaceAccess, id: string, ifMatch?: IfMatch) => Promise<Sent>;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly applications: Applications;
  readonly documents: Documents;
  readonly records: FileRecords;
  readonly templates: Templates;
  readonly tell: Tell;
}

export const submitting =
  ({ database, clock, applications, documents, records, templates, tell }: Deps): Submit =>
  (access, id, ifMatch) =>
    database.write(access, async (tx) => {
      const draft = await lockSendable(tx, access, id);
      if (draft.sent !== null) return draft.sent;
      demandMatch(ifMatch, draft.revision);
      const { templateId, templateVersion, applicants } = draft;
      const files = await filesOf(tx, access.organization, id);
      const version = await templates.version(access.organization, templateId, templateVersion);
      const today = await templates.today(access.organization);
      // What is wrong is said in the words that the form was filled in with.
      const { version: said } = await templates.inLanguage(access.organization, version, [draft.language]);
      const checked = templates.check(said, draft.answers, today);
      // What is not asked is not sent; what is calculated is the server's.
      const record = { workspaceId: access.workspace, templateId, applicants, answers: checked.answers };
      const faults = [
        ...checked.faults.map((fault) => ({ ...fault, pointer: `/answers${fault.pointer}` })),
        ...unread(templates.check(said, withTyped(draft), today).notAsked, draft.typed),
        ...filesMissing(checked.documents, fileRules(said), files),
        ...applicantFaults(applicants),
      ];
      const known = new Set(faults.map(({ pointer }) => pointer));
      faults.push(
        ...(await applications.faults(access, record, { templateVersion })).filter(
          ({ pointer }) => pointer === undefined || !known.has(pointer),
        ),
      );
      if (faults.length > 0) throw invalid(faults.slice(0, 100));
      const asked = files.filter((file) => checked.documents.some(({ key }) => key === file.requirementKey));
      const kept = new Set(asked.map(({ fileId }) => fileId));
      for (const file of await removeFiles(tx, access.organization, id))
        if (!kept.has(file)) await records.discard(access, file);
      const made = await applications.submit(access, record, {
        templateVersion,
        first: (application) => documents.attach(access, application, asked),
      });
      const sent = { applicationId: made.id, number: made.number, status: made.status };
      await emptyDraft(tx, access.organization, id, { sent, now: clock.now() });
      tell(access, { id, what: 'sent' });
      return sent;
    });

/** The answers with what was typed in the place of what could not be read, to see whether it is asked for at all. */
const withTyped = ({ answers, typed }: StoredDraft): StoredDraft['answers'] => ({
  ...answers,
  ...Object.fromEntries(
    Object.entries(typed).flatMap(([pointer, text]) =>
      pointer.lastIndexOf('/') === 0 ? [[pointer.slice(1), text]] : [],
    ),
  ),
});

const unread = (notAsked: readonly string[], typed: StoredDraft['typed']): Fault[] =>
  Object.entries(typed).flatMap(([pointer, text]) =>
    isVisible(text) && !notAsked.includes(pointer)
      ? [{ pointer: `/answers${pointer}`, code: 'unreadable', detail: `"${text.slice(0, 60)}" cannot be read here.` }]
      : [],
  );

/**
 * What is not there of the documents that are asked for. A file in which a virus was found stands in the way; one that
 * waits for the scanners does not, since they may be away for long: as a document it stays closed until they have seen
 * it, and counts for nothing when it was bad.
 */
const filesMissing = (
  asked: readonly { readonly key: string }[],
  rules: readonly FileRule[],
  files: readonly StoredDraftFile[],
): Fault[] =>
  rules.flatMap(({ key, title, least, later }): Fault[] => {
    if (!asked.some((one) => one.key === key)) return [];
    const there = files.filter((file) => file.requirementKey === key);
    const pointer = `/files/${key}`;
    const bad = there.filter(({ scan }) => scan === 'infected').map(({ fileName }) => `"${fileName}"`);
    if (bad.length > 0)
      return [
        {
          pointer,
          code: 'infected',
          detail: `A virus was found in ${bad.join(', ')}. For "${title}", remove ${bad.length === 1 ? 'that file' : 'those files'} or send others.`,
        },
      ];
    if (there.length >= least || (later && there.length === 0)) return [];
    const detail =
      least === 1
        ? `Add the document "${title}".`
        : `Add ${least - there.length} more to "${title}": it needs ${least}.`;
    return [{ pointer, code: 'missing', detail }];
  });

function applicantFaults(applicants: StoredDraft['applicants']): Fault[] {
  if (applicants.length === 0)
    return [{ pointer: '/applicants', code: 'missing', detail: 'Say who applies: name and e-mail address.' }];
  return applicants.flatMap(({ type, firstName, lastName, email }, i): Fault[] => {
    const at = `/applicants/${i}`;
    return [
      ...(/^[A-Za-z0-9_.:-]+$/.test(type)
        ? []
        : [{ pointer: `${at}/type`, code: 'pattern', detail: 'Say which applicant this is, for example PRIMARY.' }]),
      ...(isVisible(firstName)
        ? []
        : [{ pointer: `${at}/firstName`, code: 'missing', detail: 'Give the first name.' }]),
      ...(isVisible(lastName) ? [] : [{ pointer: `${at}/lastName`, code: 'missing', detail: 'Give the last name.' }]),
      ...(isEmail(asSeen(email))
        ? []
        : [{ pointer: `${at}/email`, code: 'format', detail: 'Give an e-mail address, for example ada@example.org.' }]),
    ];
  });
}
