import { t } from '@dossier/core/testing/t';
import { inOrganization, topic, Type } from '@dossier/sdk';
import { asyncapi } from '../../facilities/events/asyncapi.ts';
import { addressFault, fillAddress, kernelTopics } from '../../facilities/events/topics.ts';
import { cursorOf } from '../../facilities/events/row.ts';
import { noted, submitted } from './support.ts';

const things = topic('test/things', {
  title: 'Things',
  address: 'dossier/1/o/{organizationId}/w/{workspaceId}/things',
  gate: inOrganization(),
  events: [submitted, noted],
  data: () => ({ n: 1 }),
  schema: Type.Object({ n: Type.Integer() }),
});

t.test('the document names every topic with its messages, and every reference in it leads somewhere', async (t) => {
  const document = asyncapi({
    topics: [...kernelTopics, things],
    version: '1.0.0',
    host: 'dossier.example',
    secure: true,
  });
  const at = (pointer: string) =>
    pointer
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer]) => pointer!);
  t.ok(references.length > 8);
  for (const pointer of references) t.ok(at(pointer), pointer);
  t.match(document, {
    asyncapi: '3.0.0',
    servers: { realtime: { host: 'dossier.example', protocol: 'wss' } },
    channels: { test_things: { address: things.address, parameters: { organizationId: {}, workspaceId: {} } } },
    components: {
      messages: {
        'test_things-test_submitted_1': {
          name: 'dossier.test.submitted.v1',
          payload: { properties: { data: { properties: { n: { type: 'integer' } } } } },
        },
      },
    },
  });
  t.notMatch(JSON.stringify(document), /"publish"|"receive"/, 'clients never send');
});

t.test('an address that cannot be served has a fault', async (t) => {
  for (const address of [
    'elsewhere/{organizationId}',
    'dossier/1/o/{organizationId}/#',
    'dossier/1/o/{organizationId}/+/x',
    `dossier/1/o/{organizationId}${'/x'.repeat(40)}`,
  ])
    t.type(addressFault({ address }), 'string', address);
  t.equal(addressFault(things), null);
});

t.test('an address is filled with ids only, so that no value can widen it', async (t) => {
  const id = '00000000-0000-7000-8000-000000000001';
  t.equal(fillAddress('a/{x}/b', { x: id }), `a/${id}/b`);
  for (const x of ['#', '+', 'a/b', '', null, id.toUpperCase().replace('0', 'A')])
    t.equal(fillAddress('a/{x}/b', { x }), null, String(x));
});

t.test('a place is a pair of numbers that the database can hold', async (t) => {
  t.same(cursorOf('18446744073709551615-9223372036854775807'), {
    xid: '18446744073709551615',
    seq: '9223372036854775807',
  });
  for (const place of ['', '1', '-1-2', '1-2-3', 'a-b', '18446744073709551616-1', '1-9223372036854775808'])
    t.equal(cursorOf(place), null, place);
});
