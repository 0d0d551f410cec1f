import { startOps, unhurried } from '@dossier/ops-simulator/testing';
import type { RunningOps } from '@dossier/ops-simulator/testing';
import type { Json } from '../../core/testing/index.ts';
import type { Demo } from '../servers/dossier.ts';
import { tokenOf } from '../servers/dossier.ts';
import type { Furnished } from './furnish.ts';

/** A simulated patent office that lets itself be asked as quickly as a fuzzer likes. */
export const patentOffice = (): Promise<RunningOps> => startOps({ limits: unhurried });

/** The simulated office has it with six pages. */
const published = 'EP1012211A1';
const watched = { name: 'Bricks', cql: 'ti=bricks', every: 'week' };
const found = { cql: `pn=${published.slice(0, -2)}` };

export interface PatentOrganization extends Furnished {
  /** Of its administrator. */
  readonly token: string;
}

/**
 * An organization of type PATENT beside the demonstration, with one of everything that an operation of the patent
 * office can name: in others none of them is there.
 * @throws Error with the answer, when the product refuses any of it
 */
export async function patentOrganization(
  baseUrl: string,
  { operator, office }: { readonly operator: string; readonly office: Pick<RunningOps, 'key' | 'secret'> },
): Promise<PatentOrganization> {
  const call = async (token: string, method: string, path: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const asked = { type: 'PATENT', slug: 'fuzzed-patents' };
  const demo: Demo = await call(operator, 'POST', '/installation/seed', asked);
  const token = tokenOf(demo, 'admin');
  const { key, secret } = office;
  await call(token, 'PUT', '/integrations/patent-office', { values: { key, secret } });
  const patents = `/workspaces/${demo.staffWorkspaceId}/patents`;
  const { searchId } = await call(token, 'POST', `${patents}/search`, found);
  const watch = await call(token, 'POST', `${patents}/watches`, watched);
  const applications: readonly Json[] = await call(token, 'GET', '/applications');
  return {
    token,
    ids: {
      workspaces: [demo.staffWorkspaceId],
      applications: applications.map(({ id }) => id).slice(0, 5),
      patents: [published],
      searches: [searchId],
      watches: [watch.id],
    },
    bodies: {
      'patent-office.check': found,
      'patent-office.search': found,
      'patent-office.readNumber': { text: published },
      'patent-office.addWatch': watched,
      'patent-office.changeWatch': watched,
      'patent-office.fetch': { parts: ['biblio'] },
      'patent-office.writeNote': { text: 'Ours has no conveyor.' },
      'patent-office.save': { tag: 'closest art', reason: 'It has the same moulds.' },
    },
  };
}
