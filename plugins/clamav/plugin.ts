import { contributions, definePlugin, Sockets, Type } from '@dossier/sdk';
import { fileScanners } from '@dossier/core/platform/files/contract';
import { answers, clamdScanner } from './scanner.ts';

/** Milliseconds for an answer to PING, which clamd gives at once. */
const AT_ONCE = 1_000;

export default definePlugin({
  id: 'clamav',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { sockets: Sockets },
  extends: [contributions(fileScanners, 'clamav')],
  config: Type.Object({
    url: Type.Optional(
      Type.String({
        pattern: '^tcp://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?$',
        description:
          'Where clamd listens: tcp://host, or tcp://host:port for another port than 3310. Default: none; files are not scanned.',
      }),
    ),
    timeout: Type.Integer({
      default: 60_000,
      minimum: 100,
      maximum: 110_000,
      description: 'Milliseconds in which clamd has to be reached, and that it may take to scan one file.',
    }),
  }),
  setup({ sockets }, plugin) {
    const { url, timeout } = plugin.config;
    // Without one nothing is contributed, so files are as they would be without this plugin.
    if (url === undefined) return;
    const { hostname, port } = new URL(url);
    const clamd = { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port === '' ? 3310 : port), timeout };
    plugin.contribute(fileScanners, 'clamav', { open: 'to members' }, clamdScanner(sockets, clamd));
    plugin.health('clamd', async () => ((await answers(sockets, { ...clamd, timeout: AT_ONCE })) ? 'up' : 'degraded'));
  },
});
