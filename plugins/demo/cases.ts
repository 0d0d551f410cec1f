import { Type } from '@dossier/sdk';
import type { Actor, OrganizationId, WorkspaceAccess } from '@dossier/sdk';
import type { Applications, SubmissionRecord } from '@dossier/core/platform/applications/contract';
import type { Documents, IncomingFile } from '@dossier/core/platform/documents/contract';
import type { Workflow } from '@dossier/core/platform/workflow/contract';
import { playing } from './acting.ts';
import { applicantOf, clients } from './cast.ts';
import { paper } from './paper.ts';
import type { Progress } from './progress.ts';

export interface Scene {
  readonly organization: OrganizationId;
  readonly slug: string;
  /** The system in the staff workspace. */
  readonly system: WorkspaceAccess;
  /** The partner by whose key the applications arrive. */
  readonly partner: Actor;
  readonly officer: Actor;
  readonly templateId: string;
  readonly autoTemplateId: string;
}

export interface CaseParts {
  readonly progress: Progress;
  readonly applications: Applications;
  readonly documents: Documents;
  readonly workflow: Workflow;
}

const Submitted = Type.Object({ id: Type.String() });
const Nothing = Type.Object({});

/**
 * Five applications, one of each client, each in a state worth looking at: approved by itself, halted for missing
 * papers, waiting for the client's word, halted for bad answers, and rejected by the officer.
 */
export async function openCases(
  scene: Scene,
  { progress, applications, documents, workflow }: CaseParts,
): Promise<void> {
  const { organization, slug, system } = scene;
  const partner = playing(scene.partner, system);
  const officer = playing(scene.officer, system);
  const submit = async (
    name: string,
    client: number,
    templateId: string,
    answers: SubmissionRecord['answers'],
  ): Promise<string> => {
    const { id } = await progress.once(organization, `application ${name}`, Submitted, async () => {
      const application = await applications.submit(partner, {
        workspaceId: system.workspace,
        templateId,
        applicants: [applicantOf(clients[client]!, slug)],
        answers,
      });
      return { id: application.id };
    });
    return id;
  };

  await submit('approved', 0, scene.autoTemplateId, { amount: 2_500, purpose: 'CAR' });
  await submit('without papers', 1, scene.templateId, {
    amount: 18_000,
    purpose: 'HOME',
    term: 60,
    income: 2_900,
    employer: 'Harbour Logistics',
  });
  const waiting = await submit('waiting for the client', 2, scene.templateId, {
    amount: 32_000,
    purpose: 'EDUCATION',
    term: 84,
    income: 3_400,
    employer: 'City Hospital',
    remarks: 'I start my studies in October.',
  });
  await submit('with bad answers', 3, scene.templateId, { amount: 'about ten thousand', purpose: 'OTHER', term: 24 });
  const rejected = await submit('rejected', 4, scene.templateId, {
    amount: 90_000,
    purpose: 'HOME',
    term: 120,
    income: 1_100,
    employer: 'Self-employed',
  });

  // Bytes are taken in outside a transaction, so this step is derived from the papers themselves.
  if ((await documents.of(organization, waiting)).length === 0)
    await documents.upload(partner, waiting, papersOf(clients[2]!.firstName));
  await progress.once(organization, 'papers approved', Nothing, async () => {
    for (const document of await documents.of(organization, waiting))
      await documents.review(officer, document.id, { reviewStatus: 'approved', reason: null });
    return {};
  });
  await progress.once(organization, 'case rejected', Nothing, async () => {
    await workflow.decide(officer, rejected, 'reject', { reason: 'The income does not carry a loan of this size.' });
    return {};
  });
}

async function* papersOf(name: string): AsyncGenerator<IncomingFile> {
  for (const [i, [key, title]] of [
    ['proof-of-identity', 'Proof of identity'],
    ['proof-of-income', 'Proof of income'],
  ].entries()) {
    yield {
      fileName: `${key}.pdf`,
      bytes: once(paper(`${title} of ${name} (demonstration)`)),
      requirementKey: () => key!,
      pointer: `/files/${i}`,
    };
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
