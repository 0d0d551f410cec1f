/** Of which kinds somebody may hear now, and where: asked each time that something is shown or sent. */
import type {
  AccessControl,
  Actor,
  Contributions,
  OrganizationAccess,
  UserId,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import type { NoticeKind } from '@dossier/core/platform/notices/contract';

export interface OpenKind {
  readonly kind: NoticeKind;
  readonly places: readonly WorkspaceAccess[];
}
/** By id of the kind. */
export type Open = ReadonlyMap<string, OpenKind>;

interface Deps {
  readonly kinds: Contributions<NoticeKind>;
  readonly control: AccessControl;
  readonly grants: Pick<AccessAdministration, 'workspacesOf'>;
}

export type Reaching = ReturnType<typeof reaching>;

export function reaching({ kinds, control, grants }: Deps) {
  /** Also of who works in no workspace: what is open to them in the organization. */
  const openIn = (access: OrganizationAccess, places: readonly WorkspaceAccess[]): Open => {
    const open = new Map<string, { readonly kind: NoticeKind; readonly places: WorkspaceAccess[] }>(
      kinds.list(access).map(({ id, value: kind }) => [id, { kind, places: [] }]),
    );
    for (const place of places)
      for (const { id, value: kind } of kinds.list(place)) {
        const there = open.get(id);
        if (there) there.places.push(place);
        else open.set(id, { kind, places: [place] });
      }
    return open;
  };

  return {
    /** May they hear of this kind there now? */
    async hears(who: UserId, { organization }: OrganizationAccess, kind: string, at: WorkspaceId): Promise<boolean> {
      const place = await control.onBehalfOf({ kind: 'user', id: who, name: '' }, organization, at);
      return place !== undefined && kinds.list(place).some(({ id }) => id === kind);
    },

    /** Of the person who asks. */
    async of(access: OrganizationAccess): Promise<Open> {
      const all = await grants.workspacesOf(access.organization, access.actor.id as UserId);
      const places = await Promise.all(all.map((id) => control.atWorkspace(access, id)));
      return openIn(
        access,
        places.filter((there) => there !== undefined),
      );
    },

    /** Of a person who is away; null of one who has left the organization. */
    async ofAbsent(
      person: Actor,
      { organization }: OrganizationAccess,
    ): Promise<{ readonly reader: OrganizationAccess; readonly open: Open } | null> {
      const reader = await control.onBehalfOf(person, organization, null);
      if (!reader) return null;
      const all = await grants.workspacesOf(organization, person.id as UserId);
      const places = await Promise.all(all.map((id) => control.onBehalfOf(person, organization, id)));
      return {
        reader,
        open: openIn(
          reader,
          places.filter((there) => there !== undefined),
        ),
      };
    },
  };
}

/**
 * The kinds that are open, with the workspaces of which staff hears, and without one what is of none; clients hear of
 * theirs in any of their own.
 */
export const pairs = (open: Open): readonly { readonly kind: string; readonly workspace: string | null }[] =>
  [...open].flatMap(
    ([
      kind,
      {
        kind: { audience },
        places,
      },
    ]) => [
      { kind, workspace: null },
      ...(audience === 'client' ? [] : places.map(({ workspace }) => ({ kind, workspace }))),
    ],
  );
