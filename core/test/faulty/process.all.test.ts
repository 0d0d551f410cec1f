import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { t } from '@dossier/core/testing/t';
import { written } from './cases.ts';

type Line = Readonly<Record<string, unknown>>;

/** Has a process of its own load the case and ask these paths; gives what it logged, and its exit code. */
async function tried(
  name: string,
  ...paths: readonly string[]
): Promise<{ code: number | null; lines: readonly Line[] }> {
  const cases = written([name]);
  try {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('./child.ts', import.meta.url)), cases.urls[0]!, ...paths],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let text = '';
    child.stdout.on('data', (part: Buffer) => (text += part.toString()));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    const lines = text.split('\n').filter((line) => line.startsWith('{'));
    return { code, lines: lines.map((line) => JSON.parse(line) as Line) };
  } finally {
    cases.remove();
  }
}

t.test(
  'a promise that rejects and a timer that throws are logged with plugin and route; the second ends the process',
  async (t) => {
    const { code, lines } = await tried(
      'timer-throws-and-promise-rejects',
      '/timer-throws-and-promise-rejects-rejects',
      '/timer-throws-and-promise-rejects',
    );
    t.equal(code, 1);
    const plugin = 'timer-throws-and-promise-rejects';
    t.match(lines, [
      { plugin, route: `GET /${plugin}-rejects`, level: 50, err: { stack: /nobody awaits\n +at / } },
      { plugin, route: `GET /${plugin}`, level: 60, err: { stack: /thrown in a timer\n +at / } },
    ]);
  },
);

t.test('who does not let go of the event loop is named while it stands still, after an await too', async (t) => {
  const { code, lines } = await tried('handler-loops', '/handler-loops');
  t.equal(code, 0);
  t.match(lines, [
    {
      plugin: 'handler-loops',
      route: 'GET /handler-loops',
      msg: /^The event loop stands still for a second in code of the plugin handler-loops/,
      stack: [/handler-loops\.ts/],
    },
  ]);
});

t.test('who ends the process is named', async (t) => {
  t.match(await tried('handler-exits-process', '/handler-exits-process'), {
    code: 7,
    lines: [{ plugin: 'handler-exits-process', route: 'GET /handler-exits-process', code: 7 }],
  });
  t.match(await tried('setup-exits-process'), { code: 7, lines: [{ plugin: 'setup-exits-process', doing: 'setup' }] });
});
