import { Readable } from 'node:stream';
import { t } from '@dossier/core/testing/t';
import { testKernel } from '@dossier/core/testing';
import { probe, probePlugin, probing } from './probe.ts';

t.test('a person who may not write somewhere is refused before anything looks at what they sent', async (t) => {
  await using kernel = await testKernel({
    plugins: [probePlugin()],
    workspace: { on: [probing], grants: { ann: [probe], bob: [] } },
  });
  const send = (name: string, workspace: string) =>
    kernel.as(name).request({
      method: 'POST',
      url: `/probe/${workspace}`,
      headers: { 'content-type': 'application/json' },
      payload: '{"name": ',
    });
  t.match(await send('ann', kernel.workspace), { status: 400 });
  t.match(await send('bob', kernel.workspace), { status: 403, body: { code: 'forbidden' } });
  t.match(await send('ann', '0192f000-0000-7000-8000-000000000000'), { status: 404, body: { code: 'not-found' } });
});

t.test('rights that end while a body arrives have ended when it is there', async (t) => {
  await using kernel = await testKernel({
    plugins: [probePlugin()],
    workspace: { on: [probing], grants: { ann: [probe] } },
  });
  async function* slowly() {
    yield '{"name": "Mia", ';
    kernel.grant('ann', probe, false);
    yield '"size": 1, "kind": "A"}';
  }
  t.match(
    await kernel.as('ann').request({
      method: 'POST',
      url: `/probe/${kernel.workspace}`,
      headers: { 'content-type': 'application/json' },
      payload: Readable.from(slowly()),
    }),
    { status: 403, body: { code: 'forbidden' } },
  );
});
