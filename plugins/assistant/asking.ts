/** A question on its way to the model and back. */
import { PassThrough } from 'node:stream';
import { conflict, invalid, isVisible, newId, notFound } from '@dossier/sdk';
import type { AccessControl, Assistant, Clock, Contributions, Database, Fault, WorkspaceAccess } from '@dossier/sdk';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { AnswerLine, AssistantRecord, RecordNamed, Selection, Sent } from './contract.ts';
import { turnOf } from './conversation.ts';
import { faultOf, ModelFailure } from './model/failure.ts';
import type { Model } from './model/model.ts';
import type { Models } from './model/models.ts';
import { digestOf, messagesFor, passageKeys } from './prompt.ts';
import type { Earlier, RecordRead } from './prompt.ts';
import { readRecords } from './reading.ts';
import type { Ended, NewTurn, TurnRow, Turns } from './turns.ts';

/** Milliseconds after which an empty line says that the answer is still awaited: a proxy may be impatient. */
const BEAT = 15_000;

export interface Question {
  readonly text: string;
  readonly about: readonly RecordNamed[];
  readonly selection: Selection | null;
}

export interface Asking {
  /**
   * Lines of JSON as they come. The question is kept, and in the trail, before anything is sent; the answer is kept as
   * far as it came. Throws 422 for a question that says nothing, 409 `no-model`, and 404 for a record that the person
   * who asks does not know.
   */
  ask(access: WorkspaceAccess, question: Question, gone: AbortSignal): Promise<PassThrough>;
  /** Ends all answers on their way, and waits until they are kept. */
  stop(): Promise<void>;
}

interface Deps {
  readonly database: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wait'>;
  readonly control: Pick<AccessControl, 'assistant'>;
  readonly records: Pick<Contributions<AssistantRecord>, 'get'>;
  readonly tenancy: Pick<Tenancy, 'organization'>;
  readonly models: Models;
  readonly turns: Turns;
  readonly tell: {
    /** Notes the question in the trail, in the open transaction. */
    readonly asked: (access: WorkspaceAccess, turn: NewTurn) => void;
    readonly changed: (access: WorkspaceAccess) => void;
    readonly notKept: (error: unknown) => void;
  };
}

/** Faults of a question beyond its schema. */
export const questionFaults = (text: string | undefined): readonly Fault[] =>
  text === undefined || isVisible(text)
    ? []
    : [{ pointer: '/text', code: 'missing', detail: 'Write what you want to know.' }];

export function asking({ database, clock, control, records, tenancy, models, turns, tell }: Deps): Asking {
  const running = new Set<Promise<void>>();
  const stopped = new AbortController();

  const beat = async (body: PassThrough, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await clock.wait(BEAT, signal);
      if (!signal.aborted) body.write('\n');
    }
  };

  /** Writes the answer line by line, to its end, whatever that is; it never rejects. */
  const write = async ({ access, assistant, model, turn }: Call, body: PassThrough): Promise<void> => {
    const line = (one: AnswerLine): void => void body.write(`${JSON.stringify(one)}\n`);
    void beat(body, assistant.signal);
    try {
      const ended = await answered(model, turn.sent, assistant.signal, (text) => line({ type: 'delta', text }));
      const row = await turns.end(access, turn.id, ended);
      if (row && ended.fault) line({ type: 'fault', fault: ended.fault, turn: turnOf(row) });
      else if (row) line({ type: 'done', turn: turnOf(row) });
      tell.changed(access);
    } catch (error) {
      tell.notKept(error);
    } finally {
      assistant.end();
      body.end();
    }
  };

  return {
    async ask(access, { text, about, selection }, gone) {
      const faults = questionFaults(text);
      if (faults.length > 0) throw invalid(faults);
      const model = await models.of(access.organization);
      if (model === null)
        throw conflict(
          'no-model',
          'No model is connected. An administrator connects one under Settings, Integrations.',
        );
      const assistant = control.assistant(access, {
        readOnly: true,
        signal: AbortSignal.any([gone, stopped.signal]),
      });
      try {
        const reader = await assistant.atWorkspace(access.workspace);
        if (!reader) throw notFound();
        const read = await readRecords(records, reader, about);
        const organization = (await tenancy.organization(access.organization))?.name ?? '';
        const earlier = earlierOf(await turns.list(access), read);
        const sent = messagesFor({ organization, records: read, selection, earlier, question: text });
        const turn: NewTurn = {
          ...{ id: newId(), question: text, selection, sent, digest: digestOf(sent), model: model.name },
          about: read.map(({ type, id, title }) => ({ type, id, title })),
          passages: passageKeys(read),
        };
        await database.write(access, async (tx) => {
          await turns.begin(tx, access, turn);
          tell.asked(access, turn);
        });
        const body = new PassThrough();
        const work = write({ access, assistant, model, turn }, body);
        running.add(work);
        void work.finally(() => running.delete(work));
        return body;
      } catch (error) {
        assistant.end();
        throw error;
      }
    },

    async stop() {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

interface Call {
  readonly access: WorkspaceAccess;
  readonly assistant: Assistant;
  readonly model: Model;
  readonly turn: NewTurn;
}

/** The end of an answer, whose pieces are handed on as they come. */
async function answered(
  model: Model,
  sent: Sent['messages'],
  signal: AbortSignal,
  hear: (piece: string) => void,
): Promise<Ended> {
  let answer = '';
  try {
    for await (const piece of model.answer(sent, signal)) {
      answer += piece;
      hear(piece);
    }
    return { state: signal.aborted ? 'stopped' : 'done', answer, fault: null };
  } catch (error) {
    const failure = error instanceof ModelFailure ? error : new ModelFailure('model-failed', { cause: error });
    return { state: 'failed', answer, fault: faultOf(failure) };
  }
}

/**
 * Questions before that go along: those whose answers rest on nothing but what is read now. An answer about another
 * record, or from a comment that is not theirs to read any more, stays out.
 */
function earlierOf(rows: readonly TurnRow[], records: readonly RecordRead[]): readonly Earlier[] {
  const keys = new Set(passageKeys(records));
  return rows
    .filter(({ answer, passages }) => answer !== '' && passages.every((key) => keys.has(key)))
    .map(({ question, answer }) => ({ question, answer }));
}
