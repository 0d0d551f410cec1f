import { jobGivenUp } from '@dossier/sdk';
import type { Database, ErasedSpec, Job, Log, OrganizationId } from '@dossier/sdk';
import { signature } from '../../kernel/access/signature.ts';
import type { Events } from '../events/index.ts';

/** Keeps in the log of the organization that a run of a job was its last. */
export interface GivenUp {
  /** Never rejects: a log that is unavailable must not hide why the job failed. */
  note(spec: ErasedSpec, job: Job<unknown>, run: { id: string; organization: OrganizationId }): Promise<void>;
}

export const givenUp = (o: {
  readonly database: Pick<Database, 'write'>;
  readonly emit: Events['writer']['emit'];
  readonly log: Log;
}): GivenUp => ({
  async note({ id: plugin }, job, { id, organization }) {
    const as = signature({ kind: 'system', id: plugin, name: 'System' }, organization, null);
    const payload = { job: job.id, plugin, ...(job.purpose === undefined ? {} : { purpose: job.purpose }) };
    await o.database
      .write(organization, async () => o.emit(jobGivenUp, as, { subject: { type: 'job', id } }, payload))
      .catch((cause: unknown) =>
        o.log.error({ err: cause, job: job.id }, 'A job that was given up could not be written to the log.'),
      );
  },
});
