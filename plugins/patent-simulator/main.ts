/** `npm run patent-simulator`: serves until it is stopped. */
import { startOps } from './running.ts';

const port = process.env['PORT'] ?? '8086';
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) fail(`PORT is a number up to 65535, and not "${port}".`);
else
  try {
    welcome(await startOps({ port: Number(port) }));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    fail(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is taken. Choose another one: PORT=9000 npm run patent-simulator`
        : `Port ${port} cannot be used here (${String(error.code)}). Choose another one: PORT=9000 npm run patent-simulator`,
    );
  }

function welcome({ url, key, secret }: Awaited<ReturnType<typeof startOps>>): void {
  process.stdout.write(`The simulated Open Patent Services listen at ${url}

  Address          ${url}
  Consumer key     ${key}
  Consumer secret  ${secret}

Start the platform with PATENT_OFFICE_URL=${url}, then sign in as an administrator of a patent organization, open
Settings, Integrations, Patent office, and enter key and secret.

Try it:  curl -s -u ${key}:${secret} -d grant_type=client_credentials ${url}/3.2/auth/accesstoken
Faults:  curl -s -d '{"page":{"page":3,"how":"broken"}}' ${url}/control
Calls:   curl -s ${url}/control
Another port: PORT=9000 npm run patent-simulator
Ctrl-C stops it.
`);
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
