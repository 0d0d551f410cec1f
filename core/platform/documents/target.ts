import type { Fault, OrganizationId, WorkspaceAccess } from '@dossier/sdk';
import type { Application } from '../applications/contract.ts';
import type { Templates } from '../templates/contract.ts';
import { audienceFaults, isStaff } from './audience.ts';
import type { Cases } from './cases.ts';
import type { Audience, IncomingFile } from './contract.ts';

/** Where an upload goes, and who its files are for unless its sender says otherwise. */
export interface Target<A = Application> {
  readonly application: A;
  readonly bySender: Audience;
}

/** What clients and keys send is for them too, and so is what an officer sends to their own application. */
export async function targetOf<A extends Pick<Application, 'id' | 'workspaceId'>>(
  cases: Cases,
  access: WorkspaceAccess,
  application: A,
): Promise<Target<A>> {
  const isClients =
    !isStaff(access, application) || (await cases.clientsOf(access, application.id)).includes(access.actor.id);
  return { application, bySender: isClients ? 'client' : 'staff' };
}

/** Files that are for no document which the template requires, or for whom they cannot be. */
export async function strayed(
  templates: Templates,
  organization: OrganizationId,
  { application, bySender }: Target,
  files: readonly Pick<IncomingFile, 'requirementKey' | 'audience' | 'pointer'>[],
): Promise<readonly Fault[]> {
  const { requiredDocuments } = await templates.version(
    organization,
    application.templateId,
    application.templateVersion,
  );
  const known = requiredDocuments.map((required) => required.key);
  return files.flatMap((file): Fault[] => {
    const key = file.requirementKey();
    const audience = audienceFaults(file, bySender);
    if (key === null || known.includes(key)) return [...audience];
    const choice =
      known.length === 0 ? 'The template requires none; leave it out.' : `Required are ${known.join(', ')}.`;
    return [
      {
        pointer: `${file.pointer}/requirementKey`,
        code: 'unknown-requirement',
        detail: `"${key.slice(0, 100)}" is not a required document of this application. ${choice}`,
      },
      ...audience,
    ];
  });
}
