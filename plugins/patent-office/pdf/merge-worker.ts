/** Looks through pages and merges them until it is ended. Started by thread.ts; pdf-lib is loaded here alone. */
import { parentPort } from 'node:worker_threads';
import { checkPage } from './check-page.ts';
import { Merge } from './merge.ts';
import type { Answer, Question } from './thread.ts';

let merge: Promise<Merge> | undefined;

async function answer(question: Question): Promise<Answer> {
  switch (question.kind) {
    case 'check':
      return { kind: 'checked', page: await checkPage(question.bytes) };
    case 'add':
      await (await (merge ??= Merge.begin())).add(question.bytes);
      return { kind: 'added' };
    case 'gap':
      await (await (merge ??= Merge.begin())).gap(question);
      return { kind: 'added' };
    case 'end': {
      const open = await (merge ??= Merge.begin());
      merge = undefined;
      return { kind: 'merged', ...(await open.end(question)) };
    }
  }
}

parentPort?.on('message', (question: Question) => {
  answer(question).then(
    (said) => parentPort?.postMessage(said),
    (error: unknown) => {
      merge = undefined;
      const why = error instanceof Error ? error.message : String(error);
      parentPort?.postMessage({ kind: 'failed', why } satisfies Answer);
    },
  );
});
