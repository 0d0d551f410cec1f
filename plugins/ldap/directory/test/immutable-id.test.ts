/** The id by which a person is known again, whichever directory they come from. */
import type { Entry } from 'ldapts';
import { t } from '@dossier/core/testing/t';
import { hasId, immutableId } from '../immutable-id.ts';

const dn = 'cn=x';
const uuid = '597ae2f6-16a6-1027-98f4-d28b5365dc14';
// The first three parts have their lowest byte first (MS-DTYP, 2.3.4).
const guid = Buffer.from('f6e27a59a616271098f4d28b5365dc14', 'hex');

t.test('entryUUID as it is written, in any spelling of its name; objectGUID as the text that Windows shows', (t) => {
  const entries: readonly Entry[] = [
    { dn, entryUUID: Buffer.from(uuid) },
    { dn, entryuuid: [uuid.toUpperCase()] },
    { dn, objectGUID: guid },
    { dn, entryUUID: [], objectGUID: [guid] },
  ];
  for (const entry of entries) t.equal(immutableId(entry), uuid);
  t.end();
});

t.test('what is no id is none, and two ids are never the same', (t) => {
  const entries: readonly Entry[] = [{ dn }, { dn, entryUUID: Buffer.from('x') }, { dn, objectGUID: guid.subarray(1) }];
  for (const entry of entries) t.equal(immutableId(entry), null);
  const others = Array.from({ length: 16 }, (_, at) => {
    const other = Buffer.from(guid.map((byte, i) => (i === at ? byte ^ 0x80 : byte)));
    return immutableId({ dn, objectGUID: other });
  });
  t.equal(new Set([uuid, ...others]).size, 17, 'each byte counts');
  t.end();
});

t.test('an id is looked for in the form of either attribute', (t) => {
  t.strictSame(hasId(uuid), {
    kind: 'or',
    filters: [
      { kind: 'equal', attribute: 'entryUUID', value: Buffer.from(uuid) },
      { kind: 'equal', attribute: 'objectGUID', value: guid },
    ],
  });
  t.end();
});
