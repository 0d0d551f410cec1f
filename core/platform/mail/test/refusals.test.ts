/** What a transport says of its refusal is kept, whatever it says. */
import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import { given, testPlatform } from '@dossier/core/testing';
import { Mail, mailTransports } from '../contract.ts';

const words = 'The server said \0 and \ud83d.';
let throws = false;
const rude = definePlugin({
  id: 'rude',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [mailTransports],
  setup: (_needs, plugin) =>
    plugin.contribute(
      mailTransports,
      'rude',
      { open: 'to members' },
      {
        async send() {
          if (throws) throw new Error(words);
          return { outcome: 'refused', reason: words };
        },
      },
    ),
});

t.test('a refusal whose words no database holds is a refusal, and so is a failure', async (t) => {
  const platform = await testPlatform({ plugins: [rude] });
  t.teardown(() => platform.stop());
  const { id: organization, access } = await given.organization(platform, 'acme');
  const mail = platform.service(Mail);
  const send = () =>
    mail.send(access, {
      to: { name: '', address: 'ann@acme.example' },
      from: 'Acme',
      subject: 'Hello',
      text: 'x',
      html: 'x',
      kind: 'test',
    });
  const fate = async (id: string) => (await mail.deliveries(organization, [id])).get(id);
  const refused = await send();
  await platform.settle();
  t.match(await fate(refused), { state: 'rejected', reason: 'The server said \ufffd and \ufffd.' });
  throws = true;
  const failed = await send();
  for (let hours = 0; hours < 13; hours += 1) {
    await platform.settle();
    platform.clock.advance(60 * 60_000);
  }
  t.match(await fate(failed), { state: 'failed', reason: 'The server said \ufffd and \ufffd.' });
});
