import { t } from '@dossier/core/testing/t';
import { definePlugin, job, newId, Type } from '@dossier/sdk';
import { bank, testPlatform } from '../../testing/index.ts';
import { tellFailed } from '../../commands/failed.ts';
import { givenUpWork } from '../../commands/given-up.ts';

const fragile = job('fragile/work', { schema: Type.Object({ name: Type.String() }), retries: 1, backoff: 1 });

t.test('what was given up is listed, and jobs are tried again', async (t) => {
  let whole = false;
  const worked: string[] = [];
  let cause = async (): Promise<void> => undefined;
  const platform = await testPlatform({
    plugins: [
      definePlugin({
        id: 'fragile',
        version: '1.0.0',
        kernel: '^1.0.0',
        jobs: [fragile],
        setup(_needs, plugin) {
          plugin.work(fragile, async ({ payload }) => {
            if (!whole) throw new Error(`No ${payload.name}. The oven said \0 and \ud83d.`);
            worked.push(payload.name);
          });
          cause = async () => {
            const access = await plugin.asSystem(acme.organization);
            await platform.kernel.database.database.write(access, async () => {
              for (const name of ['water', 'bread']) await plugin.enqueue(fragile, access, { name });
            });
          };
        },
      }),
    ],
  });
  t.teardown(() => platform.stop());
  const acme = await bank(platform);
  const told = async (...args: readonly string[]): Promise<readonly [number, readonly string[]]> => {
    const lines: string[] = [];
    const work = givenUpWork(platform.kernel, [fragile], () => platform.clock.now());
    return [await tellFailed(work, args, (line) => lines.push(line)), lines];
  };
  t.same(await told(), [0, ['Nothing was given up.']]);
  await cause();
  for (let i = 0; i < 3; i++) {
    await platform.settle();
    platform.clock.advance(60_000);
  }
  const [code, lines] = await told();
  t.equal(code, 0);
  t.match(
    lines
      .filter((line) => line.includes('  job '))
      .toSorted((a, b) => a.localeCompare(b))
      .map((line) => line.replace(/^.*organization/, '')),
    Array(2).fill(/after 2 tries: No (water|bread)\. The oven said \ufffd and \ufffd\./),
  );
  const bread = /job (\S+) .*No bread/.exec(lines.join('\n'))![1]!;
  whole = true;
  const tried = (jobs: string, events = '0 events'): readonly string[] => [
    `${jobs} and ${events} are tried again. What fails once more stands under dossier failed.`,
  ];
  t.same(await told('again', bread), [0, tried('1 job')]);
  await platform.settle();
  t.same(worked, ['bread']);
  t.same(await told('again', bread), [1, tried('0 jobs')], 'once');
  t.same(await told('again', 'fragile/work'), [0, tried('1 job')], 'all of a kind');
  t.same(await told('again', 'all'), [0, tried('0 jobs')]);
  await platform.settle();
  t.same(worked, ['bread', 'water']);

  // As a subscription leaves it that failed at an event until its tries were used up, which takes it half a minute of
  // real time.
  await platform.kernel.database.asOwner((owner) =>
    owner.run(
      `insert into dead_event ("organizationId", id, consumer, "eventId", attempts, error, at)
    select "organizationId", $1, 'fragile/listener', id, 6, 'Nobody listens.', now() from event where "organizationId" = $2 order by seq limit 1`,
      [newId(), acme.organization],
    ),
  );
  t.match((await told())[1], [
    /event \S+ {2}\S+@1 for the subscription fragile\/listener .* after 6 tries: Nobody listens\./,
  ]);
  t.same(await told('again', 'all'), [0, tried('0 jobs', '1 event')], 'what kind of work it is, nobody has to know');
  t.match((await told())[1], [/is tried again, after 6 tries: Nobody listens\./]);
  t.same(await told('again', 'fragile/listener'), [0, tried('0 jobs')], 'once');
  t.match(await told('again', 'fragile/nobody'), [
    1,
    [/no job or subscription "fragile\/nobody"\. Known are .*fragile\/listener, fragile\/work/],
  ]);
});
