import { actingAs, isId } from '@dossier/sdk';
import type {
  Access,
  AccessControl,
  Actor,
  Clock,
  Database,
  OrganizationAccess,
  OrganizationId,
  UserId,
} from '@dossier/sdk';
import type { User } from './contract.ts';
import type { LogoutToken } from './logout-token.ts';
import type { Security } from './security.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';
import type { Users } from './users.ts';

/**
 * The ways in which what a person has open ends without signing out of it: each in one transaction with its entries
 * in the log.
 */
export interface Endings {
  /** Own sessions; returns how many. */
  end(access: Access, which: { id?: string; except?: string }): Promise<number>;
  /** All own sessions and personal access tokens, in every organization. */
  everywhere(access: Access): Promise<void>;
  /**
   * Sessions that the issuer has ended. Those opened after it said so are left alone, so that an old message ends no
   * new session.
   */
  byIssuer(token: LogoutToken): Promise<void>;
  /** A person's sessions in an organization, ended by who runs it; returns how many. */
  inOrganization(access: OrganizationAccess, user: UserId): Promise<number>;
  /** Sessions of whom an issuer knows by this subject, ended by the operator, or by themselves without a session. */
  bySubject(storedAs: string, subject: string, by: 'operator' | 'owner'): Promise<User | null>;
  /** Disables or enables the sign-in of a person; false for nobody known. */
  setEnabled(access: Access, user: UserId, enabled: boolean): Promise<boolean>;
}

export function createEndings(o: {
  database: Database;
  clock: Clock;
  sessions: Sessions;
  tokens: Tokens;
  users: Users;
  security: Pick<Security, 'note'>;
  control: AccessControl;
  organizationsOf: (user: UserId) => Promise<readonly OrganizationId[]>;
  /** Ends what identity providers in process remember of the person, who then signs in again with their password. */
  forget: (user: UserId) => Promise<void>;
  /** Write the log. */
  left: (by: Actor, session: Session) => void;
  revoked: (access: Access, tokenId: string) => void;
  switched: (access: Access, user: UserId, enabled: boolean) => void;
}): Endings {
  return {
    end: (access, which) =>
      o.database.lookUp(async () => {
        if (which.id === undefined) await o.users.signOut(access.actor.id);
        const ended = await o.sessions.endAll({ ...which, user: access.actor.id }, (session) =>
          o.left(access.actor, session),
        );
        if (ended > 0) await o.forget(access.actor.id);
        return ended;
      }),
    everywhere: (access) =>
      o.database.lookUp(async () => {
        const user = access.actor.id;
        await o.users.signOut(user);
        await o.forget(user);
        await o.sessions.endAll({ user }, (session) => o.left(access.actor, session));
        await o.tokens.revokeAll(user, ({ id, organization }) => {
          o.revoked(actingAs(access.actor, organization), id);
          o.control.changed(access, { organization, user, credential: id });
        });
      }),
    async byIssuer({ issuer, storedAs, sid, subject, issuedAt }) {
      const user = subject === undefined ? undefined : await o.users.byIdentity(storedAs, subject);
      if (user === null) return;
      const which = {
        issuer,
        openedBy: issuedAt,
        ...(sid === undefined ? {} : { sid }),
        ...(user === undefined ? {} : { user: user.id }),
      };
      await o.sessions.endAll(which, (session) =>
        o.left({ kind: 'system', id: 'people', name: 'Identity provider' }, session),
      );
    },
    inOrganization: (access, user) =>
      o.database.lookUp(async () => {
        const ended = await o.sessions.endAll({ user, organization: access.organization }, (session) =>
          o.left(access.actor, session),
        );
        if (ended > 0) await o.forget(user);
        return ended;
      }),
    bySubject: (storedAs, subject, by) =>
      o.database.lookUp(async () => {
        const user = await o.users.byIdentity(storedAs, subject);
        if (user === null) return null;
        const actor: Actor =
          by === 'owner'
            ? { kind: 'user', id: user.id, name: user.name }
            : { kind: 'system', id: 'operator', name: 'Operator' };
        await o.users.signOut(user.id);
        await o.sessions.endAll({ user: user.id }, (session) => o.left(actor, session));
        return user;
      }),
    async setEnabled(access, user, enabled) {
      if (!isId(user)) return false;
      const organizations = await o.organizationsOf(user);
      return o.database.lookUp(async (tx) => {
        // Before the person is disabled: of nobody disabled a session counts as running.
        if (!enabled) {
          await o.users.signOut(user);
          await o.sessions.endAll({ user }, (session) => o.left(access.actor, session));
          await o.forget(user);
        }
        const changed = await o.users.setDisabled(tx, user, enabled ? null : o.clock.now().toISOString());
        if (!changed) return changed !== null;
        const kind = enabled ? 'sign-in-enabled' : 'sign-in-disabled';
        await o.security.note(tx, [{ kind, user, from: null, organization: null }]);
        for (const organization of [null, ...organizations])
          o.switched(actingAs(access.actor, organization), user, enabled);
        // The person's tokens, and those of issuers, stay and work again when they are enabled; what these have open
        // ends now.
        if (!enabled)
          for (const organization of [null, ...organizations])
            o.control.changed(access, { organization, user, ended: true });
        return true;
      });
    },
  };
}
