import { badQuery, inAnyWorkspace, inOrganization, isId } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { useMessages } from './contract.ts';
import type { Services } from './routes.ts';

const gate = inAnyWorkspace({ permission: useMessages });
/** Rows of a page. */
const [most, usual] = [100, 30];

/** What is read by REST, by the same names. */
export const graphql = {
  sdl: `
    type Colleague { id: ID! name: String! }
    type MessageMember {
      id: ID! name: String!
      "The number of the last message that they have read."
      upTo: Int!
    }
    type MessageCase {
      id: ID!
      "Who applies."
      title: String!
      about: String! workspaceId: ID! path: String!
    }
    type MessageNewest {
      by: String! isMine: Boolean!
      "Its first words; null of one that was removed."
      text: String
      at: String!
    }
    type MessageThread {
      id: ID!
      "direct: of two people. group: of several. case: about an application."
      kind: String!
      "Empty where it is called by its people."
      title: String!
      application: MessageCase members: [MessageMember!]! newest: MessageNewest at: String!
      "Messages of others that the viewer has not read."
      unread: Int!
      muted: Boolean!
    }
    type MessageThreadPage { rows: [MessageThread!]! next: String }
    type MessageFile { id: ID! fileName: String! contentType: String! size: Int! scan: String }
    type Message {
      id: ID! threadId: ID! number: Int! by: Colleague!
      "Markdown; null of one that was removed."
      text: String
      at: String! editedAt: String removedAt: String files: [MessageFile!]!
      "Until then the viewer, who wrote it, may change or remove it."
      editableUntil: String
      version: Int!
    }
    type MessagePage {
      rows: [Message!]!
      "Where older ones go on."
      next: String
    }
    type CaseConversation {
      application: MessageCase! newest: MessageNewest!
      "Comments of others that the viewer has not read."
      unread: Int!
    }
    type CaseConversationPage { conversations: [CaseConversation!]! next: String }
    extend type Query {
      "The viewer's threads with colleagues, the newest first, at most 100 a page."
      messageThreads(first: Int = 30, after: String, unread: Boolean = false): MessageThreadPage!
      messageThread(id: ID!): MessageThread
      "What was written in a thread, the newest first, at most 100 a page."
      messages(threadId: ID!, first: Int = 30, after: String): MessagePage!
      "In how many threads there is something unread; counted up to 100."
      messageCount: Int!
      "Colleagues to whom the viewer may write, by name."
      messageColleagues(search: String = "", applicationId: ID): [Colleague!]!
      "Conversations with clients about applications, which are their external comments."
      messageCases(first: Int = 30, before: String): CaseConversationPage!
    }`,
  fields: {
    'Query.messageThreads': gate,
    'Query.messageThread': gate,
    'Query.messages': gate,
    'Query.messageCount': gate,
    'Query.messageColleagues': gate,
    'Query.messageCases': inOrganization(),
  },
} satisfies GraphqlSpec;

const sized = (first: number | null | undefined, upTo = most): number => {
  const limit = first ?? usual;
  if (limit < 1 || limit > upTo)
    throw badQuery([{ pointer: '?first', code: 'out-of-range', detail: `A page has 1 to ${upTo} rows.` }]);
  return limit;
};

const badPlace = () =>
  badQuery([{ pointer: '?after', code: 'bad-place', detail: 'Give what the page before says under `next`.' }]);

type Reads = Pick<Services, 'threads' | 'reading' | 'colleagues' | 'conversations'>;

export function resolvers({ threads, reading, colleagues, conversations }: Reads): FieldResolvers {
  const list: FieldResolver<{ first?: number | null; after?: string | null; unread?: boolean | null }> = async (
    _parent,
    { first, after, unread },
    access,
  ) => {
    const limit = sized(first);
    const [sort = '', id = ''] = after?.split(' ') ?? [];
    if (after && (!isId(id) || Number.isNaN(Date.parse(sort)))) throw badPlace();
    const page = { limit, after: after ? { sort, id } : null };
    const found = await threads.list(access, page, { unread: unread ?? false });
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return { rows, next: found.length > limit && last ? `${last.at} ${last.id}` : null };
  };
  const messages: FieldResolver<{ threadId: string; first?: number | null; after?: string | null }> = async (
    _parent,
    { threadId, first, after },
    access,
  ) => {
    const limit = sized(first);
    if (after && !/^[1-9]\d{0,8}$/.test(after)) throw badPlace();
    const page = { limit, after: after ? { sort: after, id: '' } : null };
    const found = await reading.list(access, threadId, page);
    const rows = found.slice(0, limit);
    return { rows, next: found.length > limit ? String(rows.at(-1)?.number) : null };
  };
  const one: FieldResolver<{ id: string }> = (_parent, { id }, access) => threads.one(access, id);
  const who: FieldResolver<{ search?: string | null; applicationId?: string | null }> = (
    _parent,
    { search, applicationId },
    access,
  ) => colleagues.list(access, { search: search ?? '', applicationId: applicationId ?? null });
  const cases: FieldResolver<{ first?: number | null; before?: string | null }> = (
    _parent,
    { first, before },
    access,
  ) => conversations.page(access, { limit: sized(first, 50), before: before ?? null });
  return {
    'Query.messageThreads': list,
    'Query.messageThread': one,
    'Query.messages': messages,
    'Query.messageCount': (_parent, _args, access) => threads.count(access),
    'Query.messageColleagues': who,
    'Query.messageCases': cases,
  };
}
