import { event, isForPerson, isId, Problem, Type } from '@dossier/sdk';
import type { Access, Database, Gate, Identity, Locator, Log, WorkspaceId } from '@dossier/sdk';
import { signature } from '../../kernel/access/signature.ts';
import type { EventWriter } from './writer.ts';

/**
 * A known actor tried what they may not do. `operation` is `plugin.route` or a GraphQL field, `code` that of the
 * answer. Never holds anything of the request's body.
 */
export const denied = event('core/denied@1', {
  says: '{actor} tried what they may not do: {payload.operation: operation}.',
  title: 'An attempt was refused',
  schema: Type.Object({ operation: Type.String(), code: Type.String() }),
});

/** A request or field that ended in an error. */
export interface Attempt {
  readonly identity: Identity | undefined;
  readonly operation: string;
  readonly gate: Gate;
  /** It would have changed something. */
  readonly writes: boolean;
  readonly error: unknown;
  /** Where the gate had been passed already, and a service refused. */
  readonly access: Access | undefined;
  named(locator: Locator): unknown;
}

/**
 * Keeps refused attempts in the log, for every operation there is: 403 and `feature-off` on what changes something and
 * on what administrators read. One row a minute for each actor, operation and thing that it was tried on, so that
 * trying often fills no table.
 */
export interface Denials {
  /**
   * Resolves when the row is written, so that the refusal is in the log by then. Never rejects: a log that is
   * unavailable must not change an answer.
   */
  note(attempt: Attempt): Promise<void>;
}

const minute = 60_000;
const capacity = 10_000;

export function createDenials(o: {
  backends: () => { readonly database: Database; readonly emit: EventWriter['emit'] };
  log: Log;
  now: () => number;
}): Denials {
  const noted = new Map<string, number>();
  const noteFirst = ({ actor, organization }: Identity, operation: string, subject: string): boolean => {
    const key = `${organization} ${actor.kind}:${actor.id} ${operation} ${subject}`;
    const now = o.now();
    if (now - (noted.get(key) ?? -Infinity) < minute) return false;
    if (noted.size >= capacity) noted.clear();
    noted.set(key, now);
    return true;
  };

  return {
    async note(attempt) {
      const { identity, operation, gate, error } = attempt;
      if (
        !identity ||
        'open' in gate ||
        (!isForPerson(identity.actor) && identity.actor.kind !== 'key') ||
        !isDenial(error)
      )
        return;
      if (!(attempt.writes || isAdministrative(gate) || identity.refused)) return;
      const { subject, workspace } = locateAttempt(attempt, gate, identity);
      if (!noteFirst(identity, operation, subject.id)) return;
      const { database, emit } = o.backends();
      const work = async (): Promise<void> =>
        emit(
          denied,
          signature(identity.actor, identity.organization, workspace),
          { subject },
          { operation, code: error.code },
        );
      // Who has chosen no organization acts in the installation, whose rows belong to no tenant.
      await (
        identity.organization === null ? database.lookUp(work) : database.write(identity.organization, work)
      ).catch((cause: unknown) =>
        o.log.error({ err: cause, operation }, 'A refused attempt could not be written to the log.'),
      );
    },
  };
}

type Closed = Exclude<Gate, { open: 'to everyone' }>;

const isDenial = (error: unknown): error is Problem =>
  Problem.is(error) && (error.status === 403 || error.code === 'feature-off');

/** What needs a right in the organization, the installation or a team, also where it is asked for at a workspace. */
const isAdministrative = ({ scope, permission, anyOf = [] }: Closed): boolean =>
  [...(permission ? [permission] : []), ...anyOf].some(
    (needed) => (scope !== 'workspace' && scope !== 'any workspace') || needed.scope !== 'workspace',
  );

/**
 * What is not visible to the actor answers 404, so what was refused belongs to their own organization. Of a credential
 * that is refused everywhere nothing was looked up.
 */
function locateAttempt(
  { access, named, operation }: Attempt,
  gate: Closed,
  identity: Identity,
): { subject: { type: string; id: string }; workspace: WorkspaceId | null } {
  const id = 'at' in gate && !identity.refused ? named(gate.at) : undefined;
  if (!('at' in gate) || !isId(id))
    return { subject: { type: 'operation', id: operation }, workspace: access?.workspace ?? null };
  const isWorkspace = gate.scope === 'workspace' && gate.at.subject === undefined;
  return {
    subject: { type: gate.at.subject ?? gate.scope, id },
    workspace: access?.workspace ?? (isWorkspace ? id : null),
  };
}
