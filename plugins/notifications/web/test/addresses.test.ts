import { t } from '@dossier/core/testing/t';
import { addressOf } from '../notices.ts';

t.test(
  'a notice leads to a workspace, a part of the settings, a page of the organization, or the choice of one',
  async (t) => {
    const at = (path: string, workspaceId: string | null = null): string => addressOf('acme', { workspaceId, path });
    t.equal(at('applications/1?tab=x', 'w1'), '/p/acme/w/w1/applications/1?tab=x');
    t.equal(at('settings/teams/1/invitations'), '/p/acme/settings/teams/1/invitations');
    t.equal(at('settings/audit?type=job-given-up'), '/p/acme/settings/audit?type=job-given-up');
    t.equal(at('settings'), '/p/acme/settings');
    t.equal(at('messages/1'), '/p/acme/o/messages/1');
    t.equal(at('orgs'), '/p/acme/orgs');
  },
);
