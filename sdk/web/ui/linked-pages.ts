import type { PluginHost } from '@dossier/sdk/web';
import type { ListPage, ListRead } from './live-list.ts';

/**
 * Reads a REST list for a `LiveList`, whose pages name the next one (`Link`, RFC 8288). `address` is that of the list
 * without its `limit`; the cursor of a page is the address of the next one.
 */
export const linkedPages =
  <Row, Query>(element: { readonly host: PluginHost }, address: (query: Query) => string) =>
  ({ query, cursor, limit, signal }: ListRead<Query>): Promise<ListPage<Row>> => {
    const [path = '', search] = (cursor ?? address(query)).split('?');
    const asked = new URLSearchParams(search);
    asked.set('limit', String(limit));
    return element.host.readPage<Row>(`${path}?${asked}`, { signal });
  };
