import { definePlugin } from '@dossier/sdk';
import type { Plugin } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, Json, TestAnswer, TestClient, TestClock, TestPlatform } from '@dossier/core/testing';
import { mailTransports } from '@dossier/core/platform/mail/contract';
import type { MailMessage } from '@dossier/core/platform/mail/contract';
import handlers from '@dossier/workflow-handlers';
import reports from '../plugin.ts';

/** A bank with reports. Its admin, an Owner, may view them; the officer may too; the clerk may not. */
export interface Stage {
  readonly platform: TestPlatform;
  readonly acme: Bank;
  readonly base: string;
  /** What was mailed, by address and text. */
  readonly mails: readonly MailMessage[];
  /** While it is closed, messages wait and are tried again. */
  readonly postOffice: { open: boolean };
  /** Orders a report, lets it be made, and returns the run. */
  ordered(body: object, as?: TestClient): Promise<Json>;
  /** The bytes of a run that is done. */
  content(id: unknown, as?: TestClient): Promise<TestAnswer>;
}

export async function stage({
  plugins = [],
  ...o
}: {
  clock?: TestClock;
  env?: Readonly<Record<string, string>>;
  plugins?: readonly Plugin[];
  embedded?: boolean;
} = {}): Promise<Stage> {
  const mails: MailMessage[] = [];
  const postOffice = { open: true };
  const letterBox = definePlugin({
    id: 'letter-box',
    version: '1.0.0',
    kernel: '^1.0.0',
    extends: [mailTransports],
    setup: (_needs, plugin) =>
      plugin.contribute(
        mailTransports,
        'letter-box',
        { open: 'to members' },
        {
          async send(message) {
            if (!postOffice.open) throw new Error('The post office is closed.');
            mails.push(message);
            return { outcome: 'sent' };
          },
        },
      ),
  });
  const platform = await testPlatform({ plugins: [handlers, letterBox, reports, ...plugins], ...o });
  const acme = await bank(platform);
  await mayView(acme, 'officer', true);
  const base = `/api/v1/workspaces/${acme.staffWorkspace}`;
  return {
    platform,
    acme,
    base,
    mails,
    postOffice,
    async ordered(body, as = acme.officer) {
      const answer = await as.post(`${base}/report-runs`, body);
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
      await platform.settle();
      return (await as.get(`/api/v1/report-runs/${String(answer.body['id'])}`)).body;
    },
    content: (id, as = acme.officer) => as.get(`/api/v1/report-runs/${String(id)}/content`),
  };
}

/** Gives or takes the right to view reports, as an owner of the team does. */
export async function mayView(acme: Bank, role: 'officer' | 'clerk', may: boolean): Promise<void> {
  const answer = await acme.admin.put(`/teams/${acme.staffTeam}/roles/${acme.roles[role]}`, {
    permissions: may ? ['viewReports'] : [],
  });
  if (answer.status !== 200) throw new Error(answer.text);
}
