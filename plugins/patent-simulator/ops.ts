import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@dossier/sdk';
import { Accounts } from './service/accounts.ts';
import type { Account } from './service/accounts.ts';
import { control as controlOf } from './service/control.ts';
import type { Control } from './service/control.ts';
import { controlByHttp } from './service/control-http.ts';
import { bare, pause, send, spoiled, written } from './service/deliver.ts';
import type { Delivery } from './service/deliver.ts';
import { admit, refusal, throttling } from './service/gate.ts';
import { CallLog } from './service/log.ts';
import type { LoggedCall } from './service/log.ts';
import { pageOf } from './service/page-faults.ts';
import { belowVersion, decoded, read } from './service/read.ts';
import { fault, invalidClient, noResults, page } from './service/reply.ts';
import { route, serviceOf } from './service/routes.ts';
import { newSettings } from './service/settings.ts';
import type { Limits } from './service/settings.ts';

export interface OpsOptions {
  readonly clock?: Pick<Clock, 'time'>;
  readonly limits?: Partial<Limits>;
  readonly key?: string;
  readonly secret?: string;
  /** Whether `/control` is served; yes unless it is said. */
  readonly open?: boolean;
}
export interface Ops {
  readonly key: string;
  readonly secret: string;
  readonly control: Control;
  calls(): readonly LoggedCall[];
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** An Open Patent Services 3.2 in miniature, over documents that are made up. It speaks below any path. */
export function ops({
  clock = { time: Date.now },
  limits = {},
  key = 'simulated-key',
  secret = 'simulated-secret',
  open = true,
}: OpsOptions = {}): Ops {
  const settings = newSettings(limits);
  const accounts = new Accounts();
  accounts.add(key, secret);
  const log = new CallLog();
  const control = controlOf(settings, accounts, log, { now: () => clock.time(), limits });
  const calls = (): readonly LoggedCall[] => log.all();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const body = method === 'GET' ? '' : await read(request);
    const below = belowVersion(url);
    const note = (who: string | null, status: number, bytes: number): void =>
      log.add({ key: who, method, path: below ? url.slice(url.indexOf('/3.2/')) : url, status, bytes });
    if (!below) {
      if (!open || !/\/control\/?$/.test(url)) return send(response, written(page(404, 'Not Found'), false, settings));
      const said = controlByHttp(method, body, { control, settings, calls });
      return send(response, {
        status: said.status,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(said.body)),
      });
    }
    if (below.path === 'auth/accesstoken') {
      const token =
        method === 'POST' && body.includes('grant_type=client_credentials')
          ? accounts.token(request.headers.authorization, clock.time())
          : null;
      const said: Delivery = token
        ? {
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: Buffer.from(JSON.stringify(token.answer, null, 2)),
          }
        : bare(invalidClient());
      note(token?.key ?? null, said.status, 0);
      return send(response, said);
    }
    const admitted = admit(accounts, request.headers.authorization, clock.time());
    if ('reply' in admitted) {
      note(null, admitted.reply.status, 0);
      return send(response, bare(admitted.reply, admitted.headers));
    }
    const path = decoded(below.path.replace(/^rest-services\//, ''));
    const json = path?.endsWith('.json') ?? false;
    const plain = path?.replace(/\.json$/, '') ?? null;
    const service = serviceOf(plain ?? '');
    const refused = refusal(admitted, service, settings, clock.time());
    if (refused) {
      note(admitted.key, refused.reply.status, 0);
      return send(response, bare(refused.reply, refused.headers));
    }
    const accept = request.headers.accept ?? '';
    const asked =
      plain === null
        ? noResults()
        : route(
            {
              method,
              path: plain,
              query: below.query,
              accept,
              range: headerOf(request, 'x-ops-range'),
              contentType: request.headers['content-type'] ?? '',
              body,
            },
            settings,
          );
    const made =
      asked.is === 'picture' ? pageOf(asked.request, settings, new Date(clock.time())) : { reply: asked, delay: 0 };
    const good = made.reply ? written(made.reply, json || accept.includes('json'), settings) : null;
    const next = settings.next.shift();
    const sent = good && next ? spoiled(good, next) : good;
    // What is lost on its way was counted before.
    const bytes = (sent ?? good)?.body.length ?? 0;
    note(admitted.key, sent?.status ?? 0, bytes);
    const delivery = sent ? { ...sent, headers: { ...sent.headers, ...metered(admitted, bytes) } } : null;
    if (!sent) admitted.quota.add(bytes, clock.time());
    if (made.delay > 0 && !(await pause(made.delay, response))) return;
    send(response, delivery);
  }

  function metered(account: Account, bytes: number): Record<string, string> {
    const used = account.quota.add(bytes, clock.time());
    return {
      'x-api': 'ops-v3.2',
      'x-individualquotaperhour-used': String(used.hour),
      'x-registeredquotaperweek-used': String(used.week),
      ...throttling(account, settings, clock.time()),
    };
  }

  return {
    key,
    secret,
    control,
    calls,
    handle: (request, response) =>
      void answer(request, response).catch(() =>
        send(response, bare(fault(500, 'SERVER.DomainAccess', 'The request could not be processed'))),
      ),
  };
}

const headerOf = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
};
