import { pointerTo } from '@dossier/sdk';
import type { Document, Documents } from '@dossier/core/platform/documents/contract';
import type { RequiredDocument } from '@dossier/core/platform/templates/contract';
import type { Reason, StepHandler, StepOutcome, WorkflowCase } from '@dossier/core/platform/workflow/contract';

/**
 * DocumentCompletenessCheckHandler: passes when each document that the template requires has been uploaded and
 * approved. Otherwise it fails with one reason per document that is missing, waits for review or was rejected.
 * It only reads the database, so it runs inside the transaction that makes its step due.
 */
export const documentCheck = (documents: Pick<Documents, 'of' | 'ofCases'>): StepHandler => ({
  title: 'Document check',
  description: 'Passes when every required document is there and was approved.',
  outside: false,
  rechecks: ['documents'],
  async run({ case: subject }) {
    if (subject.template.requiredDocuments.length === 0) return { outcome: 'passed' };
    return complete(subject, await documents.of(subject.organization, subject.id));
  },
  async judge(steps, { access }) {
    const asked = steps.flatMap(({ case: { id, template } }) => (template.requiredDocuments.length > 0 ? [id] : []));
    const present = asked.length > 0 ? await documents.ofCases(access.organization, asked) : new Map<string, never>();
    return steps.map(({ case: subject }) => complete(subject, present.get(subject.id) ?? []));
  },
});

function complete({ template }: WorkflowCase, present: readonly Document[]): StepOutcome {
  const reasons = template.requiredDocuments.flatMap(
    (requirement) =>
      lack(
        requirement,
        present.filter((d) => d.requirementKey === requirement.key && d.scan !== 'infected'),
      ) ?? [],
  );
  return reasons.length === 0 ? { outcome: 'passed' } : { outcome: 'failed', reasons };
}

/**
 * What is lacking for one required document, or undefined. One approved file suffices, whatever else was uploaded for
 * it.
 */
function lack({ key, title }: RequiredDocument, files: readonly Document[]): Reason | undefined {
  if (files.some((file) => file.reviewStatus === 'approved')) return undefined;
  const pointer = pointerTo('documents', key);
  const newest = files.at(-1);
  if (!newest) return { code: 'document-missing', text: `"${title}" has not been uploaded yet.`, pointer };
  if (newest.reviewStatus === 'pending')
    return { code: 'document-not-approved', text: `"${title}" is uploaded and waits for review.`, pointer };
  return {
    code: 'document-rejected',
    text: newest.reason ? `"${title}" was rejected: ${newest.reason}` : `"${title}" was rejected.`,
    pointer,
  };
}
