import type { Test } from 'tap';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { given, sharedPlatform } from '@dossier/core/testing';
import { ApiKeys } from '../../api-keys/contract.ts';
import { readAudit } from '../../audit/contract.ts';
import { confirmApplications, readApplications, readOwnApplications } from '../../applications/contract.ts';
import { Templates } from '../../templates/contract.ts';
import { decideApplications } from '../../workflow/contract.ts';
import { reviewDocuments, uploadDocuments } from '../contract.ts';

/** Two organizations, the people of one, and a template whose applications halt for want of a document. */
export async function documentStage(t: Test) {
  const platform = await sharedPlatform();
  const acme = await given.organization(platform, 'acme');
  const beta = await given.organization(platform, 'beta');
  const staffRoom = await acme.workspace('Lending', 'STAFF');
  const otherRoom = await acme.workspace('Savings', 'STAFF');
  const portal = await acme.workspace('Portal', 'CLIENT');
  const officers = await acme.team('Officers', {
    workspaces: [staffRoom],
    may: [readApplications, decideApplications, uploadDocuments, reviewDocuments, readAudit],
  });
  const officer = await acme.member(officers, 'omar@example.org');
  const clerk = await acme.member(await acme.team('Clerks', { workspaces: [staffRoom], may: [readApplications] }));
  const neighbour = await acme.member(
    await acme.team('Savers', {
      workspaces: [otherRoom],
      may: [readApplications, decideApplications, reviewDocuments, uploadDocuments],
    }),
  );
  const clients = await acme.team('Clients', {
    workspaces: [portal],
    may: [readOwnApplications, uploadDocuments, confirmApplications],
  });
  const client = await acme.member(clients, 'amelia@example.org');
  const otherClient = await acme.member(clients, 'benjamin@example.org');
  const key = platform.as({
    'x-api-key': (await platform.service(ApiKeys).issue(acme.access, { name: 'Partner' })).secret,
  });
  const foreignKey = platform.as({
    'x-api-key': (await platform.service(ApiKeys).issue(beta.access, { name: 'Partner' })).secret,
  });
  const narrowKey = platform.as({
    'x-api-key': (
      await platform.service(ApiKeys).issue(acme.access, { name: 'Narrow', scopes: ['applications:write'] })
    ).secret,
  });

  const templates = platform.service(Templates);
  const template = await templates.create(acme.access, {
    name: 'Loan',
    content: {
      schema: { type: 'object', properties: { amount: { type: 'number', title: 'Amount' } }, required: ['amount'] },
      wizard: [{ key: 'one', title: 'One', fields: ['amount'] }],
      workflow: [
        { name: 'Documents', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
        { name: 'Underwriting', kind: 'MANUAL' },
      ],
      requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
    },
  });
  await templates.publish(acme.access, template.id);
  const submit = async (): Promise<string> => {
    const answer = await key.post('/api/v1/applications', {
      workspaceId: staffRoom,
      templateId: template.id,
      applicants: [{ type: 'PRIMARY', firstName: 'Amelia', lastName: 'Novak', email: 'amelia@example.org' }],
      answers: { amount: 1 },
    });
    t.match(answer, { status: 201, body: { status: 'InReview' } });
    return answer.body.id;
  };
  const filesOf = (id: string): string => `/api/v1/applications/${id}/documents`;
  /** Contents and what is half written; the notes of what has not settled yet are gone a moment after the answer. */
  const stored = (): readonly string[] => {
    const root = join(platform.dataDir, 'files');
    return existsSync(root)
      ? readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !entry.name.includes('_'))
          .map((entry) => entry.name)
          .sort()
      : [];
  };
  return {
    platform,
    acme,
    staffRoom,
    officers,
    officer,
    clerk,
    neighbour,
    client,
    otherClient,
    key,
    foreignKey,
    narrowKey,
    templates,
    template,
    submit,
    filesOf,
    stored,
  };
}
