import {
  definePlugin,
  feature,
  fieldKind,
  headerItem,
  organizationChoice,
  organizationPage,
  paletteCommand,
  permission,
  personPage,
  profileSection,
  settingsSection,
  shellPage,
  sidePanel,
  Type,
  withoutPage,
} from '@dossier/sdk';
import type { ContributionGate, Slot, WebElement } from '@dossier/sdk';
import {
  manageAccess,
  peopleAction,
  peoplePart,
  personAside,
  personPart,
  teamPart,
} from '@dossier/core/platform/access/contract';
import {
  applicationCard,
  applicationTab,
  clientAction,
  listAction,
  listColumn,
  ownPart,
  staffAction,
  tabCount,
} from '@dossier/core/platform/applications/contract';
import { documentViewer } from '@dossier/core/platform/documents/contract';
import { phrasePicker } from '@dossier/core/platform/phrases/contract';
import { fieldControl, formStep } from '@dossier/core/platform/templates/contract';
import { paragraphAction, patentAction } from '@dossier/patent-office/contract';

export const extras = feature('every-slot.extras', {
  title: 'Extras',
  description: 'What only some workspaces have.',
  workspaces: ['STAFF', 'CLIENT', 'MIXED'],
  initially: 'on',
});
export const use = permission('every-slot.use', { title: 'Use the extras', scope: 'workspace' });

const members: ContributionGate = { open: 'to members' };
const element = (name: string, slot: Slot<object>, title: string, more: Partial<WebElement> = {}): WebElement => ({
  tag: `every-${name}`,
  slot,
  title,
  icon: 'box',
  order: 900,
  gate: members,
  ...more,
});

/** A small plugin from outside with an element in every slot that there is. */
export default definePlugin({
  id: 'every-slot',
  version: '1.0.0',
  kernel: '^1.0.0',
  features: [extras],
  permissions: [use],
  settings: Type.Object({ day: Type.Optional(Type.String({ title: 'Day', 'x-kind': 'weekday' })) }),
  web: {
    entry: 'web/index.ts',
    policy: ['wasm-unsafe-eval'],
    elements: [
      element('page', shellPage, 'Every page', { path: 'every', gate: { feature: extras } }),
      element('organization', organizationPage, 'Every organization page', { path: 'every' }),
      element('settings', settingsSection, 'Every section', { path: 'every', gate: { permission: manageAccess } }),
      element('profile', profileSection, 'Every profile', { path: 'every' }),
      element('person', personPage, 'Every person', { path: 'every-person' }),
      element('choice', organizationChoice, 'Every choice'),
      element('header', headerItem, 'Every bell'),
      element('panel', sidePanel, 'Every panel', { gate: { feature: extras } }),
      element('without', withoutPage, 'Every way on'),
      element('command', paletteCommand, 'Every command', {
        gate: { permission: use },
        group: 'Every group',
        keys: ['E'],
        words: 'quokka',
      }),
      element('field', fieldKind, 'Weekday', { kind: 'weekday' }),
      element('people', peopleAction, 'Every people action'),
      element('people-part', peoplePart, 'Every part of the people'),
      element('person-part', personPart, 'Every part of a person'),
      element('person-aside', personAside, 'Every aside of a person'),
      element('team', teamPart, 'Every part', { path: 'every' }),
      element('tab', applicationTab, 'Every tab'),
      element('count', tabCount, 'Every count', { kind: 'every-tab' }),
      element('card', applicationCard, 'Every card'),
      element('client', clientAction, 'Every client action'),
      element('staff', staffAction, 'Every staff action'),
      element('column', listColumn, 'Every column'),
      element('list', listAction, 'Every list action'),
      element('own', ownPart, 'Every own part'),
      element('form', formStep, 'Every form'),
      element('viewer', documentViewer, 'Every viewer'),
      element('picker', phrasePicker, 'Every picker'),
      element('patent', patentAction, 'Every patent action'),
      element('paragraph', paragraphAction, 'Every paragraph action'),
      element('control', fieldControl, 'Every control', { kind: 'weekday' }),
    ],
  },
  setup() {
    // It shows, and does nothing.
  },
});
