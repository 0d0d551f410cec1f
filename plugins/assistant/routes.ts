import { idText, inWorkspace, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { AnswerLine, Conversation, mostOfAssistant, RecordNamed, Selection, Sent, useAssistant } from './contract.ts';
import type { Conversations } from './conversation.ts';
import { questionFaults } from './asking.ts';
import type { Asking } from './asking.ts';

const base = '/api/v1/workspaces/:workspaceId/assistant';
const gate = inWorkspace({ permission: useAssistant, keys: 'forbidden' });
const params = Type.Object({ workspaceId: idText() });

/** Routes of one's own conversation: a request never says whose. */
export const routes = {
  ask: {
    method: 'POST',
    url: `${base}/messages`,
    resource: null,
    gate,
    params,
    body: Type.Object(
      {
        text: Type.String({ minLength: 1, maxLength: mostOfAssistant.question }),
        about: Type.Array(RecordNamed, { maxItems: mostOfAssistant.records }),
        selection: Type.Optional(Selection),
      },
      { additionalProperties: false },
    ),
    status: 200,
    reply: AnswerLine,
    media: ['application/jsonl'],
    summary: 'Ask the assistant about records that you may read; the answer comes as lines of JSON',
    description: [
      'Each line is an object with a `type`: `delta` with a piece of the `text`, in whole letters; at the end `done`',
      'with the `turn` as the conversation has it, or `fault` with the `fault` and the `turn`. An empty line says only',
      'that the answer is still awaited. Closing the connection stops the answer, and what came is kept. Nothing is',
      'changed by an answer.',
    ].join(' '),
    problems: {
      404: 'A record is unknown to you, or of a type that cannot be asked about',
      409: 'The organization has connected no model (`no-model`)',
    },
  },
  conversation: {
    method: 'GET',
    url: `${base}/conversation`,
    gate,
    params,
    reply: Conversation,
    summary: 'Your conversation with the assistant in this workspace, and how it stands with the model',
  },
  remove: {
    method: 'DELETE',
    url: `${base}/conversation`,
    resource: null,
    gate,
    params,
    summary: 'Delete your conversation with the assistant in this workspace',
  },
  sent: {
    method: 'GET',
    url: `${base}/messages/:messageId/sent`,
    gate,
    params: Type.Object({ ...params.properties, messageId: idText() }),
    reply: Sent,
    summary: 'Everything that the model was given for an answer to you',
  },
} satisfies Record<string, RouteSpec>;

export const handlers = (o: {
  readonly asking: Asking;
  readonly conversations: Conversations;
}): RouteHandlers<typeof routes> => ({
  async ask({ access, body: { text, about, selection = null }, signal }) {
    const lines = await o.asking.ask(access, { text, about, selection }, signal);
    return respond(lines, {
      // A proxy would gather an answer that is to be seen as it comes.
      headers: { 'content-type': 'application/jsonl; charset=utf-8', 'x-accel-buffering': 'no' },
    });
  },
  conversation: ({ access }) => o.conversations.read(access),
  remove: ({ access }) => o.conversations.remove(access),
  sent: ({ access, params: { messageId } }) => o.conversations.sent(access, messageId),
});

export const checks: RouteChecks<typeof routes> = {
  ask: async ({ body }) => questionFaults(body.text),
};
