/** Files of drafts: taken in by the rules of documents, which they become when their draft is sent. */
import { conflict, invalid, newId, notFound, pointerTo, Problem } from '@dossier/sdk';
import type { Clock, Database, Fault, Part, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { Documents, TakenFile } from '../documents/contract.ts';
import type { FileKeeper, FileRecords } from '../files/contract.ts';
import type { Templates } from '../templates/contract.ts';
import type { DraftFile } from './contract.ts';
import type { DraftTables, StoredDraft } from './entities.ts';
import { filesOf, findOwn, lockOwn } from './rows.ts';
import type { StoredDraftFile } from './rows.ts';
import { fileRules, takesType } from './requirements.ts';
import type { FileRule } from './requirements.ts';
import { shownFile } from './shown.ts';
import type { Tell } from './telling.ts';

/** How many files a draft has, so that they fit into an application, and how many bytes all drafts of one person. */
const most = { ofDraft: 200, bytesOfPerson: 1_073_741_824 } as const;

/** A file in the JSON form of its upload. */
export interface JsonFile {
  readonly requirementKey: string;
  readonly fileName: string;
  readonly contentBase64: string;
}

/** Methods throw `not-found` (404) for all but the owner of the draft. */
export interface DraftFiles {
  /**
   * Throws 413, 415 and 422 as an upload of documents does, 422 for a requirement that the draft's version does not
   * have, and 409 `too-many-documents`. The same file sent again for the same requirement is the one that is there.
   */
  upload(access: WorkspaceAccess, id: string, sent: AsyncIterable<Part> | JsonFile): Promise<DraftFile>;
  /** Throws as `FileRecords.read` does for one that cannot be opened: 403, 409, 410. */
  content(access: WorkspaceAccess, id: string, fileId: string): Promise<ReturnType<Documents['asDownload']>>;
  remove(access: WorkspaceAccess, id: string, fileId: string): Promise<void>;
  /** Tells the owner that scanners have looked through one of their files. */
  readonly scanned: FileKeeper['scanned'];
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly documents: Documents;
  readonly records: FileRecords;
  readonly templates: Templates;
  readonly tell: Tell;
}

export function draftFiles({ database, clock, documents, records, templates, tell }: Deps): DraftFiles {
  const own = async (access: WorkspaceAccess, id: string): Promise<StoredDraft> => {
    const row = await database.read(access, (tx) => findOwn(tx, access.organization, access.actor, id));
    if (!row) throw notFound();
    return row;
  };
  const ownFile = async (tx: Transaction, access: WorkspaceAccess, id: string, fileId: string) => {
    const file = (await filesOf(tx, access.organization, id)).find((one) => one.id === fileId);
    if (!file) throw notFound();
    return file;
  };
  const rulesOf = async ({ organizationId, templateId, templateVersion }: StoredDraft) =>
    fileRules(await templates.version(organizationId, templateId, templateVersion));

  return {
    async upload(access, id, sent) {
      const draft = await own(access, id);
      const take: Take = (file) => documents.take(access, file);
      const { requirementKey, taken, problem, faults } =
        'contentBase64' in sent ? await ofJson(take, sent) : await ofForm(take, sent);
      let isKept = false;
      try {
        const rules = await rulesOf(draft);
        const rule = rules.find(({ key }) => key === requirementKey);
        refuse(problem, [...faults, ...requirementFaults(requirementKey, rules), ...typeFaults(rule, taken)]);
        if (!rule || !taken) throw new TypeError('A file without its document was not refused.');
        const { file, isNew } = await database.write(access, async (tx) => {
          await lockOwn(tx, access, id);
          return keep(tx, access, id, rule, taken);
        });
        isKept = isNew;
        return shownFile(file);
      } finally {
        if (taken && !isKept) await records.giveUp(access, taken);
      }
    },

    async content(access, id, fileId) {
      await own(access, id);
      const file = await database.read(access, (tx) => ownFile(tx, access, id, fileId));
      return documents.asDownload(file, await records.read(access, file.fileId, { name: file.fileName }));
    },

    remove: (access, id, fileId) =>
      database.write(access, async (tx) => {
        await lockOwn(tx, access, id);
        const file = await ownFile(tx, access, id, fileId);
        await tx
          .sql<DraftTables>()
          .deleteFrom('application_draft_file')
          .where('organizationId', '=', access.organization)
          .where('id', '=', file.id)
          .execute();
        await records.discard(access, file.fileId);
        tell(access, { id, what: 'saved' });
      }),

    scanned: (access, { id }) =>
      database.write(access, async (tx) => {
        const found = await tx
          .sql<DraftTables>()
          .selectFrom('application_draft_file as f')
          .innerJoin('application_draft as d', (join) =>
            join.onRef('d.organizationId', '=', 'f.organizationId').onRef('d.id', '=', 'f.draftId'),
          )
          .select(['d.id', 'd.ownerId'])
          .where('f.organizationId', '=', access.organization)
          .where('f.fileId', '=', id)
          .executeTakeFirst();
        if (found) tell(access, { id: found.id, what: 'scanned' }, found.ownerId);
      }),
  };

  /** Behind the lock of the draft. */
  async function keep(
    tx: Transaction,
    access: WorkspaceAccess,
    draftId: string,
    rule: FileRule,
    taken: TakenFile,
  ): Promise<{ readonly file: StoredDraftFile; readonly isNew: boolean }> {
    const requirementKey = rule.key;
    const there = await filesOf(tx, access.organization, draftId);
    const same = there.find(
      (one) => one.requirementKey === requirementKey && one.fileName === taken.fileName && one.sha256 === taken.sha256,
    );
    if (same) return { file: same, isNew: false };
    demandRoom(there, rule);
    await demandBytes(tx, access, taken.size);
    const { scan } = await records.keep(access, taken, { contentType: taken.contentType, from: 'outside' });
    const { id: fileId, fileName } = taken;
    const row = { id: newId(), draftId, requirementKey, fileName, fileId };
    await tx
      .sql<DraftTables>()
      .insertInto('application_draft_file')
      .values({ organizationId: access.organization, createdAt: clock.now().toISOString(), ...row })
      .execute();
    tell(access, { id: draftId, what: 'saved' });
    const { contentType, size, sha256 } = taken;
    return { file: { ...row, contentType, size, sha256, scan }, isNew: true };
  }
}

type Take = (file: Parameters<Documents['take']>[1]) => Promise<TakenFile>;

/** What has come, and what is wrong with it: `problem` with the file, `faults` with what is around it. */
interface Come {
  readonly requirementKey: string | null;
  readonly taken: TakenFile | null;
  readonly problem: Problem | null;
  readonly faults: readonly Fault[];
}

/** Only what is wrong with the file: all else is thrown on. */
const taking = (take: Promise<TakenFile>): Promise<Pick<Come, 'taken' | 'problem'>> =>
  take.then(
    (taken) => ({ taken, problem: null }),
    (error: unknown) => {
      if (Problem.is(error) && [413, 415, 422].includes(error.status)) return { taken: null, problem: error };
      throw error;
    },
  );

const ofJson = async (take: Take, { requirementKey, fileName, contentBase64 }: JsonFile): Promise<Come> => ({
  requirementKey,
  ...(await taking(take({ fileName, bytes: contentBase64, pointer: '/contentBase64' }))),
  faults: [],
});

/** The form may name the requirement before its file or behind it. */
async function ofForm(take: Take, parts: AsyncIterable<Part>): Promise<Come> {
  const faults: Fault[] = [];
  let requirementKey: string | null = null;
  let come: Pick<Come, 'taken' | 'problem'> | null = null;
  try {
    for await (const part of parts) {
      if (part.kind === 'file')
        come = await taking(take({ fileName: part.fileName, bytes: part.stream, pointer: '/file' }));
      else if (part.name === 'requirementKey') requirementKey = part.value;
      else
        faults.push({
          pointer: pointerTo(part.name.slice(0, 100)),
          code: 'additionalProperties',
          detail: 'In addition to the file, this form takes only the part requirementKey.',
        });
    }
  } catch (error) {
    // What came until then is not kept: nobody hears of it any more.
    if (come?.taken) return { requirementKey, taken: come.taken, problem: asProblem(error), faults };
    throw error;
  }
  if (!come) faults.push({ pointer: '/file', code: 'no-file', detail: 'Send one file.' });
  return { requirementKey, taken: null, problem: null, ...come, faults };
}

function asProblem(error: unknown): Problem {
  if (Problem.is(error)) return error;
  throw error;
}

function refuse(problem: Problem | null, faults: readonly Fault[]): void {
  if (problem && faults.length === 0) throw problem;
  if (!problem && faults.length === 0) return;
  const own = problem?.errors ?? [];
  const ofFile =
    problem && own.length === 0 ? [{ pointer: '/file', code: problem.code, detail: problem.message }] : own;
  throw invalid([...ofFile, ...faults]);
}

function requirementFaults(key: string | null, rules: readonly FileRule[]): readonly Fault[] {
  if (rules.some((rule) => rule.key === key)) return [];
  const pointer = '/requirementKey';
  const known = rules.map((rule) => rule.key).join(', ');
  const choice = known === '' ? 'This form asks for none.' : `Asked for are ${known}.`;
  return key === null || key === ''
    ? [{ pointer, code: 'required', detail: `Say which document it is. ${choice}` }]
    : [
        {
          pointer,
          code: 'unknown-requirement',
          detail: `"${key.slice(0, 100)}" is no document of this form. ${choice}`,
        },
      ];
}

const typeFaults = (rule: FileRule | undefined, taken: TakenFile | null): readonly Fault[] =>
  !rule || !taken || takesType(rule, taken)
    ? []
    : [
        {
          pointer: '/file',
          code: 'other-type',
          detail: `"${taken.fileName}" is ${taken.contentType}. For "${rule.title}" send one of ${rule.types.join(', ')}.`,
        },
      ];

function demandRoom(there: readonly StoredDraftFile[], rule: FileRule): void {
  if (there.filter((one) => one.requirementKey === rule.key).length >= rule.most)
    throw conflict(
      'too-many-documents',
      `"${rule.title}" takes at most ${rule.most} ${rule.most === 1 ? 'file' : 'files'}. Remove one of them, or put several papers into one file.`,
    );
  if (there.length >= most.ofDraft)
    throw conflict('too-many-documents', `A draft has at most ${most.ofDraft} files. Remove one of them first.`);
}

async function demandBytes(tx: Transaction, access: WorkspaceAccess, more: number): Promise<void> {
  const { bytes } = await tx
    .sql<DraftTables>()
    .selectFrom('application_draft as d')
    .innerJoin('application_draft_file as f', (join) =>
      join.onRef('f.organizationId', '=', 'd.organizationId').onRef('f.draftId', '=', 'd.id'),
    )
    .innerJoin('file', (join) =>
      join.onRef('file.organizationId', '=', 'f.organizationId').onRef('file.id', '=', 'f.fileId'),
    )
    .where('d.organizationId', '=', access.organization)
    .where('d.ownerId', '=', access.actor.id)
    .select(({ fn }) => fn.sum<string | null>('file.size').as('bytes'))
    .executeTakeFirstOrThrow();
  if (Number(bytes ?? 0) + more > most.bytesOfPerson)
    throw conflict(
      'too-many-documents',
      'Your drafts have as many files as there is room for, 1 GB. Send or delete one of the drafts, or remove files.',
    );
}
