import { t } from '@dossier/core/testing/t';
import type { PluginHost } from '@dossier/sdk/web';
import type { NoticeGroup } from '../../contract.ts';
import { putAllAway } from '../notices.ts';

const notice = {
  kind: '',
  group: '',
  icon: '',
  text: '',
  excerpt: null,
  isInternal: false,
  why: '',
  createdAt: '',
  readAt: null,
};
const group = (...ids: readonly string[]): NoticeGroup => ({
  subject: { type: 'application', id: '', title: '', about: '', workspaceId: null, path: '' },
  notices: ids.map((id) => ({ ...notice, id })),
});

t.test('what is shown is put away by name, and never more than is taken at once', async (t) => {
  const sent: unknown[] = [];
  const host = {
    send: async (...request: readonly unknown[]) => {
      sent.push(request);
      return { at: '2026-03-02T09:30:00.000Z' };
    },
  } as unknown as PluginHost;
  t.same(await putAllAway(host, [group('c', 'a'), group('b')]), { at: '2026-03-02T09:30:00.000Z' });
  await putAllAway(host, [group(...Array.from({ length: 2_501 }, (_, i) => String(i)))]);
  t.same(sent[0], ['POST', '/api/v1/notifications/done', { done: true, ids: ['c', 'a', 'b'] }]);
  t.match(sent[1], ['POST', '/api/v1/notifications/done', { ids: { length: 2_500 } }]);
});
