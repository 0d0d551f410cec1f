/** What administrators hear of: work that the platform gave up after its last try. */
import { isRecord, jobGivenUp } from '@dossier/sdk';
import type { EventLog } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { NoticeKind, NoticeText } from '../notices/contract.ts';
import { manageOrganization } from '../tenancy/contract.ts';
import { readOrganizationAudit } from './contract.ts';

/** Of more at once than so many it is not said what the older ones were for. */
const NAMED = 100;

interface Deps {
  readonly log: Pick<EventLog, 'latest'>;
  readonly grants: Pick<AccessAdministration, 'holders'>;
}

export const givenUpKind = ({ log, grants }: Deps): NoticeKind => ({
  title: 'Work in the background could not be completed',
  group: 'The platform',
  icon: 'warning',
  audience: 'staff',
  usual: { page: true, mail: 'daily' },
  // A mail that fails is itself work that is given up.
  mailEvery: 60,
  why: { manages: 'You manage the organization.' },
  events: [jobGivenUp],
  async of(happened) {
    const organization = happened[0]?.access.organization;
    if (!organization) return [];
    const managers = await grants.holders(organization, null, manageOrganization);
    return happened.flatMap(({ event }) =>
      managers.map((to) => ({
        event: event.id,
        to,
        why: 'manages',
        // One record for all of it: many that fail for one reason are one entry in the inbox.
        subject: { type: 'background-work', id: organization },
        workspace: null,
        once: event.subject.id,
        ids: { job: event.subject.id },
      })),
    );
  },
  async tell(reader, _places, notices) {
    if (!reader.can(manageOrganization)) return new Map();
    const entries = await log.latest(reader, { type: jobGivenUp.id }, { limit: NAMED });
    const purposes = new Map(entries.map(({ subject, payload }) => [subject.id, purposeIn(payload)]));
    const path = reader.can(readOrganizationAudit)
      ? `settings/audit?type=${encodeURIComponent(jobGivenUp.id)}`
      : 'settings';
    return new Map(
      notices.map(({ id, ids }): [string, NoticeText] => [
        id,
        {
          text: null,
          excerpt: purposes.get(ids?.['job'] ?? '') ?? null,
          isInternal: false,
          subject: { title: 'The platform', about: 'Work in the background', workspaceId: null, path },
        },
      ]),
    );
  },
});

/** What the work was for, as a beginning of a sentence. */
function purposeIn(payload: unknown): string | null {
  const purpose = isRecord(payload) ? payload['purpose'] : undefined;
  return typeof purpose === 'string' ? purpose.charAt(0).toUpperCase() + purpose.slice(1) : null;
}
