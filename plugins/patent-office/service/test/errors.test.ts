/** What a refusal of the office means. */
import { t } from '@dossier/core/testing/t';
import { read } from '../../answers/read.ts';
import { errorOf } from '../errors.ts';

const now = new Date('2026-03-02T10:00:00Z');
const reasonOf = (body: string, status: number): string =>
  errorOf(read(body), { status, rejection: null, retryAfter: null }, now).reason;

t.test('only the office says that it has nothing, and no page that stands in its place', async (t) => {
  const fault =
    '<fault xmlns="http://ops.epo.org"><code>SERVER.EntityNotFound</code><message>No results found</message></fault>';
  t.equal(reasonOf(fault, 404), 'not-found');
  t.equal(reasonOf('', 404), 'not-found', 'it has said so with nothing at all, too');
  t.equal(reasonOf('<!DOCTYPE html><html><body>404</body></html>', 404), 'unreadable');
  t.equal(reasonOf('Not Found', 404), 'unreadable');
});
