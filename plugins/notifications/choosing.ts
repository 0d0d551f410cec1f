/** What somebody hears of, and how: as it is for them, and as they would have it. */
import type { Database, Fault, OrganizationAccess, UserId } from '@dossier/sdk';
import { choicesOf } from './choices.ts';
import type { Chosen } from './choices.ts';
import { unsent } from './conditions.ts';
import type { Choices } from './contract.ts';
import type { NoticeTables } from './entities.ts';
import { usualHours } from './hours.ts';
import type { HoursOf } from './hours.ts';
import type { Reaching } from './reach.ts';
import type { Quiet } from './time.ts';

/** Only what is named changes. */
export interface Change {
  readonly kinds?: readonly (Chosen & { readonly kind: string })[];
  readonly quiet?: Quiet | null;
  readonly dailyAt?: string;
}

/** As it came, of which parts may be missing. */
interface Given {
  readonly kinds?: readonly ({ readonly kind?: string } | undefined)[];
  readonly quiet?: Partial<Quiet> | null;
}

interface Deps {
  readonly database: Database;
  readonly reach: Pick<Reaching, 'of'>;
  readonly hours: HoursOf;
}

export type Choosing = ReturnType<typeof choosing>;

export function choosing({ database, reach, hours }: Deps) {
  return {
    async shown(access: OrganizationAccess): Promise<Choices> {
      const user = access.actor.id as UserId;
      const open = await reach.of(access);
      return database.read(access, async (tx) => {
        const chosen = await choicesOf(tx, access.organization, [user]);
        const own = (await hours(tx, access.organization, [user]))(user);
        return {
          kinds: [...open]
            .toSorted(([one], [other]) => (one < other ? -1 : 1))
            .map(([id, { kind }]) => ({
              kind: id,
              title: kind.title,
              group: kind.group,
              icon: kind.icon,
              audience: kind.audience,
              insists: kind.insists === true,
              ...chosen(user, id, kind),
              usual: { ...kind.usual },
            })),
          ...own,
        };
      });
    },

    /** What is wrong with it beyond its form. */
    async faults(access: OrganizationAccess, { kinds = [], quiet }: Given): Promise<readonly Fault[]> {
      const open = await reach.of(access);
      const ofKinds = kinds.flatMap((given, i): Fault[] => {
        const kind = given?.kind;
        if (kind === undefined) return [];
        const pointer = `/kinds/${i}/kind`;
        const there = open.get(kind);
        if (!there) return [{ pointer, code: 'unknown-kind', detail: 'Name one of the kinds that you can hear of.' }];
        if (there.kind.insists)
          return [{ pointer, code: 'insisted', detail: 'The organization insists that you hear of this.' }];
        if (kinds.findIndex((one) => one?.kind === kind) < i)
          return [{ pointer, code: 'named-twice', detail: 'Name each kind once.' }];
        return [];
      });
      const ofHours: readonly Fault[] =
        quiet?.from !== undefined && quiet.from === quiet.to
          ? [
              {
                pointer: '/quiet/to',
                code: 'no-hours',
                detail: 'Let the quiet hours end at another time than they begin.',
              },
            ]
          : [];
      return [...ofKinds, ...ofHours];
    },

    async change(access: OrganizationAccess, { kinds = [], quiet, dailyAt }: Change): Promise<void> {
      const key = { organizationId: access.organization, userId: access.actor.id as UserId };
      const ofHours = {
        ...(quiet === undefined ? {} : { quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null }),
        ...(dailyAt === undefined ? {} : { dailyAt }),
      };
      await database.write(access, async (tx) => {
        const db = tx.sql<NoticeTables>();
        if (kinds.length > 0)
          await db
            .insertInto('notice_choice')
            .values(kinds.map(({ kind, page, mail }) => ({ ...key, kind, page, mail })))
            .onConflict((there) =>
              there
                .columns(['organizationId', 'userId', 'kind'])
                .doUpdateSet(({ ref }) => ({ page: ref('excluded.page'), mail: ref('excluded.mail') })),
            )
            .execute();
        const off = kinds.filter(({ mail }) => mail === 'off').map(({ kind }) => kind);
        if (off.length > 0)
          // Also what waits for the end of their quiet hours, or for the mail of the day.
          await db
            .updateTable('notice')
            .set({ mail: unsent })
            .where('organizationId', '=', key.organizationId)
            .where('userId', '=', key.userId)
            .where('kind', 'in', off)
            .where('mail', 'in', ['due', 'daily'])
            .execute();
        if (Object.keys(ofHours).length > 0)
          await db
            .insertInto('notice_hours')
            .values({ ...key, dailyAt: usualHours.dailyAt, ...ofHours })
            .onConflict((there) => there.columns(['organizationId', 'userId']).doUpdateSet(ofHours))
            .execute();
      });
    },
  };
}
