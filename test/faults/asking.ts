/** Requests to a process that may die meanwhile. */
import type { Json } from '../../core/testing/index.ts';
import type { Dossier } from '../servers/dossier.ts';

type Request = readonly [
  token: string,
  method: string,
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
];

/** Requests to paths of the API: `ask` gives the answer, `answered` its JSON, and throws unless the answer is 2xx. */
export function asking(dossier: Pick<Dossier, 'demo'>) {
  const ask = (...[token, method, path, body, headers = {}]: Request): Promise<Response> =>
    fetch(`${dossier.demo.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const answered = async (...request: Request): Promise<Json> => {
    const answer = await ask(...request);
    if (!answer.ok) throw new Error(`${request[1]} ${request[2]}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return { ask, answered };
}
