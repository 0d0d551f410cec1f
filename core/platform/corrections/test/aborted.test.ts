/** What fails on its way leaves nothing behind: the round is open, with all that the client has kept. */
import { t } from '@dossier/core/testing/t';
import { AccessControl, Clock, Database } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { Answers, Applications, CaseFlags } from '../../applications/contract.ts';
import { Documents } from '../../documents/contract.ts';
import { Templates } from '../../templates/contract.ts';
import { CaseClock, CaseStore } from '../../workflow/contract.ts';
import { answering } from '../answering.ts';
import { meeting } from '../meeting.ts';
import { reading as readingOf } from '../reading.ts';

const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers', '@dossier/bureau-simulator'] });
t.teardown(() => platform.stop());
const acme = await bank(platform);
const template = await acme.template(['DocumentCompletenessCheckHandler']);

/** Sends as the module does, with the power going at this part of it. */
const sendUntil = async (broken: 'flags' | 'clock' | 'event', correction: string): Promise<void> => {
  const goes = async (): Promise<never> => {
    throw new Error('The power went.');
  };
  const answers = platform.service(Answers);
  const database = platform.service(Database);
  const templates = platform.service(Templates);
  const documents = platform.service(Documents);
  const meet = meeting({ applications: platform.service(Applications), store: platform.service(CaseStore) });
  const service = answering({
    ...{ answers, database, templates, documents, meet, clock: platform.service(Clock) },
    flags: broken === 'flags' ? { set: goes, clear: goes } : platform.service(CaseFlags),
    caseClock: broken === 'clock' ? { start: goes, stop: goes } : platform.service(CaseClock),
    events: {
      asked: () => {},
      reminded: () => {},
      sent: () => {
        if (broken === 'event') throw new Error('The power went.');
      },
      takenBack: () => {},
    },
    reading: readingOf({ answers, database, templates, documents, meet }),
  });
  const { id, client } = { id: acme.client.id, client: 'Carl Client' };
  const control = platform.service(AccessControl);
  const access = await control.onBehalfOf({ kind: 'user', id, name: client }, acme.organization, acme.clientWorkspace);
  if (!access) throw new Error('The client is not a member.');
  await service.send(access, correction);
};

t.test('a correction whose sending fails half way is open as before, and is sent whole the next time', async (t) => {
  const id: string = (
    await acme.key.post(
      '/api/v1/applications',
      acme.record(template, { primary: acme.client.email, answers: { amount: 5, purpose: 'CAR' } }),
    )
  ).body.id;
  const dueAt = new Date(platform.clock.time() + 86_400_000).toISOString();
  const items = [{ field: 'amount', reason: 'The smallest loan is 1,000.' }];
  const { id: correction } = (await acme.officer.post(`/api/v1/applications/${id}/corrections`, { items, dueAt })).body;
  const at = `/api/v1/corrections/${correction}`;
  await acme.client.put(`${at}/answers`, { answers: { amount: 2_500 } });
  const seen = async (): Promise<Json> => {
    const { answers, waitingUntil, steps } = (await acme.officer.get(`/api/v1/applications/${id}`)).body;
    return { answers, waitingUntil, steps };
  };
  const before = await seen();
  t.match(before, { answers: { amount: 5 }, waitingUntil: dueAt });
  for (const part of ['clock', 'flags', 'event'] as const) {
    await t.rejects(sendUntil(part, correction), { message: 'The power went.' });
    t.strictSame(await seen(), before, `${part}: neither answers nor checks nor the clock have moved`);
    t.match((await acme.client.get(at)).body, {
      state: 'open',
      mayAnswer: true,
      answers: { amount: 2_500 },
      changes: [],
    });
  }
  t.match(await acme.client.post(`${at}/send`, {}), {
    status: 200,
    body: { state: 'sent', changes: [{ from: 5, to: 2_500 }] },
  });
  t.match(await seen(), { answers: { amount: 2_500 }, waitingUntil: null });
  const trail = (await acme.officer.get(`/api/v1/applications/${id}/audit`)).body;
  t.equal(trail.filter(({ type }: Json) => type === 'corrections/sent@1').length, 1);
});
