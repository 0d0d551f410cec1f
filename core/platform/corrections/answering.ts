/** The client answers what they were asked: what they type is kept by itself, and sent once. */
import { isDeepStrictEqual } from 'node:util';
import { conflict, demandMatch, forbidden, invalid, isVisible, notFound, pointerTo } from '@dossier/sdk';
import type { Clock, Database, Fault, IfMatch, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { Answers, CaseFlags } from '../applications/contract.ts';
import type { Document, Documents } from '../documents/contract.ts';
import type { CheckedAnswers, Templates, TemplateVersion } from '../templates/contract.ts';
import { isDecided } from '../workflow/contract.ts';
import type { CaseClock } from '../workflow/contract.ts';
import { answerable, documentTitles, keyIn } from './asked-fields.ts';
import { ended } from './asking.ts';
import { answerCorrections } from './contract.ts';
import type { Correction } from './contract.ts';
import type { StoredItem, StoredRound } from './entities.ts';
import type { CorrectionEvents } from './events.ts';
import type { Meet, Met } from './meeting.ts';
import { cameFor } from './reading.ts';
import type { Reading } from './reading.ts';
import { findRound, itemsOf, lockRound, updateRound } from './rows.ts';

/** What is kept until it is sent: answers by field key, null for none, and what was typed and cannot be read. */
export interface Kept {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly typed?: Readonly<Record<string, string>>;
}

/** Both throw 404 for who does not see it, 403 for all but its clients, and 409 `correction-ended`. */
export interface Answering {
  /** Right or wrong, but of what was asked alone: 422 `not-asked`. With `ifMatch` 412 when it is another one by now. */
  keep(access: WorkspaceAccess, id: string, kept: Kept, ifMatch?: IfMatch): Promise<Correction>;
  /**
   * Sends it, once: again it answers as the first time. Throws with all that is missing or wrong (422), and 409
   * `already-decided`.
   */
  send(access: WorkspaceAccess, id: string, ifMatch?: IfMatch): Promise<Correction>;
  /** Somebody of the staff has looked at what was answered; again is no fault. */
  seen(access: WorkspaceAccess, id: string): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly templates: Templates;
  readonly documents: Pick<Documents, 'of'>;
  readonly answers: Answers;
  readonly flags: CaseFlags;
  readonly caseClock: CaseClock;
  readonly events: CorrectionEvents;
  readonly meet: Meet;
  readonly reading: Reading;
}

export function answering(deps: Deps): Answering {
  const { database, clock, templates, documents, answers, flags, caseClock, events, meet, reading } = deps;

  const met = async (access: WorkspaceAccess, id: string): Promise<{ met: Met; applicationId: string }> => {
    const known = await database.read(access, (tx) => findRound(tx, access.organization, id));
    if (!known) throw notFound();
    return { met: await meet(access, known.applicationId), applicationId: known.applicationId };
  };
  const asClient = async (access: WorkspaceAccess, id: string) => {
    const found = await met(access, id);
    access.demand(answerCorrections);
    if (found.met.as !== 'client' || access.actor.kind !== 'user' || !found.met.clients.includes(access.actor.id))
      throw forbidden('Only the client answers what they were asked.');
    return found;
  };

  /** The application first, then the round: as those who decide it do. */
  const held = async (tx: Transaction, access: WorkspaceAccess, applicationId: string, id: string) => {
    const application = await answers.hold(access, applicationId);
    if (!application) throw notFound();
    return { application, round: await lockRound(tx, access.organization, id) };
  };

  return {
    async keep(access, id, { answers: given, typed = {} }, ifMatch) {
      const { applicationId } = await asClient(access, id);
      return database.write(access, async (tx) => {
        const { application, round } = await held(tx, access, applicationId, id);
        demandMatch(ifMatch, round.version);
        if (round.state !== 'open' || isDecided(application.status)) throw ended();
        const items = await itemsOf(tx, access.organization, [id]);
        const faults = strays(items, given, typed);
        if (faults.length > 0) throw invalid(faults.slice(0, 100));
        await updateRound(tx, round, { answers: JSON.stringify(given), typed: JSON.stringify(typed) });
        return reading.one(access, id);
      });
    },

    async send(access, id, ifMatch) {
      const found = await asClient(access, id);
      return database.write(access, async (tx) => {
        const { application, round } = await held(tx, access, found.applicationId, id);
        if (round.state === 'sent') return reading.one(access, id);
        demandMatch(ifMatch, round.version);
        if (isDecided(application.status))
          throw conflict('already-decided', `This application is ${application.status} already.`);
        if (round.state !== 'open') throw ended();
        const { organization } = access;
        const { templateId, templateVersion } = found.met.application;
        const version = await templates.version(organization, templateId, templateVersion);
        const items = await itemsOf(tx, organization, [id]);
        const newest = (await answers.revisions(access, found.applicationId)).at(-1);
        const before = newest?.answers ?? {};
        const now = merged(before, round.answers);
        const checked = templates.check(version, now, await templates.today(organization));
        const come = (await documents.of(organization, found.applicationId)).filter(
          (one) => one.audience === 'client' && cameFor(round, one),
        );
        const faults = [...answerFaults(round, items, version, checked), ...paperFaults(items, version, checked, come)];
        if (faults.length > 0) throw invalid(faults.slice(0, 100));
        const revision = newest?.revision ?? 1;
        const after = isDeepStrictEqual(before, now)
          ? revision
          : (await answers.revise(access, found.applicationId, now)).revision;
        await updateRound(tx, round, {
          state: 'sent',
          endedAt: clock.now().toISOString(),
          revisionBefore: revision,
          revisionAfter: after,
          answers: '{}',
          typed: '{}',
        });
        await caseClock.start(access, found.applicationId);
        await flags.set(access, found.applicationId, 'corrected');
        events.sent(access, round, found.met.clients);
        return reading.one(access, id);
      });
    },

    async seen(access, id) {
      const found = await met(access, id);
      if (found.met.as !== 'staff') throw notFound();
      await database.write(access, async (tx) => {
        const { round } = await held(tx, access, found.applicationId, id);
        if (round.state !== 'sent' || round.seenAt !== null) return;
        await updateRound(tx, round, { seenAt: clock.now().toISOString() });
        await flags.clear(access, found.applicationId, 'corrected');
      });
    },
  };
}

const keysOf = (items: readonly StoredItem[], kind: StoredItem['kind']): ReadonlySet<string> =>
  new Set(items.filter((item) => item.kind === kind).map(({ key }) => key));

/** Answers to what was not asked. */
function strays(
  items: readonly StoredItem[],
  given: Kept['answers'],
  typed: NonNullable<Kept['typed']>,
): readonly Fault[] {
  const asked = keysOf(items, 'field');
  const stray = (pointer: string): Fault => ({
    pointer,
    code: 'not-asked',
    detail: 'You were not asked to correct this. Only what is marked can be changed.',
  });
  return [
    ...Object.keys(given)
      .filter((key) => !asked.has(key))
      .map((key) => stray(`/answers${pointerTo(key)}`)),
    ...Object.keys(typed)
      .filter((pointer) => !asked.has(keyIn(pointer)))
      .map((pointer) => stray(`/typed${pointerTo(pointer)}`)),
  ];
}

/** The answers as they are with what was corrected. */
const merged = (before: Kept['answers'], given: Kept['answers']): Kept['answers'] =>
  Object.fromEntries(
    Object.entries({ ...before, ...given }).filter(([key, value]) => value !== null || !Object.hasOwn(given, key)),
  );

/** What is wrong with the answers that were asked for: all others stand as they stood. */
function answerFaults(
  { answers, typed }: StoredRound,
  items: readonly StoredItem[],
  version: TemplateVersion,
  { faults, notAsked }: CheckedAnswers,
): readonly Fault[] {
  const fields = answerable(version);
  const asked = new Map(
    items.flatMap(({ kind, key, title }) => (kind === 'field' && fields.has(key) ? [[key, title] as const] : [])),
  );
  const unread = Object.entries(typed)
    .filter(([pointer, text]) => isVisible(text) && asked.has(keyIn(pointer)))
    .map(([pointer, text]) => ({
      pointer: `/answers${pointer}`,
      code: 'unreadable',
      detail: `"${text.slice(0, 60)}" cannot be read here.`,
    }));
  const wrong = faults
    .filter(({ pointer }) => asked.has(keyIn(pointer)))
    .map((fault) => ({ ...fault, pointer: `/answers${fault.pointer}` }));
  const said = new Set([...unread, ...wrong].map(({ pointer }) => keyIn(pointer.slice('/answers'.length))));
  const untouched = [...asked]
    .filter(([key]) => !Object.hasOwn(answers, key) && !said.has(key) && !notAsked.includes(pointerTo(key)))
    .map(([key, title]) => ({
      pointer: `/answers${pointerTo(key)}`,
      code: 'not-answered',
      detail: `Correct "${title}", or say that it is right as it is.`,
    }));
  const known = new Set(unread.map(({ pointer }) => pointer));
  return [...unread, ...wrong.filter(({ pointer }) => !known.has(pointer)), ...untouched];
}

/** Documents that have not come, or in which something was found. */
function paperFaults(
  items: readonly StoredItem[],
  version: TemplateVersion,
  checked: CheckedAnswers,
  come: readonly Document[],
): readonly Fault[] {
  const titles = documentTitles(version);
  return items.flatMap(({ kind, key, title }): Fault[] => {
    // One that the corrected answers need no more is not waited for.
    if (kind !== 'document' || !titles.has(key) || !checked.documents.some((one) => one.key === key)) return [];
    const mine = come.filter(({ requirementKey }) => requirementKey === key);
    const pointer = `/documents${pointerTo(key)}`;
    if (mine.length === 0) return [{ pointer, code: 'missing', detail: `"${title}" has not come yet. Add it.` }];
    return mine.every(({ scan }) => scan === 'infected')
      ? [{ pointer, code: 'infected', detail: `A virus was found in "${title}". Send another file.` }]
      : [];
  });
}
