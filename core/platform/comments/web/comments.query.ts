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

export const commentsQuery = graphDocument<
  { comments: ConversationPage },
  { readonly applicationId: string; readonly after: string | null }
>(`query Comments($applicationId: ID!, $after: String) {
  comments(applicationId: $applicationId, first: 50, after: $after) {
    rows {
      id applicationId kind text by { kind id name } replyTo at editedAt removedAt version editableUntil mayShare
      mentions { id name } files { id fileName contentType size scan }
    }
    next may clients { name reads }
  }
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
