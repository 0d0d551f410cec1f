import mqtt from 'mqtt';
import type { MqttClient } from 'mqtt';
import type { Json } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { tokenOf } from '../servers/dossier.ts';
import type { Demo } from '../servers/dossier.ts';

/**
 * Open pages of the officer: each hears the staff list by the balancer, and connects anew when it is sent away, as the
 * page does.
 */
export interface Browsers {
  readonly connected: () => number;
  /** Number of times that one was sent away. */
  readonly sentAway: () => number;
  /** How many of them have heard this event. */
  heard(id: string): number;
  close(): Promise<void>;
}

export async function openBrowsers(demo: Demo, many: number): Promise<Browsers> {
  const clients = new Map<number, MqttClient>();
  let sentAway = 0;
  const told: ReadonlySet<string>[] = [];
  let over = false;
  const open = async (i: number, heard: Set<string>): Promise<void> => {
    const answer = await fetch(`${demo.baseUrl}/rt/ticket`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(demo, 'officer')}` },
    });
    const { ticket, clientId }: Json = await answer.json();
    const client = await mqtt.connectAsync(
      `${demo.baseUrl.replace(/^http/, 'ws')}/rt`,
      {
        protocolVersion: 4,
        clean: true,
        reconnectPeriod: 0,
        username: 'jwt',
        clientId,
        password: ticket,
      },
      // One that is closed before it is taken has failed, and is tried again.
      false,
    );
    client.on('message', (_topic, payload) => {
      const message: Json = JSON.parse(payload.toString('utf8'));
      for (const id of message.data?.events ?? [message.id]) heard.add(id);
    });
    client.once('close', () => {
      clients.delete(i);
      if (over) return;
      sentAway += 1;
      // Ticket and connection are tried again: the page does so too.
      void eventually(
        'a page that was sent away is connected',
        async () =>
          over ||
          (await open(i, heard).then(
            () => true,
            () => false,
          )),
      );
    });
    await client.subscribeAsync(`dossier/1/o/${demo.organization.id}/w/${demo.staffWorkspaceId}/s/application`, {
      qos: 0,
    });
    clients.set(i, client);
  };
  for (let i = 0; i < many; i++) {
    const heard = new Set<string>();
    told.push(heard);
    await open(i, heard);
  }
  return {
    connected: () => clients.size,
    sentAway: () => sentAway,
    heard: (id) => told.filter((one) => one.has(id)).length,
    async close() {
      over = true;
      await Promise.all([...clients.values()].map((client) => client.endAsync(true)));
    },
  };
}
