import { inOrganization, inWorkspace, topic } from '@dossier/sdk';
import type { LoggedEvent, Topic } from '@dossier/sdk';
import { accessChanged } from './access-changed.ts';

/** All addresses begin with this; the number is the version of the addressing, not of any message. */
export const addressRoot = 'dossier/1/o/';

const payloadOf = (event: LoggedEvent<never>): { workspace?: string; user?: string } => event.payload;

/**
 * Topics of the kernel: the hint that something about one's own access has changed. It names nothing; the client asks
 * anew.
 */
export const kernelTopics: readonly Topic[] = [
  topic('kernel/inbox', {
    title: 'What concerns one person',
    address: `${addressRoot}{organizationId}/u/{userId}/inbox`,
    gate: inOrganization(),
    events: [accessChanged],
    to: (event) => {
      const { user } = payloadOf(event);
      return user ? [{ userId: user }] : [];
    },
    data: () => ({}),
  }),
  topic('kernel/workspace-access', {
    title: 'Features and permissions of a workspace were changed',
    address: `${addressRoot}{organizationId}/w/{workspaceId}/cfg`,
    gate: inWorkspace({}),
    events: [accessChanged],
    to: (event) => {
      const { user, workspace } = payloadOf(event);
      return !user && workspace ? [{ workspaceId: workspace }] : [];
    },
    data: () => ({}),
  }),
  topic('kernel/organization-access', {
    title: 'Features and permissions of the organization were changed',
    address: `${addressRoot}{organizationId}/cfg`,
    gate: inOrganization(),
    events: [accessChanged],
    to: (event) => {
      const { user, workspace } = payloadOf(event);
      return !user && !workspace ? [{}] : [];
    },
    data: () => ({}),
  }),
];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const longest = 200;
const deepest = 12;

/** A topic with its address taken apart once. */
interface Compiled {
  readonly topic: Topic;
  readonly segments: readonly string[];
}

const nameIn = (segment: string): string | undefined =>
  segment.startsWith('{') && segment.endsWith('}') ? segment.slice(1, -1) : undefined;

/** Reads and writes addresses of the declared topics. */
export interface TopicTable {
  readonly topics: readonly Topic[];
  /**
   * The topics that this exact address belongs to, with its parameters. Empty for wildcards, shared subscriptions and
   * everything undeclared.
   */
  match(address: string): readonly { readonly topic: Topic; readonly params: Readonly<Record<string, string>> }[];
  /** The topics that tell of an event. */
  of(eventType: string): readonly Topic[];
}

/** What is wrong with the address of a topic, or null when it can be served. */
export const addressFault = ({ address }: Pick<Topic, 'address'>): string | null =>
  address.startsWith(`${addressRoot}{organizationId}/`) &&
  address.split('/').length <= deepest &&
  !/[+#$\s]/.test(address)
    ? null
    : `an address begins with ${addressRoot}{organizationId}/, has at most ${deepest} levels and no wildcard`;

/** Of topics whose addresses have no {@link addressFault}. */
export function createTopicTable(topics: readonly Topic[]): TopicTable {
  const byDepth = new Map<number, Compiled[]>();
  const byEvent = new Map<string, Topic[]>();
  for (const topic of topics) {
    const segments = topic.address.split('/');
    byDepth.set(segments.length, [...(byDepth.get(segments.length) ?? []), { topic, segments }]);
    for (const event of topic.events) byEvent.set(event.id, [...(byEvent.get(event.id) ?? []), topic]);
  }
  return {
    topics,
    of: (eventType) => byEvent.get(eventType) ?? [],
    match(address) {
      if (address.length > longest) return [];
      const parts = address.split('/');
      return (byDepth.get(parts.length) ?? []).flatMap(({ topic, segments }) => {
        const params: Record<string, string> = {};
        for (const [i, segment] of segments.entries()) {
          const name = nameIn(segment);
          if (name === undefined ? segment !== parts[i] : !uuid.test(parts[i]!)) return [];
          if (name !== undefined) params[name] = parts[i]!;
        }
        return [{ topic, params }];
      });
    },
  };
}

/** The address with its parameters filled in; null when one is missing or is no id. */
export function fillAddress(
  address: string,
  params: Readonly<Record<string, string | null | undefined>>,
): string | null {
  const filled = address.split('/').map((segment) => {
    const name = nameIn(segment);
    if (name === undefined) return segment;
    const value = params[name];
    return typeof value === 'string' && uuid.test(value) ? value : null;
  });
  return filled.includes(null) ? null : filled.join('/');
}
