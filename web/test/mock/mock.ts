import type { ApplicationRow } from '../../../core/platform/applications/web/types.ts';
import type { MockBroker } from './broker.ts';
import type { Reply } from './reply.ts';

/** A request as a test reads it that answers for a plugin. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** What was sent, if anything was. */
  readonly body: unknown;
}

/** What the server would say, from memory, with the knobs that tests turn. */
export interface Mock {
  readonly url: string;
  readonly broker: MockBroker;
  /** All rows, newest first. */
  rows: ApplicationRow[];
  mine: ApplicationRow[];
  /** Ids of those that wait for the client's word. */
  awaiting: string[];
  /** Method and address of each request, and behind those to the GraphQL endpoint the name of the query. */
  readonly requests: string[];
  signedIn: boolean;
  /** When the session ends unless it is used, and when it ends at last; null where that is not told. */
  ends: { readonly until: string; readonly expiresAt: string } | null;
  /** The pages on offer; a test may switch some off. */
  pages: readonly { path: string; tag: string; title: string; icon: string; order: number }[];
  /** Tabs of an application that plugins bring. */
  tabs: readonly { readonly plugin: string; readonly tag: string; readonly title: string }[];
  /** What a test answers itself, for the routes of a plugin; null leaves it to the mock. */
  answering: ((asked: Asked) => Reply | null) | null;
  /** The element by which a client confirms: offered, offered by a module that does not come, or switched off. */
  confirming: 'offered' | 'broken' | 'off';
  /** How the organization is reached beside the thread of a case. */
  contact: { email: string | null; telephone: string | null; hours: string | null };
  /** Answer the next decision with 409, as if another officer had decided or a check had begun again. */
  conflict: 'decided' | 'checking' | null;
  /** What the server would never answer, by its documents; `mock.test.ts` demands that it is nothing. */
  readonly invented: string[];
  /** Answer list queries with 500. */
  broken: boolean;
  /** A new application, pushed as the server would. */
  submit(row: ApplicationRow): void;
  /** Changes one and pushes it. */
  change(id: string, part: Partial<ApplicationRow>): void;
  close(): Promise<void>;
}
