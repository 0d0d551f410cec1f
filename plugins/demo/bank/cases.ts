import { Type } from '@dossier/sdk';
import type { SubmissionRecord } from '@dossier/core/platform/applications/contract';
import type { IncomingFile } from '@dossier/core/platform/documents/contract';
import type { DemoScene } from '../contract.ts';
import { paper } from '../paper.ts';
import type { BankParts } from './cast.ts';

const Submitted = Type.Object({ id: Type.String() });
const Nothing = Type.Object({});

/**
 * Five applications, one of each client, each in a state worth looking at: approved by itself, halted for missing
 * papers, waiting for the client's word, halted for bad answers, and rejected by the officer.
 */
export async function openCases(scene: DemoScene, { applications, documents, workflow }: BankParts): Promise<void> {
  const { organization, partner, progress } = scene;
  const officer = scene.as('Omar');
  const submit = async (
    name: string,
    client: string,
    templateId: string,
    answers: SubmissionRecord['answers'],
  ): Promise<string> => {
    const { id } = await progress.once(organization, `application ${name}`, Submitted, async () => {
      const application = await applications.submit(partner, {
        workspaceId: partner.workspace,
        templateId,
        applicants: [scene.applicant(client)],
        answers,
      });
      return { id: application.id };
    });
    return id;
  };

  await submit('approved', 'Amelia', scene.quickTemplate, { amount: 2_500, purpose: 'CAR' });
  await submit('without papers', 'Benjamin', scene.thoroughTemplate, {
    amount: 18_000,
    purpose: 'HOME',
    term: 60,
    income: 2_900,
    employer: 'Harbour Logistics',
  });
  const waiting = await submit('waiting for the client', 'Chiara', scene.thoroughTemplate, {
    amount: 32_000,
    purpose: 'EDUCATION',
    term: 84,
    income: 3_400,
    employer: 'City Hospital',
    remarks: 'I start my studies in October.',
  });
  await submit('with bad answers', 'Dmitri', scene.thoroughTemplate, {
    amount: 'about ten thousand',
    purpose: 'OTHER',
    term: 24,
  });
  const rejected = await submit('rejected', 'Emiko', scene.thoroughTemplate, {
    amount: 90_000,
    purpose: 'HOME',
    term: 120,
    income: 1_100,
    employer: 'Self-employed',
  });

  // Bytes are taken in outside a transaction, so this step is derived from the papers themselves.
  if ((await documents.of(organization, waiting)).length === 0)
    await documents.upload(partner, waiting, papersOf('Chiara'));
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
