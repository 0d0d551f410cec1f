import { badQuery, ofSubject } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { readOwnApplications } from '../applications/contract.ts';
import { commentsFeature, readComments } from './contract.ts';
import type { Comment, CommentKind } from './contract.ts';
import type { Conversation, Reading } from './reading.ts';

/** Comments on a page: with all that is said of each, more than about 90 cost more than a query may. */
const most = 100;
const usual = 50;
const reads = { feature: commentsFeature, anyOf: [readComments, readOwnApplications], in: 'query' } as const;

export const graphql = {
  sdl: `
    type CommentNamed { id: ID! name: String! }
    type CommentFile {
      id: ID! fileName: String! contentType: String! size: Int!
      "How it stands with virus scanners: pending, clean, infected, failed; null where there are none."
      scan: String
    }
    type CommentRead {
      "Null for clients: somebody of the staff."
      name: String
      "Null where they have read later ones since."
      at: String
    }
    type CommentCount { all: Int! unread: Int! }
    type Comment {
      id: ID! applicationId: ID!
      "internal for staff alone, external for the client too."
      kind: String!
      "Markdown; null of one that was removed."
      text: String
      by: Actor!
      "The comment that it answers; null for readers who do not see that one."
      replyTo: ID
      at: String! editedAt: String removedAt: String version: Int! mentions: [CommentNamed!]! files: [CommentFile!]!
      "Until then the viewer, who wrote it, may change or remove it."
      editableUntil: String
      "Whether the viewer may show it to the client."
      mayShare: Boolean!
      "Who on the other side has read an external comment of this side."
      readBy: [CommentRead!]!
    }
    type CommentRevision { version: Int! kind: String! text: String! by: Actor! at: String! }
    type CommentClient {
      name: String!
      "Whether they are known here, and so can read what is for them."
      reads: Boolean!
    }
    type CommentPage {
      rows: [Comment!]!
      "Where the next page goes on."
      next: String
      "What the viewer may do: write internal or external ones, share internal ones with the client."
      may: [String!]!
      "The applicants; for staff."
      clients: [CommentClient!]!
    }
    extend type Query {
      "Comments on an application, oldest first, at most 100 a page; clients are given those that are for them."
      comments(applicationId: ID!, first: Int = 50, after: String): CommentPage!
      comment(id: ID!): Comment
      "How many the viewer sees of an application, and how many of others they have not read."
      commentCount(applicationId: ID!): CommentCount!
      "What a comment said in each of its versions, oldest first."
      commentHistory(commentId: ID!): [CommentRevision!]!
      "Whom the viewer may name in a comment of a kind."
      mentionable(applicationId: ID!, kind: String = "external"): [CommentNamed!]!
    }`,
  fields: {
    'Query.comments': ofSubject('application', { ...reads, name: 'applicationId' }),
    'Query.comment': ofSubject('comment', reads),
    'Query.commentCount': ofSubject('application', { ...reads, name: 'applicationId' }),
    'Query.commentHistory': ofSubject('comment', { ...reads, name: 'commentId' }),
    'Query.mentionable': ofSubject('application', { ...reads, name: 'applicationId' }),
    'CommentPage.may': 'inherit',
    'CommentPage.clients': 'inherit',
  },
} satisfies GraphqlSpec;

interface PageParent {
  /** Asked for once, whatever is wanted of it. */
  readonly conversation: () => Promise<Conversation>;
  readonly rows: readonly Comment[];
  readonly next: string | null;
}

export function resolvers(reading: Reading): FieldResolvers {
  const comments: FieldResolver<{ applicationId: string; first?: number | null; after?: string | null }> = async (
    _parent,
    { applicationId, first, after },
    access,
  ): Promise<PageParent> => {
    const limit = first ?? usual;
    if (limit < 1 || limit > most)
      throw badQuery([{ pointer: '?first', code: 'out-of-range', detail: `A page has 1 to ${most} comments.` }]);
    const found = await reading.list(access, applicationId, { limit, after: after ? { sort: '', id: after } : null });
    const rows = found.slice(0, limit);
    let about: Promise<Conversation> | undefined;
    return {
      conversation: () => (about ??= reading.conversation(access, applicationId)),
      rows,
      next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
    };
  };
  const about =
    <K extends keyof Conversation>(member: K): FieldResolver<Record<string, never>, PageParent> =>
    async ({ conversation }) =>
      (await conversation())[member];
  const comment: FieldResolver<{ id: string }> = (_parent, { id }, access) => reading.one(access, id);
  const count: FieldResolver<{ applicationId: string }> = (_parent, { applicationId }, access) =>
    reading.count(access, applicationId);
  const history: FieldResolver<{ commentId: string }> = (_parent, { commentId }, access) =>
    reading.history(access, commentId);
  const mentionable: FieldResolver<{ applicationId: string; kind?: string | null }> = (
    _parent,
    { applicationId, kind },
    access,
  ) => {
    if (kind !== 'internal' && kind !== 'external')
      throw badQuery([{ pointer: '?kind', code: 'unknown', detail: 'A comment is internal or external.' }]);
    return reading.mentionable(access, applicationId, kind satisfies CommentKind);
  };
  return {
    'Query.comments': comments,
    'Query.comment': comment,
    'Query.commentCount': count,
    'Query.commentHistory': history,
    'Query.mentionable': mentionable,
    'CommentPage.may': about('may'),
    'CommentPage.clients': about('clients'),
  };
}
