import { tokenOf } from '../servers/dossier.ts';
import type { Platform } from './platform.ts';

interface Content {
  readonly name: string;
  readonly draft: { readonly workflow: readonly { readonly kind: string }[] };
}

/**
 * Publishes another template like the one of the clean sample, whose officer's steps have every rule: working days, an
 * officer who is chosen, a checklist, a second approver, a note and an escalation. Its id.
 */
export async function withRules({ origin, demo }: Platform): Promise<string> {
  const headers = { authorization: `Bearer ${tokenOf(demo, 'admin')}`, 'content-type': 'application/json' };
  const asked = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${origin}/api/v1/templates${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const { name, draft } = await asked<Content>('GET', `/${demo.samples.clean.templateId}`);
  const rules = {
    due: { workingDays: 2 },
    assignment: 'least-open',
    checklist: [
      { key: 'identity', text: 'The identity is proven.' },
      { key: 'income', text: 'The income agrees with the payslips.' },
    ],
    secondApprover: true,
    note: true,
  };
  const workflow = draft.workflow.map((step) => (step.kind === 'MANUAL' ? { ...step, ...rules } : step));
  if (!draft.workflow.some(({ kind }) => kind === 'MANUAL'))
    throw new Error('The template has no step for an officer.');
  const { id } = await asked<{ id: string }>('POST', '', { ...draft, name: `${name}, with rules`, workflow });
  await asked('POST', `/${id}/publish`, {});
  return id;
}
