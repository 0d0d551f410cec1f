import type { LiveEvent, LiveScope } from '@dossier/sdk/web';
import { idsOf } from './cloud-event.ts';
import type { CloudEvent } from './cloud-event.ts';

/** The topics of a scope, below the organization's prefix. Exact topics only: the server grants no wildcards. */
const topicsOf = (scope: LiveScope, userId: string): readonly string[] => {
  switch (scope.kind) {
    case 'subjects':
      return [`w/${scope.workspaceId}/s/${scope.type}`];
    case 'subject':
      return [`w/${scope.workspaceId}/s/${scope.type}/${scope.id}`, `u/${userId}/${scope.type}`];
    case 'own':
      return [`u/${userId}/${scope.type}`];
    case 'topic':
      return [scope.topic];
    case 'organization':
      return ['cfg', `u/${userId}/inbox`];
    case 'configuration':
      return [`w/${scope.workspaceId}/cfg`, `u/${userId}/inbox`];
  }
};

/** How many event ids a listener remembers. */
const remembered = 2000;

/** One listener, which hears each event once however it arrives: pushed on one topic, on two, or caught up. */
export class LiveListener {
  readonly topics: ReadonlySet<string>;
  readonly #scope: LiveScope;
  readonly #on: (event: LiveEvent) => void;
  readonly #seen = new Set<string>();

  constructor(scope: LiveScope, userId: string, on: (event: LiveEvent) => void) {
    this.topics = new Set(topicsOf(scope, userId));
    this.#scope = scope;
    this.#on = on;
  }

  hear(event: CloudEvent, topic: string): void {
    if (!this.topics.has(topic) || this.#seen.has(event.id)) return;
    const ids = idsOf(event);
    // A person's own topic carries all their things of a type; this listener wants one.
    if (this.#scope.kind === 'subject' && ids.length > 0 && !ids.includes(this.#scope.id)) return;
    this.#seen.add(event.id);
    if (this.#seen.size > remembered) this.#seen.delete(this.#seen.values().next().value ?? '');
    this.#on({ kind: 'change', id: event.id, type: event.type, ids, data: event.data });
  }

  resync(): void {
    this.#on({ kind: 'resync' });
  }
}
