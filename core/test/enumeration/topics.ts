import type { Topic } from '@dossier/sdk';
import { kernelTopics } from '../../facilities/events/topics.ts';
import { topics as topicKind } from '../../facilities/realtime/kinds.ts';
import type { Plan } from '../../kernel/index.ts';
import type { Ids } from './operations.ts';

export interface TopicOf {
  readonly plugin: string;
  readonly topic: Topic;
}

/** Topics of the kernel and of everything in a plan. */
export const topicsIn = ({ inventory }: Pick<Plan, 'inventory'>): readonly TopicOf[] => [
  ...kernelTopics.map((topic) => ({ plugin: 'core', topic })),
  ...inventory.of(topicKind).map(({ plugin, value }) => ({ plugin, topic: value })),
];

/** The person and the organization of an address; the rest of it is named by `ids`. */
export interface Addressee {
  readonly organization: string;
  readonly user: string;
  readonly ids: Ids;
}

export const parametersOf = (address: string): readonly string[] =>
  [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** The kind of what a parameter names, by the word before it: of `s/application/{id}` one of `applications`. */
export const kindIn = (address: string, parameter: string): string =>
  `${address.split(`/{${parameter}}`)[0]!.split('/').at(-1)}s`;

/** Values of the parameters of an address; a parameter for which there is none is left out. */
export const valuesOf = (address: string, { organization, user, ids }: Addressee): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parametersOf(address).flatMap((name) => {
      const value =
        { organizationId: organization, userId: user, workspaceId: ids['workspaces'] }[name] ??
        ids[kindIn(address, name)];
      return value === undefined ? [] : [[name, value]];
    }),
  );

export const filled = (address: string, values: Readonly<Record<string, string>>): string =>
  address.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? 'none');
