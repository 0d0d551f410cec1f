import { isDeepStrictEqual } from 'node:util';
import { isRecord, notFound, utc } from '@dossier/sdk';
import type { Database, WorkspaceAccess } from '@dossier/sdk';
import type { Answers } from '../applications/contract.ts';
import type { Document, Documents } from '../documents/contract.ts';
import type { Templates, TemplateVersion } from '../templates/contract.ts';
import { isDecided } from '../workflow/contract.ts';
import { answerable, documentTitles } from './asked-fields.ts';
import { answerCorrections } from './contract.ts';
import type { Correction, CorrectionChange, CorrectionItem, CorrectionState } from './contract.ts';
import type { StoredItem, StoredRound } from './entities.ts';
import type { Meet, Met } from './meeting.ts';
import { findRound, itemsOf, roundsOf } from './rows.ts';

/** `wanted`: languages of the titles, the most wanted first; without any that of the template. */
export interface Reading {
  /** The rounds of an application, the first one first. 404. */
  list(access: WorkspaceAccess, applicationId: string, wanted?: readonly string[]): Promise<readonly Correction[]>;
  /** 404. */
  one(access: WorkspaceAccess, id: string): Promise<Correction>;
}

interface Deps {
  readonly database: Database;
  readonly templates: Templates;
  readonly documents: Pick<Documents, 'of'>;
  readonly answers: Pick<Answers, 'revisions'>;
  readonly meet: Meet;
}

type Revisions = Awaited<ReturnType<Answers['revisions']>>;

/** What a round shows of the case around it. */
interface Around {
  readonly met: Met;
  readonly mayAnswer: boolean;
  readonly version: TemplateVersion;
  readonly documents: readonly Document[];
  readonly revisions: Revisions;
}

/** Both sides read the same, but for what the client has not sent yet: that is theirs alone. */
export function reading({ database, templates, documents, answers, meet }: Deps): Reading {
  const shown = async (
    access: WorkspaceAccess,
    met: Met,
    rounds: readonly StoredRound[],
    wanted: readonly string[],
  ): Promise<readonly Correction[]> => {
    if (rounds.length === 0) return [];
    const { organization } = access;
    const { id, templateId, templateVersion } = met.application;
    const own = await templates.version(organization, templateId, templateVersion);
    const items = await database.read(access, (tx) =>
      itemsOf(
        tx,
        organization,
        rounds.map((round) => round.id),
      ),
    );
    const around: Around = {
      met,
      mayAnswer:
        met.as === 'client' &&
        access.actor.kind === 'user' &&
        met.clients.includes(access.actor.id) &&
        access.can(answerCorrections),
      version: wanted.length === 0 ? own : (await templates.inLanguage(organization, own, wanted)).version,
      // Those for staff alone are nothing that the client has sent.
      documents: (await documents.of(organization, id)).filter(({ audience }) => audience === 'client'),
      revisions: rounds.some(({ revisionAfter }) => revisionAfter !== null) ? await answers.revisions(access, id) : [],
    };
    return rounds.map((round) =>
      asShown(
        round,
        items.filter(({ roundId }) => roundId === round.id),
        around,
      ),
    );
  };

  return {
    async list(access, applicationId, wanted = []) {
      const met = await meet(access, applicationId);
      const rounds = await database.read(access, (tx) => roundsOf(tx, access.organization, applicationId));
      return shown(access, met, rounds, wanted);
    },
    async one(access, id) {
      const round = await database.read(access, (tx) => findRound(tx, access.organization, id));
      if (!round) throw notFound();
      const [only] = await shown(access, await meet(access, round.applicationId), [round], []);
      if (!only) throw notFound();
      return only;
    },
  };
}

/** How a round stands. One of a case that is decided is over, also before that was written down. */
export const stateOf = (
  { state }: Pick<StoredRound, 'state'>,
  { application }: Pick<Met, 'application'>,
): CorrectionState => (state === 'open' && isDecided(application.status) ? 'closed' : state);

/** Has it come since this round was asked for, and before it was answered? */
export const cameFor = (
  { askedAt, endedAt }: Pick<StoredRound, 'askedAt' | 'endedAt'>,
  { createdAt }: Pick<Document, 'createdAt'>,
): boolean =>
  Date.parse(utc(createdAt)) >= Date.parse(utc(askedAt)) &&
  (endedAt === null || Date.parse(utc(createdAt)) <= Date.parse(utc(endedAt)));

function asShown(round: StoredRound, items: readonly StoredItem[], around: Around): Correction {
  const { id, applicationId, number, message, version, askedById, askedByName } = round;
  const state = stateOf(round, around.met);
  const mayAnswer = around.mayAnswer && state === 'open';
  const titles = { field: answerable(around.version), document: documentTitles(around.version) };
  const titled = items.map((item) => ({ ...item, title: titles[item.kind].get(item.key) ?? item.title }));
  return {
    id,
    applicationId,
    number,
    state,
    message,
    by: { kind: 'user', id: askedById, name: askedByName },
    askedAt: utc(round.askedAt),
    dueAt: utc(round.dueAt),
    endedAt: round.endedAt === null ? null : utc(round.endedAt),
    items: titled.map(({ kind, key, title, reason }): CorrectionItem => ({
      kind,
      key,
      title,
      reason,
      files:
        kind === 'document'
          ? around.documents
              .filter((one) => one.requirementKey === key && cameFor(round, one))
              .map(({ id: document, fileName }) => ({ id: document, fileName }))
          : [],
    })),
    changes: changesOf(round, titled, around.revisions),
    mayAnswer,
    answers: mayAnswer ? round.answers : {},
    typed: mayAnswer ? round.typed : {},
    version,
  };
}

/** What of the answers that were asked for is another one than before. */
function changesOf(
  { revisionBefore, revisionAfter }: StoredRound,
  items: readonly StoredItem[],
  revisions: Revisions,
): CorrectionChange[] {
  const at = (wanted: number) => revisions.find(({ revision }) => revision === wanted)?.answers ?? {};
  if (revisionAfter === null || revisionAfter === revisionBefore) return [];
  const [before, after] = [at(revisionBefore), at(revisionAfter)];
  return items.flatMap(({ kind, key, title }) => {
    const [from, to] = [own(before, key), own(after, key)];
    return kind === 'document' || isDeepStrictEqual(from, to) ? [] : [{ key, title, from, to }];
  });
}

const own = (of: unknown, key: string): unknown => (isRecord(of) && Object.hasOwn(of, key) ? (of[key] ?? null) : null);
