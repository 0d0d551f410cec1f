import type { Share } from '@dossier/core/testing';

/** One that is noted already when it is tried, so that it is refused as a second one, however often. */
const farAway = { fromDay: '2999-01-01', toDay: '2999-01-01' };

export const share: Share = {
  makes: { organization: { absences: (at) => at.made('/api/v1/organization/absences', farAway) } },
  kinds: { standInId: 'users' },
  bodies: {
    async changeCalendar(at) {
      const { hours, holidays } = await at.ask('GET', '/api/v1/organization/calendar');
      return { hours, holidays };
    },
    addAbsence: farAway,
  },
  forStaff: ['absences', 'standIns', 'addAbsence', 'Query.absences'],
};
