import type { UploadOptions } from '@dossier/sdk/web';
import { csrfHeader, exchange, unreachable } from './http.ts';
import { organizationHeader } from './organization.ts';

/**
 * Sends one file as multipart, and gives what it was answered with. `onProgress` hears the sent share, 0 to 1; fetch
 * cannot tell it, so this is XMLHttpRequest. All tries of one upload carry the same `once`.
 */
export const upload = async <Result = unknown>(path: string, file: File, o: UploadOptions): Promise<Result> =>
  (await exchange(path, () => sent<Result>(path, file, o))).json;

const sent = <Result>(
  path: string,
  file: File,
  o: UploadOptions,
): Promise<{ readonly status: number; readonly json: Result }> =>
  new Promise((resolve, reject) => {
    o.signal?.throwIfAborted();
    const form = new FormData();
    for (const [name, value] of Object.entries(o.fields ?? {})) if (value) form.append(name, value);
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
      resolve({ status: request.status, json: json as Result });
    });
    o.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
