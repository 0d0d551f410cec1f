import { graphDocument } from '@dossier/sdk/web';
import type { Comment, CommentRevision, Named } from '../contract.ts';

/** A page of the conversation about an application, and what the reader may do in it. */
export interface ConversationPage {
  readonly rows: readonly Comment[];
  readonly next: string | null;
  readonly may: readonly string[];
  /** For staff the applicants, each with whether they can read it here. */
  readonly clients: readonly { readonly name: string; readonly reads: boolean }[];
}

/** A whole conversation, and how much of it the reader has not read. */
export interface Conversation extends Omit<ConversationPage, 'next'> {
  readonly unread: number;
}

export const commentsQuery = graphDocument<
  { comments: ConversationPage; commentCount: { readonly unread: number } },
  { readonly applicationId: string; readonly after: string | null }
>(`query Comments($applicationId: ID!, $after: String) {
  comments(applicationId: $applicationId, first: 50, after: $after) {
    rows {
      id applicationId kind text by { kind id name } replyTo at editedAt removedAt version editableUntil mayShare
      mentions { id name } files { id fileName contentType size scan } readBy { name at }
    }
    next may clients { name reads }
  }
  commentCount(applicationId: $applicationId) { unread }
}`);

export const historyQuery = graphDocument<{ commentHistory: readonly CommentRevision[] }, { readonly id: string }>(
  'query CommentHistory($id: ID!) { commentHistory(commentId: $id) { version kind text at by { kind id name } } }',
);

export const mentionableQuery = graphDocument<
  { mentionable: readonly Named[] },
  { readonly applicationId: string; readonly kind: string }
>(
  'query Mentionable($applicationId: ID!, $kind: String) { mentionable(applicationId: $applicationId, kind: $kind) { id name } }',
);
