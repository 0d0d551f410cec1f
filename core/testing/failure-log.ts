import { pino } from 'pino';

/**
 * The log of a light test: silent, but for what a request failed of, since an answer 500 says nothing of it. Goes to
 * the standard error, where a runner shows it beside the test.
 */
export const failureLog = (
  print: (text: string) => void = (text) => void process.stderr.write(`${text}\n`),
): pino.Logger =>
  pino(
    { level: 'error' },
    {
      write(line: string) {
        const said = JSON.parse(line) as Readonly<Record<string, unknown>> & {
          readonly err?: { readonly stack?: string };
        };
        if (said['code'] !== 'internal' || !said.err) return;
        const where = [said['plugin'], said['route'] ?? said['field']].filter((part) => part !== undefined).join(' ');
        print(`# 500${where === '' ? '' : ` of ${where}`}: ${said.err.stack ?? ''}`);
      },
    },
  );
