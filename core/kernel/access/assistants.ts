import { forbidden, isAtWorkspace, isInOrganization } from '@dossier/sdk';
import type { AccessChange, Assistant, AssistantFor, Identity } from '@dossier/sdk';
import type { AccessResolver } from './access-resolver.ts';

export interface Assistants {
  readonly make: AssistantFor;
  /** Ends those whose credential was withdrawn, or whose person was shut out. */
  dropped(change?: AccessChange): void;
}

/** Those that work, by the credential of the person; one that ends leaves the list. */
export function createAssistants(o: {
  readonly resolver: Pick<AccessResolver, 'identityOf' | 'organization' | 'workspace'>;
  /** Waits until this node knows what others have changed. */
  readonly current: () => Promise<unknown> | undefined | void;
  readonly now: () => number;
}): Assistants {
  const working = new Map<Assistant, { readonly identity: Identity }>();

  const make: AssistantFor = (access, { title = 'Assistant', readOnly = false, signal } = {}) => {
    const person = o.resolver.identityOf(access);
    const { organization } = access;
    if (person?.actor.kind !== 'user' || person.operator || organization === null)
      throw forbidden('An assistant works for a person who is signed in to an organization.');
    const ended = new AbortController();
    const actor = { kind: 'assistant', id: person.actor.id, name: `${title} for ${person.actor.name}` } as const;
    const { credential, via, until, signedInBy } = person;
    const identity: Identity = {
      actor,
      organization,
      scopes: person.scopes,
      credential,
      via,
      ...(until === undefined ? {} : { until }),
      ...(signedInBy === undefined ? {} : { signedInBy }),
      ...(readOnly || access.readOnly === true ? { readOnly: true } : {}),
    };
    /** What others have changed is heard first: it may be the end. */
    const works = async (): Promise<boolean> => {
      await o.current();
      if (until !== undefined && Date.parse(until) <= o.now()) assistant.end();
      return !ended.signal.aborted;
    };
    const assistant: Assistant = {
      actor,
      signal: ended.signal,
      async inOrganization() {
        if (!(await works())) return undefined;
        const there = await o.resolver.organization(identity, organization);
        return there && !ended.signal.aborted && isInOrganization(there) ? there : undefined;
      },
      async atWorkspace(workspace) {
        if (!(await works())) return undefined;
        const there = await o.resolver.workspace(identity, organization, workspace);
        return there && !ended.signal.aborted && isAtWorkspace(there) ? there : undefined;
      },
      end() {
        working.delete(assistant);
        signal?.removeEventListener('abort', assistant.end);
        ended.abort();
      },
    };
    if (signal?.aborted) ended.abort();
    else {
      working.set(assistant, { identity });
      signal?.addEventListener('abort', assistant.end, { once: true });
    }
    return assistant;
  };

  return {
    make,
    dropped(change) {
      for (const [assistant, { identity }] of working)
        if (change === undefined || isEnd(change, identity)) assistant.end();
    },
  };
}

const isEnd = ({ credential, user, ended }: AccessChange, { actor, credential: own }: Identity): boolean =>
  credential === own || (ended === true && user === actor.id);
