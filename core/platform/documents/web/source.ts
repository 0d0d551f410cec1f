import type { PluginHost } from '@dossier/sdk/web';
import type { ShownDocument } from '../../applications/contract.ts';
import type { ViewedDocument } from '../contract.ts';

const made = new WeakMap<ShownDocument, ViewedDocument>();

/** A document as a viewer is given it; the same object for the same document. */
export const sourceOf = (host: PluginHost, document: ShownDocument): ViewedDocument => {
  const address = `/api/v1/documents/${document.id}/content`;
  const source = made.get(document) ?? {
    id: document.id,
    name: document.fileName,
    contentType: document.contentType,
    download: address,
    load: (signal) => host.file(address, { signal }),
  };
  made.set(document, source);
  return source;
};
