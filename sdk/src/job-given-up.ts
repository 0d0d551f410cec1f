import { Type } from 'typebox';
import { event } from './references.ts';

/**
 * Work for an organization failed at its last try; its subject is the run (`job`), which has the same id however often
 * that is noticed. `purpose` is what it was for, where the kind of job says so. The kernel emits it.
 */
export const jobGivenUp = event('kernel/job-given-up@1', {
  says: '{actor} could not complete work in the background[: {payload.purpose}].',
  tells: { staff: 'Work in the background could not be completed' },
  title: 'Work in the background was given up',
  schema: Type.Object({ job: Type.String(), plugin: Type.String(), purpose: Type.Optional(Type.String()) }),
});
