/** What is written wrongly is refused before anything is opened: nothing of an installation is here. */
import { t } from '@dossier/core/testing/t';
import { loadConfiguration } from '@dossier/config';
import { run } from '../../commands/run.ts';

const configuration = loadConfiguration({ env: {}, plugins: [] });

const wrong: Readonly<Record<string, readonly (readonly string[])[]>> = {
  start: [['--bogus'], ['again']],
  build: [['--bogus']],
  plan: [['--bogus'], ['--json', '--bogus'], ['json']],
  audit: [[], ['seal'], ['verify', '0192f000-0000-7000-8000-000000000000', '--bogus']],
  keys: [[], ['turn'], ['rotate', '--bogus']],
  failed: [
    ['--bogus'],
    ['nonsense'],
    ['again'],
    ['again', 'all', '--bogus'],
    ['again', 'some'],
    ['again', 'all', '0192f000-0000-7000-8000-000000000000'],
  ],
};

for (const [name, all] of Object.entries(wrong))
  t.test(`${name} is refused, with the usage`, async (t) => {
    for (const args of all) {
      const told = t.capture(console, 'error');
      t.equal(
        await run(name, {
          loaded: [],
          notLoaded: new Map(),
          configuration,
          code: { from: 'sources', said: '', plugins: {} },
          args,
        }),
        2,
        args.join(' '),
      );
      t.match(
        told().map(({ args: [line] }) => line),
        [new RegExp(`^Write: dossier ${name}`)],
      );
    }
  });
