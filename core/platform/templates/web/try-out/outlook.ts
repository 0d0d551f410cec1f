/** What the workflow would do with what was filled in, as far as that can be said without asking anybody. */
import type { Handler } from '../workflow-tab/step.element.ts';
import type { Content } from '../model/content.ts';

export interface Outlook {
  readonly key: string;
  readonly name: string;
  readonly kind: 'SYSTEM' | 'MANUAL';
  readonly state: 'passes' | 'stops' | 'open' | 'waits';
  readonly text: string;
}

const documents = 'DocumentCompletenessCheckHandler';

/** `faults`: answers that need a look; `missing`: titles of documents that are asked for and not there. */
export function outlookOf(
  { workflow }: Content,
  o: { readonly faults: number; readonly missing: readonly string[]; readonly handlers: readonly Handler[] },
): readonly Outlook[] {
  const manualAfter = (at: number): string => {
    const next = workflow.find(({ kind }, i) => i > at && kind === 'MANUAL');
    const to = next ?? workflow.findLast(({ kind }) => kind === 'MANUAL');
    return to ? `“${to.name}”` : 'a person';
  };
  const first = workflow.findIndex(({ kind }) => kind === 'SYSTEM');
  return workflow.map(({ key, name, kind, handler, role }, at): Outlook => {
    const one = { key, name, kind };
    if (kind === 'MANUAL')
      return {
        ...one,
        state: 'waits',
        text: `${role === undefined ? 'Somebody who may decide' : `Somebody of “${role}”`} is asked only where a check does not pass.`,
      };
    if (at === first && o.faults > 0)
      return {
        ...one,
        state: 'stops',
        text: `Does not pass while answers need a look. It would go to ${manualAfter(at)}.`,
      };
    if (handler === documents)
      return o.missing.length === 0
        ? { ...one, state: 'passes', text: 'Passes: every document that is asked for is there.' }
        : {
            ...one,
            state: 'stops',
            text: `Does not pass without ${o.missing.map((title) => `“${title}”`).join(', ')}. It would go to ${manualAfter(at)}.`,
          };
    const check = o.handlers.find(({ id }) => id === handler)?.title ?? handler ?? 'This check';
    return {
      ...one,
      state: 'open',
      text: `${check} is not asked here. If it does not pass, it goes to ${manualAfter(at)}.`,
    };
  });
}
