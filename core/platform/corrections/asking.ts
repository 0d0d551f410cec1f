/** Staff asks the client for a correction, and takes that back. */
import { conflict, demandMatch, forbidden, invalid, isVisible, newId, notFound } from '@dossier/sdk';
import type { Clock, Database, Fault, IfMatch, WorkspaceAccess } from '@dossier/sdk';
import type { Answers, Assignments } from '../applications/contract.ts';
import type { Templates, TemplateVersion } from '../templates/contract.ts';
import { isDecided } from '../workflow/contract.ts';
import type { CaseClock } from '../workflow/contract.ts';
import { answerable, documentTitles } from './asked-fields.ts';
import { mostOfCorrection } from './contract.ts';
import type { Correction } from './contract.ts';
import type { CorrectionTables } from './entities.ts';
import type { CorrectionEvents } from './events.ts';
import type { Meet } from './meeting.ts';
import type { Reading } from './reading.ts';
import { findRound, lockRound, roundsOf, updateRound } from './rows.ts';

/** One thing that is asked for: an answer by the key of its field, or a document by that of its requirement. */
export interface AskedItem {
  readonly field?: string;
  readonly document?: string;
  readonly reason: string;
}

export interface NewCorrection {
  readonly items: readonly AskedItem[];
  readonly message?: string;
  /** ISO 8601. */
  readonly dueAt: string;
}

/** Both throw 404 for what the reader does not see, and 403 for all but the staff. */
export interface Asking {
  /**
   * Throws with every fault (422), and 409: `already-decided`, `correction-open` while another round is,
   * `nobody-to-ask` where no applicant could answer.
   */
  ask(access: WorkspaceAccess, applicationId: string, o: NewCorrection): Promise<Correction>;
  /** Throws 409 `correction-ended` for a round that is answered or over; with `ifMatch` 412. */
  takeBack(access: WorkspaceAccess, id: string, ifMatch?: IfMatch): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly templates: Templates;
  readonly answers: Pick<Answers, 'hold' | 'revisions'>;
  readonly assignments: Assignments;
  readonly caseClock: CaseClock;
  readonly events: CorrectionEvents;
  readonly meet: Meet;
  readonly reading: Reading;
  /** Writes to the client, once this is committed. */
  readonly tell: (access: WorkspaceAccess, correctionId: string, what: 'asked' | 'taken-back') => Promise<void>;
}

const DAY = 86_400_000;
/** The client is reminded so many days before; where there are no more in all, they are not. */
const REMINDED_BEFORE = 2;

export function asking(deps: Deps): Asking {
  const { database, clock, templates, answers, assignments, caseClock, events, meet, reading, tell } = deps;
  return {
    async ask(access, applicationId, { items, message = '', dueAt }) {
      const met = await meet(access, applicationId);
      if (met.as !== 'staff') throw forbidden('A correction is asked for by the staff that handles the application.');
      return database.write(access, async (tx) => {
        const { organization, actor } = access;
        const held = await answers.hold(access, applicationId);
        if (!held) throw notFound();
        const version = await templates.version(
          organization,
          met.application.templateId,
          met.application.templateVersion,
        );
        const now = clock.now();
        const faults = [...itemFaults(version, items), ...dueFaults(dueAt, now)];
        if (faults.length > 0) throw invalid(faults);
        if (isDecided(held.status))
          throw conflict('already-decided', `This application is ${held.status} already; nothing of it is corrected.`);
        const before = await roundsOf(tx, organization, applicationId);
        if (before.some(({ state }) => state === 'open'))
          throw conflict('correction-open', 'The client is asked for a correction already. Take that back first.');
        if (met.clients.length === 0 && !met.applicants.some(({ email }) => email !== ''))
          throw conflict('nobody-to-ask', 'No applicant of this application has an e-mail address.');
        const [fields, documents] = [answerable(version), documentTitles(version)];
        const id = newId();
        const due = new Date(dueAt);
        const remind = new Date(due.getTime() - REMINDED_BEFORE * DAY);
        await tx
          .sql<CorrectionTables>()
          .insertInto('correction_round')
          .values({
            organizationId: organization,
            id,
            applicationId,
            workspaceId: met.application.workspaceId,
            number: (before.at(-1)?.number ?? 0) + 1,
            state: 'open',
            message: message.trim(),
            dueAt: due.toISOString(),
            remindAt: remind > now ? remind.toISOString() : null,
            remindedAt: null,
            askedById: actor.id,
            askedByName: actor.name,
            askedAt: now.toISOString(),
            endedAt: null,
            revisionBefore: (await answers.revisions(access, applicationId)).at(-1)?.revision ?? 1,
            revisionAfter: null,
            seenAt: null,
            answers: '{}',
            typed: '{}',
            version: 1,
          })
          .execute();
        await tx
          .sql<CorrectionTables>()
          .insertInto('correction_item')
          .values(
            items.map(({ field, document, reason }, position) => ({
              organizationId: organization,
              roundId: id,
              position,
              kind: field === undefined ? ('document' as const) : ('field' as const),
              key: field ?? document ?? '',
              title: fields.get(field ?? '') ?? documents.get(document ?? '') ?? '',
              reason: reason.trim(),
            })),
          )
          .execute();
        // What comes back comes back to who asked.
        await assignments.claim(access, applicationId);
        await caseClock.stop(access, applicationId, due.toISOString());
        events.asked(access, { id, applicationId, workspaceId: met.application.workspaceId }, met.clients);
        await tell(access, id, 'asked');
        return reading.one(access, id);
      });
    },

    async takeBack(access, id, ifMatch) {
      const known = await database.read(access, (tx) => findRound(tx, access.organization, id));
      if (!known) throw notFound();
      const met = await meet(access, known.applicationId);
      if (met.as !== 'staff') throw forbidden('What the staff has asked for is taken back by the staff.');
      await database.write(access, async (tx) => {
        await answers.hold(access, known.applicationId);
        const round = await lockRound(tx, access.organization, id);
        demandMatch(ifMatch, round.version);
        if (round.state === 'taken-back') return;
        if (round.state !== 'open') throw ended();
        await updateRound(tx, round, {
          state: 'taken-back',
          endedAt: clock.now().toISOString(),
          answers: '{}',
          typed: '{}',
        });
        await caseClock.start(access, known.applicationId);
        events.takenBack(access, round, met.clients);
        await tell(access, id, 'taken-back');
      });
    },
  };
}

/** Refuses to change a round that is over (409). */
export const ended = () =>
  conflict('correction-ended', 'This request for correction is over. Reload the application to see how it stands.');

function itemFaults(version: TemplateVersion, items: readonly AskedItem[]): readonly Fault[] {
  const [fields, documents] = [answerable(version), documentTitles(version)];
  const seen = new Set<string>();
  return items.flatMap(({ field, document, reason }, i) => {
    const faults: Fault[] = [];
    const at = (member: string, code: string, detail: string) =>
      faults.push({ pointer: `/items/${i}${member}`, code, detail });
    const what = field === undefined ? `document ${document}` : `field ${field}`;
    if ((field === undefined) === (document === undefined))
      at('', 'one-of', 'Name either a field or a document, and not both.');
    else if (field !== undefined && !fields.has(field))
      at('/field', 'unknown-field', `"${field.slice(0, 100)}" is no field of this application that people answer.`);
    else if (document !== undefined && !documents.has(document))
      at('/document', 'unknown-requirement', `"${document.slice(0, 100)}" is no document that its template asks for.`);
    else if (seen.has(what))
      at(field === undefined ? '/document' : '/field', 'named-twice', 'This is asked for already. Say all of it once.');
    seen.add(what);
    if (!isVisible(reason)) at('/reason', 'missing', 'Say what is to be corrected: the client reads it beside it.');
    return faults;
  });
}

function dueFaults(dueAt: string, now: Date): readonly Fault[] {
  const due = Date.parse(dueAt);
  if (due <= now.getTime()) return [{ pointer: '/dueAt', code: 'past', detail: 'Ask for an answer by a later time.' }];
  return due > now.getTime() + mostOfCorrection.days * DAY
    ? [{ pointer: '/dueAt', code: 'too-late', detail: 'Ask for an answer within a year.' }]
    : [];
}
