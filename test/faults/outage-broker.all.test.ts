/** The external MQTT broker dies while a third party submits. */
import mqtt from 'mqtt';
import type { MqttClient } from 'mqtt';
import { t } from '@dossier/core/testing/t';
import type { Json } from '../../core/testing/index.ts';
import { eventually, stopwatch } from '../../core/testing/waiting.ts';
import { demoData } from '../servers/demo-data.ts';
import { startDossier, tokenOf } from '../servers/dossier.ts';
import type { Demo } from '../servers/dossier.ts';
import { startMosquitto } from '../servers/mosquitto.ts';
import { stored, submitter } from './submissions.ts';
import { chance } from './support.ts';

const mosquitto = await startMosquitto();
t.teardown(() => mosquitto?.stop());

/** A browser of the officer, which hears the staff list from its node. */
async function browser(demo: Demo, heard: (message: Json) => void): Promise<MqttClient> {
  const answer = await fetch(`${demo.baseUrl}/rt/ticket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(demo, 'officer')}` },
  });
  const { ticket, clientId }: Json = await answer.json();
  const client = await mqtt.connectAsync(`${demo.baseUrl.replace(/^http/, 'ws')}/rt`, {
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 0,
    username: 'jwt',
    clientId,
    password: ticket,
  });
  client.on('message', (_topic, payload) => heard(JSON.parse(payload.toString('utf8'))));
  await client.subscribeAsync(`dossier/1/o/${demo.organization.id}/w/${demo.staffWorkspaceId}/s/application`, {
    qos: 0,
  });
  return client;
}

t.test(
  'submissions succeed while the broker is dead, and every event is heard exactly once',
  { skip: mosquitto === null },
  async (t) => {
    const luck = chance();
    t.comment(`seed ${luck.seed}`);
    const dossier = await startDossier({ MQTT_URL: mosquitto!.url, DATA_DIR: await demoData() });
    t.teardown(() => dossier.remove());
    const partner = submitter(dossier, { chance: luck, outsideTemplate: dossier.demo.samples.clean.templateId });
    const acknowledged = (): number => partner.sent.filter(({ id }) => id !== null).length;

    /** How often each event was delivered, by its id. */
    const told = new Map<string, number>();
    const client = await browser(dossier.demo, (message) => {
      for (const id of message.data?.events ?? [message.id]) told.set(id, (told.get(id) ?? 0) + 1);
    });
    t.teardown(() => client.endAsync(true));

    const load = partner.many(4);
    for (let round = 0; round < 2; round++) {
      const before = acknowledged();
      await eventually('some are acknowledged', () => acknowledged() >= before + luck.between(5, 15));
      await mosquitto!.kill9();
      const then = acknowledged();
      await eventually('more are acknowledged without a broker', () => acknowledged() >= then + 10);
      await mosquitto!.start();
    }
    await load.enough();
    const refusals = partner.sent.flatMap((one) => one.refusals);
    t.same(refusals, [], 'no submission was refused');
    t.equal((await stored(dossier.demo)).length, partner.sent.length);

    const wanted = await events(
      dossier.demo,
      partner.sent.map(({ id }) => id!),
    );
    const since = stopwatch();
    const missing = (): string[] => wanted.filter((id) => !told.has(id));
    await eventually('every event was heard', missing, []);
    t.comment(
      `${partner.sent.length} submissions, ${wanted.length} events; the last was heard ${since()} after the last acknowledgement`,
    );
    // One more, by the broker that is back: a duplicate would have come before it.
    const last = await partner.one('clean');
    const [lastEvent] = await events(dossier.demo, [last.id!]);
    await eventually('the last one was heard', () => told.has(lastEvent!));
    t.same(
      [...told].filter(([, times]) => times !== 1),
      [],
      'none was heard twice',
    );
    await dossier.stop();
  },
);

/** Ids of the events of these applications that concern the staff list, read from the audit trail. */
async function events(demo: Demo, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const id of ids) {
    const answer = await fetch(`${demo.baseUrl}/api/v1/applications/${id}/audit`, {
      headers: { authorization: `Bearer ${tokenOf(demo, 'officer')}` },
    });
    const entries: Json = await answer.json();
    found.push(
      ...entries
        .filter(({ type }: Json) => /^applications\/(submitted|changed|assigned)@/.test(type))
        .map((entry: Json) => entry.id),
    );
  }
  return found;
}
