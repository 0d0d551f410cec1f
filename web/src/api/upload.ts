import { csrfHeader, exchange, unreachable } from './http.ts';
import { organizationHeader } from './organization.ts';

/** Names one upload. Not `randomUUID`: a page that came by plain http has none. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

interface Options {
  readonly once: string;
  readonly requirementKey?: string | null;
  /** Who may see it; unless given the server decides. */
  readonly audience?: 'staff' | 'client' | null;
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Sends one file as multipart. `onProgress` hears the sent share, 0 to 1; fetch cannot tell it, so this is
 * XMLHttpRequest. All tries of one upload carry the same `once`: the server keeps the file one time, also when only its
 * answer was lost.
 */
export const upload = async (path: string, file: File, o: Options): Promise<void> => {
  await exchange(path, () => sent(path, file, o));
};

const sent = (path: string, file: File, o: Options): Promise<{ readonly status: number; readonly json: unknown }> =>
  new Promise((resolve, reject) => {
    const form = new FormData();
    if (o.requirementKey) form.append('requirementKey', o.requirementKey);
    if (o.audience) form.append('audience', o.audience);
    form.append('file', file, file.name);
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'text';
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries({
      ...csrfHeader,
      ...organizationHeader(path),
      'idempotency-key': o.once,
    }))
      request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) o.onProgress(event.loaded / event.total);
    });
    request.addEventListener('error', () => reject(unreachable(undefined)));
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')));
    request.addEventListener('load', () => {
      let json: unknown;
      try {
        json = JSON.parse(request.responseText);
      } catch {
        /* not problem details; the status speaks */
      }
      resolve({ status: request.status, json });
    });
    o.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
