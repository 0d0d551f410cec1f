import { invalid, orNull, regionalFaults, regionalKept, regionalMembers, Type } from '@dossier/sdk';
import type { Database, Reply, RouteChecks, RouteHandlers, RouteSpec, UserId } from '@dossier/sdk';
import type { PeopleTables } from './entities.ts';

const own = { language: 'de-AT', timeZone: 'Europe/Vienna', currency: null };

/** In which language, time zone and currency a person reads; null where those of the organization count. */
export const Preferences = Type.Object(
  { language: orNull(Type.String()), timeZone: orNull(Type.String()), currency: orNull(Type.String()) },
  { title: 'Preferences', examples: [own] },
);
export type Preferences = Reply<typeof Preferences>;

const OrNone = {
  language: Type.Optional(orNull(regionalMembers.language)),
  timeZone: Type.Optional(orNull(regionalMembers.timeZone)),
  currency: Type.Optional(orNull(regionalMembers.currency)),
};

export const preferenceRoutes = {
  preferences: {
    method: 'GET',
    url: '/api/v1/preferences',
    gate: { scope: 'installation' },
    summary: 'In which language, time zone and currency you read',
    reply: Preferences,
  },
  setPreferences: {
    method: 'PUT',
    url: '/api/v1/preferences',
    gate: { scope: 'installation' },
    summary: 'Choose them; what is left out stays, and null means those of the organization',
    body: Type.Object(OrNone, { additionalProperties: false, examples: [own] }),
    reply: Preferences,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

const columns = ['language', 'timeZone', 'currency'] as const;
const none: Preferences = { language: null, timeZone: null, currency: null };

export const preferencesOf =
  ({ database }: { database: Database }) =>
  async (user: UserId): Promise<Preferences> =>
    (await database.lookUp((tx) =>
      tx.sql<PeopleTables>().selectFrom('user').select(columns).where('id', '=', user).executeTakeFirst(),
    )) ?? none;

export const handlePreferences = ({ database }: { database: Database }): RouteHandlers<typeof preferenceRoutes> => ({
  preferences: ({ access }) => preferencesOf({ database })(access.actor.id),
  async setPreferences({ access, body }) {
    const faults = regionalFaults(body);
    if (faults.length > 0) throw invalid(faults);
    const chosen = regionalKept(body);
    if (Object.keys(chosen).length > 0)
      await database.lookUp((tx) =>
        tx.sql<PeopleTables>().updateTable('user').set(chosen).where('id', '=', access.actor.id).execute(),
      );
    return preferencesOf({ database })(access.actor.id);
  },
});

export const preferenceChecks: RouteChecks<typeof preferenceRoutes> = {
  setPreferences: async ({ body }) => regionalFaults(body),
};
