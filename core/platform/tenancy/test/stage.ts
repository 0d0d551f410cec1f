import { EventLog } from '@dossier/sdk';
import type { LogEntry, OrganizationAccess, UserId } from '@dossier/sdk';
import { logged } from '@dossier/core/testing';
import type { Bank, TestClient, TestPlatform } from '@dossier/core/testing';
import { People } from '../../people/contract.ts';

/** Somebody who is signed in by a browser and belongs nowhere yet. */
export async function stranger(platform: TestPlatform, name: string): Promise<TestClient & { readonly id: UserId }> {
  const people = platform.service(People);
  const { id } = await people.enter({
    issuer: 'https://test.example',
    subject: name,
    email: `${name}@test.example`,
    emailVerified: true,
    name,
  });
  const { secret } = await people.openSession({ user: id, organization: null, issuer: 'https://test.example' });
  return {
    id,
    ...platform.as({
      cookie: `dossier=${secret}`,
      'x-dossier-csrf': '1',
      origin: platform.kernel.publicUrl(),
      'sec-fetch-site': 'same-origin',
    }),
  };
}

/** A client that follows the session to another organization. */
export async function movedTo(platform: TestPlatform, who: TestClient, slug: string): Promise<TestClient> {
  const moved = await who.post('/api/v1/session/organization', { slug });
  if (moved.status !== 200) throw new Error(`The session did not move to ${slug}: ${moved.text}`);
  const cookie = /^([^;]+)/.exec([moved.headers['set-cookie']].flat().join())![1]!;
  return platform.as({
    cookie,
    'x-dossier-csrf': '1',
    origin: platform.kernel.publicUrl(),
    'sec-fetch-site': 'same-origin',
  });
}

/** Entries of the log about one thing, oldest first. */
export async function auditEntries(
  platform: TestPlatform,
  { access }: Pick<Bank, 'access'> | { readonly access: OrganizationAccess },
  type: string,
  id: string,
): Promise<readonly LogEntry[]> {
  await logged(platform);
  return platform.service(EventLog).of(access, { subject: { type, id } });
}
