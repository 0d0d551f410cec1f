import { conflict, demandMatch, forbidden, invalid, isVisible, newId, notFound, utc } from '@dossier/sdk';
import type { Clock, Database, Fault, IfMatch, Transaction, WorkspaceAccess } from '@dossier/sdk';
import { peopleNamed } from '@dossier/sdk/markdown-names';
import type { FileRecords } from '../files/contract.ts';
import type { People } from '../people/contract.ts';
import type { Spelling } from '../search/contract.ts';
import { mostOfComment, shareComments } from './contract.ts';
import type { Comment, CommentKind, Named } from './contract.ts';
import { CommentEntity } from './entities.ts';
import type { CommentTables, StoredComment } from './entities.ts';
import type { CommentEvents } from './events.ts';
import { answeredBy, attach, locked, name, revise, unname } from './keeping.ts';
import type { Case, Meeting, Met } from './meeting.ts';
import { withNames } from './mentions.ts';
import { mayWrite, notForClients } from './reading.ts';
import type { Reading } from './reading.ts';
import { filesOf, mentionsOf } from './rows.ts';
import { editableUntil } from './shown.ts';
import { insertTerms, removeTerms, replaceTerms, shareTerms } from './terms.ts';

export interface NewComment {
  readonly kind: CommentKind;
  readonly text: string;
  readonly replyTo?: string | null;
  /** Files that the writer has sent before. */
  readonly attachmentIds?: readonly string[];
}

/** All throw 404 for what the writer does not see, and 403 for what they may not do. */
export interface Writing {
  /**
   * Throws with every fault (422): nothing that can be seen, another kind than what it answers, people who could not
   * read it; and 409 `comment-removed` for an answer to one that was removed.
   */
  write(access: WorkspaceAccess, applicationId: string, comment: NewComment): Promise<Comment>;
  /** By its author, for as long as {@link editableUntil} says: 409 `too-late`, `comment-removed`; 412. */
  edit(access: WorkspaceAccess, id: string, text: string, ifMatch: IfMatch): Promise<Comment>;
  /** As `edit`. That there was one stays. */
  remove(access: WorkspaceAccess, id: string, ifMatch: IfMatch): Promise<void>;
  /** Shows an internal comment to the client, as it stood when it was read: 409 `changed-meanwhile`. */
  share(access: WorkspaceAccess, id: string, version: number, ifMatch: IfMatch): Promise<Comment>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: People;
  readonly records: FileRecords;
  readonly meeting: Meeting;
  readonly reading: Reading;
  readonly events: CommentEvents;
  readonly spelling: Spelling;
}

export function writing({ database, clock, people, records, meeting, reading, events, spelling }: Deps): Writing {
  const inside = <T>(access: WorkspaceAccess, met: Met, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.write(met.reader, work);

  /** Those who are named in a text, and the faults of it. */
  async function looked(access: WorkspaceAccess, met: Case, kind: CommentKind, text: string) {
    const faults: Fault[] = [];
    const at = (code: string, detail: string) => faults.push({ pointer: '/text', code, detail });
    if (!isVisible(text)) at('missing', 'Write something first.');
    const ids = peopleNamed(text);
    if (ids.length > mostOfComment.mentions)
      at('too-many', `A comment names at most ${mostOfComment.mentions} people.`);
    const may = ids.length === 0 ? new Set<string>() : await meeting.readers(access.organization, met, kind);
    if (ids.some((id) => !may.has(id)))
      at('cannot-read-it', 'Somebody who is named in it could not read it. Name only those whom the list offers.');
    const known = ids.filter((id) => may.has(id));
    // A repeatable request is inside of a transaction already, in which nobody is looked up beside it.
    const users =
      known.length === 0 ? [] : [...(await database.read(access, (tx) => people.users(known, tx))).values()];
    return { faults, named: users.map(({ id, name }): Named => ({ id, name })) };
  }

  /** One's own, locked, as long as it may be changed. */
  async function own(tx: Transaction, access: WorkspaceAccess, id: string, ifMatch: IfMatch): Promise<StoredComment> {
    const row = await locked(tx, access, id);
    if (row.byKind !== access.actor.kind || row.byId !== access.actor.id)
      throw forbidden('Only who wrote a comment may change it.');
    demandMatch(ifMatch, row.version);
    if (row.removedAt) throw gone();
    if (!editableUntil({ at: utc(row.at), removedAt: null }, clock.now()))
      throw conflict('too-late', 'A comment can be changed for 15 minutes. Write another one.');
    return row;
  }

  const shownAgain = async (access: WorkspaceAccess, id: string): Promise<Comment> => reading.one(access, id);

  return {
    async write(access, applicationId, { kind, text, replyTo = null, attachmentIds = [] }) {
      const met = await meeting.meet(access, applicationId);
      if (met.as === 'client' && kind === 'internal') throw notForClients();
      if (!mayWrite(access, met, kind)) throw forbidden('Your role does not include to write comments.');
      const { faults, named } = await looked(access, met, kind, text);
      return inside(access, met, async (tx) => {
        const id = newId();
        const answered = replyTo === null ? null : await answeredBy(tx, access, applicationId, replyTo);
        if (answered && answered.kind !== kind)
          faults.unshift({
            pointer: '/kind',
            code: 'other-kind',
            detail: `An answer has the kind of what it answers: ${answered.kind}.`,
          });
        if (faults.length > 0) throw invalid(faults);
        if (answered?.removedAt) throw gone();
        const now = clock.now();
        const row = tx.em.create(CommentEntity, {
          organizationId: access.organization,
          id,
          applicationId,
          workspaceId: met.application.workspaceId,
          kind,
          text: withNames(text, named),
          byKind: access.actor.kind,
          byId: access.actor.id,
          byName: access.actor.name,
          byStaff: met.as === 'staff',
          replyTo: answered?.id ?? null,
          turn: id,
          at: now,
          editedAt: null,
          removedAt: null,
          version: 1,
        });
        await tx.em.flush();
        await revise(tx, access, row, now);
        await name(tx, row, named);
        await attach(tx, access, row, attachmentIds);
        await insertTerms(tx, row, spelling);
        events.written(access, row, { mentioned: named.map(({ id }) => id), clients: met.clients });
        return shownAgain(access, row.id);
      });
    },

    async edit(access, id, text, ifMatch) {
      const { row: known, met } = await reading.seen(access, id);
      const { faults, named } = await looked(access, met, known.kind, text);
      return inside(access, met, async (tx) => {
        const row = await own(tx, access, id, ifMatch);
        if (!mayWrite(access, met, row.kind)) throw forbidden('Your role does not include to write comments.');
        if (faults.length > 0) throw invalid(faults);
        const now = clock.now();
        const before = (await mentionsOf(tx, access.organization, [id])).map(({ userId }) => userId);
        Object.assign(row, { text: withNames(text, named), editedAt: now, version: row.version + 1 });
        await tx.em.flush();
        await revise(tx, access, row, now);
        await unname(tx, access, id, named);
        const added = named.filter((one) => !before.includes(one.id));
        await name(tx, row, added);
        await replaceTerms(tx, row, spelling);
        events.edited(access, row, { mentioned: added.map((one) => one.id), clients: met.clients });
        return shownAgain(access, id);
      });
    },

    async remove(access, id, ifMatch) {
      const { met } = await reading.seen(access, id);
      await inside(access, met, async (tx) => {
        const row = await own(tx, access, id, ifMatch);
        Object.assign(row, { text: '', removedAt: clock.now(), version: row.version + 1 });
        await tx.em.flush();
        await unname(tx, access, id, []);
        await removeTerms(tx, row);
        const files = await filesOf(tx, access.organization, [id]);
        const of = { organizationId: access.organization, commentId: id };
        await tx
          .sql<CommentTables>()
          .deleteFrom('comment_file')
          .where(({ and }) => and(of))
          .execute();
        for (const { fileId } of files) await records.discard(access, fileId);
        events.removed(access, row, { mentioned: [], clients: met.clients });
      });
    },

    async share(access, id, version, ifMatch) {
      const { met } = await reading.seen(access, id);
      if (met.as !== 'staff') throw notFound();
      access.demand(shareComments);
      return inside(access, met, async (tx) => {
        const row = await locked(tx, access, id);
        demandMatch(ifMatch, row.version);
        if (row.removedAt) throw gone();
        if (row.kind === 'external') throw conflict('shared-already', 'The client can read this comment already.');
        if (row.version !== version)
          throw conflict('changed-meanwhile', 'Its author changed it since you read it. Read it again first.');
        const now = clock.now();
        // New to the client, however old it is.
        Object.assign(row, { kind: 'external', turn: newId(), version: version + 1 });
        await tx.em.flush();
        await revise(tx, access, row, now);
        for (const table of ['comment_mention', 'comment_file'] as const)
          await tx
            .sql<CommentTables>()
            .updateTable(table)
            .set({ kind: 'external' })
            .where('organizationId', '=', access.organization)
            .where('commentId', '=', id)
            .execute();
        await shareTerms(tx, row, spelling);
        events.shared(access, row, { mentioned: [], clients: met.clients });
        return shownAgain(access, id);
      });
    },
  };
}

const gone = () => conflict('comment-removed', 'This comment was removed.');
