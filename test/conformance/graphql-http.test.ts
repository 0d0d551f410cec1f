import { t } from '@dossier/core/testing/t';
import { serverAudits } from 'graphql-http';
import { testKernel } from '@dossier/core/testing';

t.test('POST /graphql passes the audits of graphql-http', async (t) => {
  await using kernel = await testKernel({ plugins: [], workspace: { grants: { ada: [] } } });
  const ada = kernel.as('ada');
  const fetchFn = async (
    url: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const { status, headers, text } = await ada.request({
      method: (init.method ?? 'GET') as 'POST',
      url: pathname + search,
      headers: { ...init.headers },
      ...(init.body === undefined ? {} : { payload: init.body }),
    });
    return new Response(status === 204 ? null : text, {
      status,
      headers: Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
    });
  };
  const audits = serverAudits({ url: 'http://dossier.test/graphql', fetchFn });
  let passed = 0;
  for (const audit of audits) {
    const result = await audit.fn();
    if (result.status === 'ok') passed++;
    else t.comment(`${result.status} ${audit.id} ${audit.name}: ${result.reason}`);
    if (audit.name.startsWith('MUST')) t.equal(result.status, 'ok', `${audit.id} ${audit.name}`);
  }
  t.equal(`${passed} of ${audits.length}`, '61 of 61');
});
