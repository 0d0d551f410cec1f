import type { UploadOptions } from '@dossier/sdk/web';
import { csrfHeader, exchange, unreachable } from './http.ts';
import { organizationHeader } from './organization.ts';

/**
 * Sends one file as multipart. `onProgress` hears the sent share, 0 to 1; fetch cannot tell it, so this is
 * XMLHttpRequest. All tries of one upload carry the same `once`: the server keeps the file one time, also when only its
 * answer was lost.
 */
export const upload = async (path: string, file: File, o: UploadOptions): Promise<void> => {
  await exchange(path, () => sent(path, file, o));
};

const sent = (
  path: string,
  file: File,
  o: UploadOptions,
): Promise<{ readonly status: number; readonly json: unknown }> =>
  new Promise((resolve, reject) => {
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
      resolve({ status: request.status, json });
    });
    o.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
