import { forbidden, isId, notFound, Problem } from '@dossier/sdk';
import type { Access, Gate, Identity, Locator, OrganizationId, Subject } from '@dossier/sdk';
import { pluginNotReady } from '../not-ready.ts';
import { featureOff, permissionMissing } from './access.ts';
import type { GrantedAccess } from './access.ts';
import type { AccessResolver, MaybePromise } from './access-resolver.ts';

/** 401, with what would be accepted. */
const unauthenticated = (
  detail = 'Sign in, or send an API key or a personal access token.',
  code = 'unauthenticated',
): Problem =>
  new Problem(401, code, 'Not signed in', { detail, headers: { 'www-authenticate': 'Bearer realm="dossier"' } });

/**
 * Opens gates. The order of answers is the same for routes, GraphQL fields and topics:
 * not signed in 401, unknown or foreign 404, switched off 404 `feature-off`, no permission 403.
 * Where any workspace will do, one that is open opens it, and of several refusals that of a workspace counts in which
 * the permission is held.
 */
export interface Authorizer {
  /** Throws the 401 of a gate that this identity's kind of credential does not open. */
  admit(gate: Gate, identity: Identity | undefined): void;
  /** The Access behind a gate; `named` gives the request's value for a locator. */
  authorize(
    gate: Gate,
    identity: Identity | undefined,
    named: (locator: Locator) => unknown,
  ): GrantedAccess | undefined | Promise<GrantedAccess | undefined>;
}

/** `subject` finds the contribution to `kernel/subject@1` by its id; undefined while its plugin is not ready. */
interface AuthorizerParts {
  readonly resolver: AccessResolver;
  readonly subject: (id: string) => Subject | undefined;
}

/**
 * The same gate with all members that one can have, in one order: what reads those of all routes would else meet a
 * dozen kinds of objects, and reads them several times as slowly.
 */
export const inOneShape = (gate: Gate): Gate =>
  'open' in gate
    ? gate
    : Object.assign(
        {
          scope: gate.scope,
          at: undefined,
          feature: undefined,
          permission: undefined,
          anyOf: undefined,
          actors: undefined,
          keys: undefined,
        },
        gate,
      );

export function createAuthorizer(o: AuthorizerParts): Authorizer {
  const authorizer: Authorizer = {
    admit(gate, identity) {
      if ('open' in gate) return;
      if (identity === undefined) throw unauthenticated();
      if (identity.refused) throw identity.refused;
      if (identity.operator && gate.scope === 'installation') return;
      const kind = identity.actor.kind === 'key' ? 'key' : 'user';
      const accepted = gate.actors ?? ['user'];
      if (kind === 'key' && gate.keys === 'forbidden')
        throw forbidden('A person asks for this; an API key may not, whatever it holds.');
      if (identity.operator || !accepted.includes(kind)) {
        throw unauthenticated(
          accepted.length === 0
            ? "This needs the token of the installation's operator."
            : accepted.includes('key')
              ? 'This needs an API key of the organization (header X-API-Key or Authorization: Bearer).'
              : 'This needs a signed-in person or a personal access token; an API key does not open it.',
          'wrong-credential',
        );
      }
    },
    authorize(gate, identity, named) {
      if ('open' in gate) return identity && !identity.refused ? o.resolver.installation(identity) : undefined;
      authorizer.admit(gate, identity);
      const access = accessAt(o, gate, identity!, named);
      if (access instanceof Promise) return access.then((there) => demanded(o, gate, identity!, there));
      return demanded(o, gate, identity!, access);
    },
  };
  return authorizer;
}

type Closed = Exclude<Gate, { open: 'to everyone' }>;

/** Without a promise when the Access is remembered and no subject has to be looked up. */
function accessAt(
  o: AuthorizerParts,
  gate: Closed,
  identity: Identity,
  named: (locator: Locator) => unknown,
): MaybePromise {
  if (gate.scope === 'installation') return o.resolver.installation(identity);
  if (identity.organization === null)
    throw new Problem(404, 'no-organization', 'No organization chosen', {
      detail: 'Choose an organization first (POST /api/v1/session/organization).',
    });
  const organization = identity.organization;
  if (gate.scope === 'organization' || gate.scope === 'any workspace')
    return o.resolver.organization(identity, organization);
  const id = named(gate.at);
  if (typeof id !== 'string') throw notFound();
  if (gate.at.subject !== undefined) return atSubject(o, gate, identity, organization, id);
  return gate.scope === 'workspace'
    ? o.resolver.workspace(identity, organization, id)
    : o.resolver.team(identity, organization, id);
}

async function atSubject(
  o: AuthorizerParts,
  gate: Extract<Gate, { at: Locator }>,
  identity: Identity,
  organization: OrganizationId,
  id: string,
): Promise<GrantedAccess | null> {
  if (!isId(id)) return null;
  const found = await places(o, gate, identity, organization, id);
  for (const place of found) {
    const access =
      'workspace' in place
        ? await o.resolver.workspace(identity, organization, place.workspace)
        : await o.resolver.team(identity, organization, place.team);
    if (access) return access;
  }
  if (gate.at.outside === 'forbidden' && found.length > 0 && (await o.resolver.organization(identity, organization)))
    throw gate.permission ? permissionMissing(gate.permission, ' where this belongs') : forbidden();
  return null;
}

function demanded(
  o: AuthorizerParts,
  gate: Closed,
  identity: Identity,
  access: GrantedAccess | null,
): GrantedAccess | Promise<GrantedAccess> {
  if (access === null) throw notFound();
  if (gate.scope === 'any workspace') return demandedInAny(o, gate, identity, access);
  if (!opens(gate, access)) throw refusal(gate, access);
  return access;
}

/** Without a promise when the actor's workspaces are remembered. */
function demandedInAny(
  o: AuthorizerParts,
  gate: Closed,
  identity: Identity,
  access: GrantedAccess,
): GrantedAccess | Promise<GrantedAccess> {
  const decided = (workspaces: readonly GrantedAccess[] | null): GrantedAccess => {
    if (workspaces === null) throw notFound();
    if (!workspaces.some((there) => opens(gate, there))) throw refusalInAll(gate, access, workspaces);
    return access;
  };
  const workspaces = o.resolver.workspaces(identity, access.organization!);
  return workspaces instanceof Promise ? workspaces.then(decided) : decided(workspaces);
}

async function places(
  o: AuthorizerParts,
  gate: Extract<Gate, { at: Locator }>,
  identity: Identity,
  organization: OrganizationId,
  id: string,
): ReturnType<NonNullable<Subject['locate']>> {
  const subject = o.subject(gate.at.subject!);
  if (!subject) throw pluginNotReady();
  return (await subject.locate?.(organization, id, identity.actor)) ?? [];
}

function opens({ feature, permission, anyOf }: Closed, access: Access): boolean {
  if (feature && access.workspace !== null && !access.has(feature)) return false;
  return (!permission || access.can(permission)) && (!anyOf || anyOf.some((one) => access.can(one)));
}

/**
 * Why this gate is closed to an Access. Feature before permission, so that what is switched off never looks forbidden.
 */
function refusal({ feature, permission, anyOf }: Closed, access: GrantedAccess, where?: typeof anywhere): Problem {
  const lacks =
    permission && !access.can(permission) ? permission : (anyOf?.find((one) => access.isGranted(one)) ?? anyOf?.[0]);
  const off = access.workspace === null ? undefined : [feature, lacks?.feature].find((one) => one && !access.has(one));
  if (off) return featureOff(off, where?.off);
  return lacks ? permissionMissing(lacks, where?.missing) : forbidden();
}

const anywhere = { off: 'wherever you could use it', missing: ' in one of your workspaces' };

/**
 * Why it is closed in every workspace: where the actor holds the permission it is a feature, and the refusal names it.
 */
function refusalInAll(gate: Closed, access: GrantedAccess, workspaces: readonly GrantedAccess[]): Problem {
  const isHeld = (there: GrantedAccess): boolean =>
    (!gate.permission || there.isGranted(gate.permission)) &&
    (!gate.anyOf || gate.anyOf.some((one) => there.isGranted(one)));
  const held = workspaces.filter(isHeld);
  const refusals = (held.length > 0 ? held : workspaces).map((there) => refusal(gate, there, anywhere));
  return refusals.find(({ status }) => status === 403) ?? refusals[0] ?? refusal(gate, access, anywhere);
}
