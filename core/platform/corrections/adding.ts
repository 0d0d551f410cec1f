/** A client adds what they left open, where the template lets them. */
import { conflict, forbidden, invalid, isRecord, notFound, pointerTo } from '@dossier/sdk';
import type { Database, Fault, WorkspaceAccess } from '@dossier/sdk';
import type { Answers } from '../applications/contract.ts';
import type { Templates, TemplateVersion } from '../templates/contract.ts';
import { isDecided } from '../workflow/contract.ts';
import { answerable, keyIn } from './asked-fields.ts';
import { answerCorrections } from './contract.ts';
import type { Meet } from './meeting.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * Answers questions that were left open, all or none; what is answered is corrected only when staff asks. Throws
 * 404, 403 for all but its clients, 422 with every fault, and 409 `already-decided`, `no-additions` where the template
 * does not let clients add anything.
 */
export type Add = (access: WorkspaceAccess, applicationId: string, answers: Given) => Promise<{ revision: number }>;

interface Deps {
  readonly database: Database;
  readonly templates: Templates;
  readonly answers: Pick<Answers, 'hold' | 'revise'>;
  readonly meet: Meet;
}

export const adding =
  ({ database, templates, answers, meet }: Deps): Add =>
  async (access, applicationId, given) => {
    const met = await meet(access, applicationId);
    access.demand(answerCorrections);
    if (met.as !== 'client' || access.actor.kind !== 'user' || !met.clients.includes(access.actor.id))
      throw forbidden('Only the client adds to their own application.');
    return database.write(access, async () => {
      const held = await answers.hold(access, applicationId);
      if (!held) throw notFound();
      if (isDecided(held.status))
        throw conflict('already-decided', `This application is ${held.status} already; nothing is added to it.`);
      const version = await templates.version(access.organization, held.templateId, held.templateVersion);
      if (version.additions !== true)
        throw conflict('no-additions', 'Nothing can be added to this application. Write to who handles it.');
      const now = { ...held.answers, ...given };
      const checked = templates.check(version, now, await templates.today(access.organization));
      const faults = [
        ...open(version, held.answers, given, checked.notAsked),
        ...checked.faults
          .filter(({ pointer }) => Object.hasOwn(given, keyIn(pointer)))
          .map((fault) => ({ ...fault, pointer: `/answers${fault.pointer}` })),
      ];
      if (faults.length > 0) throw invalid(faults.slice(0, 100));
      return answers.revise(access, applicationId, now);
    });
  };

/** What of these was answered before, or is not asked. */
function open(version: TemplateVersion, before: Given, given: Given, notAsked: readonly string[]): readonly Fault[] {
  const fields = answerable(version);
  const keys = Object.keys(given);
  if (keys.length === 0) return [{ pointer: '/answers', code: 'missing', detail: 'Answer something first.' }];
  return keys.flatMap((key): Fault[] => {
    const pointer = `/answers${pointerTo(key)}`;
    if (!fields.has(key) || notAsked.includes(pointerTo(key)))
      return [{ pointer, code: 'not-asked', detail: `"${key.slice(0, 100)}" is not asked in this application.` }];
    return isOpen(before, key)
      ? []
      : [
          {
            pointer,
            code: 'already-answered',
            detail: `"${fields.get(key) ?? key}" is answered. It can be corrected when you are asked to.`,
          },
        ];
  });
}

/** Was it left open? */
const isOpen = (answers: Given, key: string): boolean => {
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
  return (
    answer === undefined ||
    answer === null ||
    answer === '' ||
    (Array.isArray(answer) && answer.length === 0) ||
    (isRecord(answer) && Object.keys(answer).length === 0)
  );
};
