import { invalid, newId, notFound } from '@dossier/sdk';
import type { Clock, Database, WorkspaceAccess } from '@dossier/sdk';
import type { Application, Applications } from '../applications/contract.ts';
import type { FileRecords, ReceivedFile } from '../files/contract.ts';
import type { Spelling } from '../search/contract.ts';
import type { Templates } from '../templates/contract.ts';
import type { Workflow } from '../workflow/contract.ts';
import { audienceFor } from './audience.ts';
import { refuseDecided } from './cases.ts';
import type { Cases } from './cases.ts';
import { uploadDocuments } from './contract.ts';
import type { IncomingFile, UploadRule } from './contract.ts';
import type { DocumentService, Uploaded } from './service.ts';
import type { DocumentRow, StoredDocument } from './entities.ts';
import { noFile } from './incoming.ts';
import { claim, isUsed, uploadKey } from './once.ts';
import type { UploadKey } from './once.ts';
import type { Keep, Receive, Received } from './receiving.ts';
import { demandUnreplaced, replacing } from './replacing.ts';
import { refusals } from './refusals.ts';
import { demandQuota } from './quota.ts';
import type { Rows } from './rows.ts';
import { asShown } from './shown.ts';
import { strayed, targetOf } from './target.ts';
import type { Target } from './target.ts';
import { insertDocuments } from './terms.ts';
import type { DocumentEvents } from './events.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly records: FileRecords;
  readonly rows: Rows;
  readonly applications: Applications;
  readonly templates: Templates;
  readonly workflow: Workflow;
  readonly cases: Cases;
  readonly events: DocumentEvents;
  readonly rules: (access: WorkspaceAccess) => readonly UploadRule[];
  readonly receive: Receive;
  readonly spelling: Spelling;
  /** Largest file in bytes. */
  readonly limit: number;
}

/** Takes files in: their bytes first, then one transaction that makes documents of them all. */
export function uploading(deps: Deps): DocumentService['uploadOnce'] {
  const { database, clock, records, applications, cases, limit } = deps;
  return async (access, applicationId, files, key) => {
    access.demand(uploadDocuments);
    const application = await applications.get(access, applicationId);
    if (!application) throw notFound();
    const once = uploadKey(access, applicationId, key);
    // What was answered before is answered again, even when the application has been decided since.
    const isRepeated = once !== undefined && (await database.read(access, (tx) => isUsed(tx, once, clock.now())));
    if (!isRepeated) refuseDecided(application.status);
    const target = await targetOf(cases, access, application);
    const arrived: ReceivedFile[] = [];
    let isRecorded = false;
    try {
      const keep: Keep = async (bytes) => {
        const file = await records.receive(access, bytes, { limit });
        arrived.push(file);
        return file;
      };
      const rules = isRepeated || target.bySender === 'staff' ? [] : deps.rules(access);
      const received = await receiveAll(deps, access, target, files, keep, rules);
      const result = await record(deps, access, target, received, once);
      isRecorded = !result.replayed;
      return result;
    } finally {
      // Also after an error whose transaction was committed nevertheless: the record of each file knows.
      if (!isRecorded) for (const file of arrived) await records.giveUp(access, file);
    }
  };
}

/** All files, or every fault of them. Once something is wrong, nothing more is kept. */
async function receiveAll(
  { receive, templates, rows }: Deps,
  access: WorkspaceAccess,
  target: Target,
  files: AsyncIterable<IncomingFile>,
  keep: Keep,
  rules: readonly UploadRule[],
): Promise<readonly Received[]> {
  const received: Received[] = [];
  const sent: IncomingFile[] = [];
  const refused = refusals();
  try {
    for await (const file of files) {
      sent.push(file);
      try {
        const one = await receive(file, refused.any ? null : keep);
        if (one) received.push(one);
      } catch (error) {
        refused.note(error, file.pointer);
      }
    }
  } catch (error) {
    refused.note(error, '/files');
  }
  if (sent.length === 0 && !refused.any) throw invalid([noFile]);
  const { resolved, faults } = await replacing(rows, access, target.application.id, sent);
  const wanted = sent.map(resolved);
  const asked = wanted.map((file) => ({ requirementKey: file.requirementKey(), pointer: file.pointer }));
  const ruled = await Promise.all(rules.map((rule) => rule.faults(access, target.application, asked)));
  refused.refuse([
    ...(await strayed(templates, access.organization, target, wanted)),
    ...ruled.flat(),
    ...faults(sent),
  ]);
  return received.map(resolved);
}

/** Makes documents of what was received, unless an earlier upload with this key has. */
function record(
  { database, clock, records, rows: known, workflow, cases, events, spelling }: Deps,
  access: WorkspaceAccess,
  target: Target,
  received: readonly Received[],
  once: UploadKey | undefined,
): Promise<Uploaded> {
  const { application } = target;
  return database.write(access, async (tx) => {
    const status = await cases.locked(access, application.id);
    const rows = received.map((file) => newRow(access, target, file, clock.now()));
    const earlier = once ? await claim(tx, once, rows, clock.now()) : null;
    if (earlier) return { documents: earlier.map((row) => asShown(access, row)), replayed: true };
    refuseDecided(status);
    for (const [audience, some] of Map.groupBy(rows, (row) => row.audience))
      await demandQuota(tx, access.organization, application.id, audience, some.length);
    await demandUnreplaced(known, access, application.id, rows);
    for (const [i, file] of received.entries()) {
      const { scan } = await records.keep(access, file, { contentType: file.contentType, from: 'outside' });
      rows[i] = { ...rows[i]!, scan: scan ?? 'unscanned' };
    }
    await insertDocuments(tx, rows.map(stored), spelling);
    const clients = await cases.clientsOf(access, application.id);
    for (const row of rows) events.uploaded(access, row, clients);
    await workflow.recheck(access, application.id, 'documents');
    return { documents: rows.map((row) => asShown(access, row)), replayed: false };
  });
}

/** A new document of a file that has come. */
export const newRow = (
  access: WorkspaceAccess,
  { application, bySender }: Target<Pick<Application, 'id' | 'workspaceId'>>,
  file: Received,
  now: Date,
): DocumentRow => ({
  organizationId: access.organization,
  id: newId(),
  workspaceId: application.workspaceId,
  applicationId: application.id,
  fileName: file.fileName,
  contentType: file.contentType,
  size: file.size,
  sha256: file.sha256,
  fileId: file.id,
  scan: 'unscanned',
  replaces: file.replaces(),
  // Only for the sender, who sees what they replace.
  replacedAudience: file.replaces() === null ? null : 'client',
  requirementKey: file.requirementKey(),
  audience: audienceFor(file, bySender),
  bySender,
  reviewStatus: 'pending',
  reason: null,
  reviewedBy: null,
  reviewedAt: null,
  uploadedByKind: access.actor.kind,
  uploadedById: access.actor.id,
  uploadedByName: access.actor.name,
  createdAt: now.toISOString(),
});

/** Without what the record of the file says. */
export const stored = ({
  contentType: _type,
  size: _size,
  sha256: _digest,
  scan: _scan,
  replacedAudience: _replaced,
  ...row
}: DocumentRow): StoredDocument => row;
