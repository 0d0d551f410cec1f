import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, WireFault } from './answer.ts';
import { badRequest, broken, unknownModel, wrongKey } from './faults.ts';
import { modelNames, scriptOf } from './models.ts';
import { asked as askedShape, bodyOf, jsonOf } from './request.ts';
import type { Asked } from './request.ts';
import { faultBodyOf, modelListOf } from './wire.ts';
import { sendBody, write } from './writing.ts';
import type { Pace } from './writing.ts';

/** A request as it came. */
export interface Call {
  readonly method: string;
  /** Path from `/v1` on, without a query. */
  readonly path: string;
  readonly authorization: string | null;
  readonly at: Date;
  /** Name of the model; null where none was read: the key was refused, the body was, or the models were listed. */
  readonly model: string | null;
  readonly messages: Asked['messages'];
  readonly stream: boolean;
  /** The body, parsed; undefined where nothing was read, or no JSON. */
  readonly body: unknown;
}

/** Key of a simulated service, and what a test or a demonstration adds to it. */
export interface ServiceOptions extends Partial<Pace> {
  readonly key: string;
  readonly note?: (call: Call) => void;
  /** An answer that goes before that of the model; none unless given. */
  readonly scripted?: () => Answer | undefined;
}

/** Chat completions over scripts. */
export interface Service {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Number of requests that have no whole answer yet. */
  writing(): number;
  /** Breaks off what is still being written. */
  breakOff(): void;
}

const path = (url: string): string => /\/v1(?:\/.*)?$/s.exec(url.split('?')[0] ?? '')?.[0] ?? '';

/** The wire of OpenAI's chat completions over the scripted models. It speaks below any path that ends with `/v1`. */
export function service({
  key,
  note = () => undefined,
  scripted = () => undefined,
  pause = async () => undefined,
  afterFirst = async () => undefined,
}: ServiceOptions): Service {
  const open = new Set<ServerResponse>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const refuse = (fault: WireFault): void => sendBody(response, fault.status, faultBodyOf(fault), fault.headers);
    const call: Call = {
      method,
      path: path(url),
      authorization: request.headers.authorization ?? null,
      at: new Date(),
      model: null,
      messages: [],
      stream: false,
      body: undefined,
    };
    const refused = refusalOf(call, key);
    if (refused !== null) {
      note(call);
      return refuse(refused);
    }
    if (call.path === '/v1/models') {
      note(call);
      return sendBody(response, 200, modelListOf(modelNames, secondsOf(call.at)));
    }
    const text = await bodyOf(request);
    const body = text === null ? undefined : jsonOf(text);
    if (!askedShape.fits(body)) {
      note({ ...call, body });
      return refuse(
        text === null
          ? badRequest('The request is larger than 2 MiB.', 413, 'request_too_large')
          : badRequest(
              body === undefined ? 'The body of your request is not JSON.' : askedShape.faults(body).join('; '),
            ),
      );
    }
    const { model, messages } = body;
    const stream = body.stream ?? false;
    note({ ...call, model, messages, stream, body });
    const made = scripted() ?? scriptOf(model)?.(messages);
    if (made === undefined) return refuse(unknownModel(model));
    const head = { id: `chatcmpl-${randomUUID()}`, created: secondsOf(call.at), model };
    await write(response, made, { head, stream, pace: { pause, afterFirst } });
  }

  return {
    handle(request, response) {
      open.add(response);
      // A client may go while something is written to it: that is nothing the process should end for.
      response.on('error', () => undefined);
      answer(request, response)
        .catch(() => sendBody(response, broken.status, faultBodyOf(broken)))
        .finally(() => open.delete(response));
    },
    writing: () => open.size,
    breakOff() {
      for (const response of open) response.destroy();
    },
  };
}

/** A fault of the address, the method or the key; null where all is well. */
function refusalOf({ method, path, authorization }: Call, key: string): WireFault | null {
  const wanted = { '/v1/chat/completions': 'POST', '/v1/models': 'GET' }[path];
  if (wanted === undefined) return badRequest(`Invalid URL (${method} ${path})`, 404);
  if (authorization !== `Bearer ${key}`) return wrongKey(authorization !== null);
  return method === wanted ? null : badRequest(`Not allowed to ${method} on ${path}.`, 405);
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1_000);
