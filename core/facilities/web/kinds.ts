import type { Slot, WebElement } from '@dossier/sdk';
import { byId } from '../../kernel/facility.ts';
import type { Kind } from '../../kernel/facility.ts';
import { describeGate } from '../../kernel/index.ts';

/** Web elements, by their tags. */
export const elements: Kind<WebElement> = {
  id: 'elements',
  of: (spec) => (spec.web?.elements ?? []).map((value) => ({ name: value.tag, value })),
  once: {
    code: 'K_DUPLICATE_ELEMENT',
    what: 'The web element',
    way: 'a browser knows one element of a tag: name it after its plugin',
  },
  gated: ({ name, value: { gate } }) => ({ what: `The web element ${name}`, contributionGate: gate }),
  shown: {
    json: ({ value: { tag, slot, gate } }) => ({ tag, slot: slot.id, gate: describeGate(gate) }),
    text: {
      title: 'Web elements',
      row: ({ plugin, value: { tag, slot, gate } }) => [tag, plugin, slot.id, describeGate(gate)],
    },
  },
};

/** What web parts need beyond the policy of the page, by its name. */
export const policies: Kind<string> = {
  id: 'policies',
  of: (spec) => (spec.web?.policy ?? []).map((name) => ({ name, value: name })),
  shown: {
    json: ({ name, plugin }) => ({ policy: name, plugin }),
    text: { title: 'Beyond the policy of the page', row: ({ plugin, name }) => [name, plugin] },
  },
};

/** Places where elements stand. */
export const slots: Kind<Slot<object>> = {
  id: 'slots',
  list: 'slots',
  of: (spec) => byId(spec.slots),
  stays: true,
  once: {
    code: 'K_DUPLICATE_SLOT',
    what: 'The slot',
    way: 'its owner alone declares it, elements of others name it',
  },
  shown: {
    json: ({ name, value: { within } }) => ({ id: name, within }),
    text: {
      title: 'Slots',
      row: ({ plugin, name, value: { within } }, inventory) => {
        const by = new Set(inventory.of(elements).flatMap((one) => (one.value.slot.id === name ? one.plugin : [])));
        return [name, plugin, `within ${within}`, by.size > 0 ? `filled by ${[...by].join(', ')}` : 'empty'];
      },
    },
  },
};
