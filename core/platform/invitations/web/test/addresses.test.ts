import { t } from '@dossier/core/testing/t';
import { addressesIn } from '../team/addresses.ts';

t.test('addresses are found in what people paste', async (t) => {
  t.same(addressesIn(''), []);
  t.same(addressesIn(' \n,; '), []);
  t.same(addressesIn('ada@acme.example, ben@acme.example;carla@acme.example\ndan@acme.example'), [
    'ada@acme.example',
    'ben@acme.example',
    'carla@acme.example',
    'dan@acme.example',
  ]);
  t.same(
    addressesIn('Ada Lindqvist <ada@acme.example>, "Okafor, Ben" <ben@acme.example>'),
    ['ada@acme.example', 'ben@acme.example'],
    'as mail programs write them',
  );
  t.same(addressesIn('Ada Lindqvist <ada@acme.example>\nBen Okafor <ben@acme.example>'), [
    'ada@acme.example',
    'ben@acme.example',
  ]);
});

t.test('each address once, in the order in which they came', async (t) => {
  t.same(addressesIn('b@x.example a@x.example B@X.example'), ['b@x.example', 'a@x.example']);
  t.same(addressesIn('nobody'), ['nobody'], 'what is no address is sent and refused by name');
});
