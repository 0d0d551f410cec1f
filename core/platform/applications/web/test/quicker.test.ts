import { t } from '@dossier/core/testing/t';
import { ProblemError } from '@dossier/sdk/web';
import { entriesOf, overtaken } from '../case/quicker.ts';

const entry = (id: string, name: string) => ({
  id,
  type: 'applications/assigned@1',
  at: new Date().toISOString(),
  actor: { kind: 'user', id: name, name },
  sentence: [
    { text: name, is: 'actor', record: null },
    { text: ' assigned the application to ', is: 'text', record: null },
    { text: 'Otto Officer', is: 'record', record: null },
    { text: '.', is: 'text', record: null },
  ],
});
const stale = new ProblemError({ status: 412, code: 'stale', title: 'Changed meanwhile', detail: '', errors: [] });

/** An application with this trail, and with what else is known of it. */
const hostWith = (audit: readonly unknown[], application: unknown = null) => ({
  // Answers are of the types that the queries name.
  query: async <T>(): Promise<T> => ({ audit, application }) as T,
});

t.test('a change that the trail does not show yet is not mixed up with an older one', async (t) => {
  const seen = await entriesOf(hostWith([entry('1', 'Ada Admin')]), 'a');
  const told = async (...audit: readonly unknown[]): Promise<string | undefined> =>
    (await overtaken(hostWith(audit), { id: 'a', me: 'Otto Officer', seen }, stale))?.text;
  t.equal(await told(entry('1', 'Ada Admin')), 'Somebody changed this application after you opened it.');
  t.equal(
    await told(entry('1', 'Ada Admin'), entry('2', 'Clara Clerk'), entry('3', 'Otto Officer')),
    'Clara Clerk assigned the application to Otto Officer, just now.',
  );
});

t.test('who is late because of a decision learns who decided', async (t) => {
  const host = hostWith([], {
    status: 'Rejected',
    decidedAt: new Date().toISOString(),
    decision: { by: { kind: 'user', id: 'ada', name: 'Ada Admin' }, reason: null },
  });
  t.strictSame(await overtaken(host, { id: 'a', me: 'otto', seen: new Set() }, stale), {
    title: 'Somebody was quicker',
    text: 'Ada Admin rejected this application just now.',
  });
});
