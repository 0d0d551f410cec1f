import { invalid, orNull, regionalFaults, regionalKept, regionalMembers, Type } from '@dossier/sdk';
import type { Database, Reply, RouteChecks, RouteHandlers, RouteSpec, UserId } from '@dossier/sdk';
import type { PeopleTables } from './entities.ts';

const own = {
  language: 'de-AT',
  timeZone: 'Europe/Vienna',
  theme: 'dark',
  putAside: ['first-steps.0190c0de-0000-7000-8000-000000000002'],
};

const Theme = Type.Unsafe<'light' | 'dark'>({
  type: 'string',
  enum: ['light', 'dark'],
  description: 'How pages look.',
});
const PutAside = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 100,
  uniqueItems: true,
  description: 'Names of hints that you do not want to see again.',
});

/**
 * In which language, and by which time zone, a person reads; null where those of the organization count. The theme is
 * null where that of the device counts.
 */
export const Preferences = Type.Object(
  {
    language: orNull(Type.String()),
    timeZone: orNull(Type.String()),
    theme: orNull(Theme),
    putAside: PutAside,
  },
  { title: 'Preferences', examples: [own] },
);
export type Preferences = Reply<typeof Preferences>;

const OrNone = {
  language: Type.Optional(orNull(regionalMembers.language)),
  timeZone: Type.Optional(orNull(regionalMembers.timeZone)),
  theme: Type.Optional(orNull(Theme)),
  putAside: Type.Optional(PutAside),
};

export const preferenceRoutes = {
  preferences: {
    method: 'GET',
    url: '/api/v1/preferences',
    gate: { scope: 'installation' },
    summary: 'In which language and time zone you read, how pages look, and what you have put aside',
    reply: Preferences,
  },
  setPreferences: {
    method: 'PUT',
    url: '/api/v1/preferences',
    gate: { scope: 'installation' },
    summary:
      'Choose them; what is left out stays, and null means those of the organization or, for the theme, of the device',
    body: Type.Object(OrNone, { additionalProperties: false, examples: [own] }),
    reply: Preferences,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

const columns = ['language', 'timeZone', 'theme', 'putAside'] as const;
const none: Preferences = { language: null, timeZone: null, theme: null, putAside: [] };

export const preferencesOf =
  ({ database }: { database: Database }) =>
  async (user: UserId): Promise<Preferences> => {
    const row = await database.lookUp((tx) =>
      tx.sql<PeopleTables>().selectFrom('user').select(columns).where('id', '=', user).executeTakeFirst(),
    );
    return row ? { ...row, putAside: [...row.putAside] } : none;
  };

export const handlePreferences = ({ database }: { database: Database }): RouteHandlers<typeof preferenceRoutes> => ({
  preferences: ({ access }) => preferencesOf({ database })(access.actor.id),
  async setPreferences({ access, body: { theme, putAside, ...regional } }) {
    const faults = regionalFaults(regional);
    if (faults.length > 0) throw invalid(faults);
    const chosen = {
      ...regionalKept(regional),
      ...(theme === undefined ? {} : { theme }),
      ...(putAside === undefined ? {} : { putAside: JSON.stringify(putAside) }),
    };
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
