import { event, extensionPoint, feature, hint, idText, momentText, orNull, permission, Type } from '@dossier/sdk';
import type { Reply, WorkspaceAccess } from '@dossier/sdk';

/** Bounds of a question; characters of a title are those of `place` and of the type and id of a record. */
export const mostOfAssistant = { question: 8_000, selection: 8_000, title: 200, records: 5, turns: 100 } as const;

export const assistantFeature = feature('assistant', {
  title: 'Assistant',
  description: [
    'People ask a language model about what is open. It reads what they may read, and changes nothing.',
    'Without a model, which is set up among the integrations, it says so.',
  ].join(' '),
  initially: 'on',
});
export const useAssistant = permission('assistant.use', {
  title: 'Ask the assistant',
  feature: assistantFeature,
});

/** A record that a question is about, by the type of its contribution to {@link assistantRecords}. */
export const RecordNamed = Type.Object(
  {
    type: Type.String({ minLength: 1, maxLength: mostOfAssistant.title, description: 'application' }),
    id: Type.String({
      minLength: 1,
      maxLength: mostOfAssistant.title,
      description: 'A UUID; of what comes with a plugin its key.',
    }),
  },
  { additionalProperties: false },
);
export type RecordNamed = Reply<typeof RecordNamed>;

/** Words that somebody has marked on a page, and where: "claim 3". */
export const Selection = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: mostOfAssistant.selection }),
    place: Type.String({ minLength: 1, maxLength: mostOfAssistant.title }),
  },
  { additionalProperties: false },
);
export type Selection = Reply<typeof Selection>;

export const turnStates = ['writing', 'done', 'stopped', 'failed'] as const;
export type TurnState = (typeof turnStates)[number];

/** A fault of a model, or of the way to it, in words. */
export const ModelFault = Type.Object(
  {
    code: Type.String({
      description: [
        'model-refused (the key), model-unknown, model-busy, model-slow, model-cut, model-long, model-unreadable,',
        'model-unreachable, model-blocked (its address), or model-failed.',
      ].join(' '),
    }),
    title: Type.String(),
    detail: Type.String(),
  },
  { title: 'ModelFault' },
);
export type ModelFault = Reply<typeof ModelFault>;

/** A question with its answer. */
export const Turn = Type.Object(
  {
    id: idText(),
    at: momentText(),
    text: Type.String({ description: 'The question.' }),
    about: Type.Array(
      Type.Object({ ...RecordNamed.properties, title: Type.String({ description: 'As people call it.' }) }),
    ),
    selection: orNull(Selection),
    model: Type.String(),
    state: Type.Enum(turnStates, {
      description:
        'writing: no end is here yet. stopped: it was asked to stop, or nobody waited any more. failed: see fault.',
    }),
    answer: Type.String({ description: 'Markdown, as far as it came; empty while it is written.' }),
    fault: orNull(ModelFault),
    withheld: Type.Boolean({
      description: 'It is about a record that you may not read any more: question and answer are kept back.',
    }),
  },
  { title: 'AssistantTurn' },
);
export type Turn = Reply<typeof Turn>;

/** A person's questions and answers in a workspace, and how it stands with the model. */
export const Conversation = Type.Object(
  {
    model: orNull(Type.String({ description: 'The model that is asked; null where none is connected.' })),
    maySetUp: Type.Boolean({ description: 'You may connect a model.' }),
    askWhom: Type.Array(Type.String(), { description: 'Who may connect one, by name; empty where one is connected.' }),
    turns: Type.Array(Turn, { description: 'The oldest first; the newest 100 are kept.' }),
  },
  { title: 'AssistantConversation' },
);
export type Conversation = Reply<typeof Conversation>;

/** A line of an answer as it comes. The last one is `done` or `fault`, unless the connection ends before. */
export const AnswerLine = Type.Union(
  [
    Type.Object({ type: Type.Literal('delta'), text: Type.String() }),
    Type.Object({ type: Type.Literal('done'), turn: Turn }),
    Type.Object({ type: Type.Literal('fault'), fault: ModelFault, turn: Turn }),
  ],
  { title: 'AssistantAnswerLine' },
);
export type AnswerLine = Reply<typeof AnswerLine>;

/** The messages that the model was given for an answer. */
export const Sent = Type.Object(
  {
    model: Type.String(),
    at: momentText(),
    digest: Type.String({ description: 'SHA-256 of the messages as JSON, in hexadecimal; it stands in the trail.' }),
    messages: Type.Array(
      Type.Object({ role: Type.Enum(['system', 'user', 'assistant'] as const), content: Type.String() }),
    ),
  },
  { title: 'AssistantSent' },
);
export type Sent = Reply<typeof Sent>;

/** A piece of a record, to be read by the model as data. */
export interface Passage {
  /** Unique in its record and the same each time: `answers`, `comment/0190…`. */
  readonly key: string;
  /** Its place in words: "Comment of Omar Haddad". May hold what others wrote. */
  readonly place: string;
  readonly text: string;
}

/**
 * A type of record that can be asked about; the id of a contribution is the type. It is given an Access of who asks,
 * for what is sent one of an assistant of theirs, and reads with that alone.
 */
export interface AssistantRecord {
  /** Titles of those that this Access reads at its workspace; those that are unknown to it are left out. */
  titles(access: WorkspaceAccess, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Passages of one of them, the most telling first; null where it is unknown to this Access. */
  read(access: WorkspaceAccess, id: string): Promise<readonly Passage[] | null>;
}
export const assistantRecords = extensionPoint<AssistantRecord>('assistant/record@1');

/** A question was asked. The digest is of all that was sent, and can be compared with what its asker is shown. */
export const assistantAsked = event('assistant/asked@1', {
  says: '{actor} asked the assistant[ about {subject}].',
  title: 'The assistant was asked',
  schema: Type.Object({
    messageId: Type.String(),
    about: Type.Array(Type.Object({ type: Type.String(), id: Type.String() })),
    model: Type.String(),
    digest: Type.String(),
  }),
});
/** A conversation was deleted by whose it was. */
export const conversationDeleted = event('assistant/conversation-deleted@1', {
  says: '{actor} deleted their conversation with the assistant.',
  title: 'A conversation with the assistant was deleted',
  schema: Type.Object({ turns: Type.Integer() }),
});
/** A conversation has changed: windows of the same person read it again. */
export const conversationChanged = hint('assistant/conversation@1', {
  title: 'A conversation with the assistant has changed',
  topic: 'assistant/conversation',
  schema: Type.Object({ workspaceId: Type.String() }),
  every: 0,
});
