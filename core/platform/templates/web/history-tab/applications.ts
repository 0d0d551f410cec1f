import type { PluginHost } from '@dossier/sdk/web';

/** An undecided application, as lists show it. */
export interface Application {
  readonly id: string;
  readonly number: string;
  readonly applicantName: string;
  readonly status: string;
  readonly templateVersion: number;
}

/** That can be moved at once. */
export const most = 100;

/** The oldest undecided ones on versions before this one, of those that the reader may read. */
export const olderApplications = async (
  host: PluginHost,
  templateId: string,
  version: number,
): Promise<readonly Application[]> => {
  const found: Application[] = [];
  const query = new URLSearchParams({ templateId, status: 'Submitted,InReview', sort: 'createdAt', limit: '100' });
  let next: string | null = `/api/v1/applications?${query.toString()}`;
  while (next !== null && found.length < most) {
    const page: { readonly rows: readonly Application[]; readonly next: string | null } =
      await host.readPage<Application>(next);
    found.push(...page.rows.filter(({ templateVersion }) => templateVersion < version));
    next = page.next;
  }
  return found.slice(0, most);
};
