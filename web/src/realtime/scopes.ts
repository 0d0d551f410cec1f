import type { LiveEvent, LiveScope } from '@dossier/sdk/web';
import { applicationsOf, idsOf } from './cloud-event.ts';
import type { CloudEvent } from './cloud-event.ts';

/** The topics of a scope, below the organization's prefix. Exact topics only: the server grants no wildcards. */
const topicsOf = (scope: LiveScope, userId: string): readonly string[] => {
  switch (scope.kind) {
    case 'list':
      return [`w/${scope.workspaceId}/s/application`];
    case 'application':
      return [`w/${scope.workspaceId}/s/application/${scope.id}`, `u/${userId}/application`];
    case 'subjects':
      return [`w/${scope.workspaceId}/s/${scope.type}`];
    case 'topic':
      return [scope.topic];
    case 'own':
      return [`u/${userId}/application`];
    case 'inbox':
      return [`u/${userId}/inbox`];
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
    const ids = this.#scope.kind === 'topic' ? idsOf(event) : applicationsOf(event);
    // A person's own topic carries all their applications; this listener wants one.
    if (this.#scope.kind === 'application' && ids.length > 0 && !ids.includes(this.#scope.id)) return;
    this.#seen.add(event.id);
    if (this.#seen.size > remembered) this.#seen.delete(this.#seen.values().next().value ?? '');
    this.#on({ kind: 'change', id: event.id, type: event.type, ids, data: event.data });
  }

  resync(): void {
    this.#on({ kind: 'resync' });
  }
}
