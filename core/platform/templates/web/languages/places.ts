/** Where in a template a text stands, as people know it, from its place (`field/ID/title`). */
import { allFields } from '../model/content.ts';
import type { Content } from '../model/content.ts';

interface Spot {
  /** The step, or the part of the template. */
  readonly group: string;
  /** What it belongs to. */
  readonly of: string;
  /** What of it. */
  readonly what: string;
}

const members: Readonly<Record<string, string>> = {
  title: 'Label',
  name: 'Name',
  description: 'Help',
  'x-message': 'Message',
  'x-placeholder': 'Example',
  option: 'Option',
  forClients: 'In words for clients',
  next: 'What happens after sending',
};

/** Finds the spots of places in a draft. */
function spotsIn(content: Content): (place: string) => Spot {
  const fields = new Map(allFields(content).map((one) => [one.id, one]));
  const steps = new Map(content.wizard.map(({ key, title }) => [key, title]));
  const papers = new Map(content.requiredDocuments.map(({ key, title }) => [key, title]));
  const flow = new Map(content.workflow.map(({ key, name }) => [key, name]));
  return (place) => {
    const [kind = '', id = '', member = ''] = place.split('/');
    const what = members[member] ?? members[id] ?? member;
    if (kind === 'field') {
      const field = fields.get(id);
      const step = field ? content.wizard[field.step] : undefined;
      return { group: step?.title ?? 'In no step', of: field?.title ?? id, what };
    }
    if (kind === 'step') return { group: steps.get(id) ?? id, of: 'Step', what: member === 'title' ? 'Title' : what };
    if (kind === 'document')
      return { group: 'Documents', of: papers.get(id) ?? id, what: member === 'title' ? 'Title' : what };
    if (kind === 'workflow') return { group: 'Workflow', of: flow.get(id) ?? id, what };
    return { group: 'After sending', of: '', what };
  };
}

/** Groups in the order of the form, then the other parts. */
export const groupsOf = <T extends { readonly place: string }>(
  content: Content,
  texts: readonly T[],
): readonly { readonly title: string; readonly texts: readonly (T & { readonly spot: Spot })[] }[] => {
  const spot = spotsIn(content);
  const order = [...content.wizard.map(({ title }) => title), 'In no step', 'Documents', 'Workflow', 'After sending'];
  const groups = Map.groupBy(
    texts.map((one) => ({ ...one, spot: spot(one.place) })),
    (one) => one.spot.group,
  );
  return [...groups]
    .map(([title, inside]) => ({
      title,
      // The words of the step itself come before those of its questions.
      texts: inside.toSorted((a, b) => Number(b.spot.of === 'Step') - Number(a.spot.of === 'Step')),
    }))
    .toSorted((a, b) => order.indexOf(a.title) - order.indexOf(b.title));
};
