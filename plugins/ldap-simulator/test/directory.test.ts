import { t } from '@dossier/core/testing/t';
import { eventually } from '@dossier/core/testing/waiting';
import { EqualityFilter } from 'ldapts';
import type { Client } from 'ldapts';
import { generate } from 'selfsigned';
import { demoPeople, groupDn, GROUPS_DN, personDn, SUFFIX, USERS_DN } from '../testing.ts';
import type { Fault } from '../testing.ts';
import { visited } from './client.ts';

const hostile = String.raw`Bob (Ops) *star*, N\West`;
const keller = personDn('m.keller');
const lenders = `(&(objectClass=person)(memberOf=${groupDn('lending')}))`;

const found = async (client: Client, filter: string | EqualityFilter, attributes: string[] = ['uid']) =>
  (await client.search(USERS_DN, { filter, attributes })).searchEntries;
const names = async (client: Client, filter: string | EqualityFilter): Promise<unknown[]> =>
  (await found(client, filter)).map(({ uid }) => uid);

t.test('a bind', async (t) => {
  const { directory, visit } = await visited();
  t.teardown(() => directory.close());
  const client = visit();

  t.test('takes the right password, and the name in any case', async () => {
    await client.bind(directory.bindDn, directory.bindPassword);
    await client.bind(keller, 'welcome-m.keller');
    await client.bind(keller.toUpperCase().replaceAll(',', ' , '), 'welcome-m.keller');
  });

  t.test('says the same of a wrong password and of a name that nobody has', async (t) => {
    await t.rejects(client.bind(keller, 'wrong'), { code: 49 });
    await t.rejects(client.bind(personDn('nobody'), 'welcome-nobody'), { code: 49 });
    await t.rejects(client.bind('cn=x,dc=other', 'x'), { code: 49 });
  });

  t.test('is refused without a password, and where the name is none', async (t) => {
    await t.rejects(client.bind(keller, ''), { code: 53 });
    await t.rejects(client.bind('nonsense', 'x'), { code: 34 });
  });

  t.test('is logged in order', (t) => {
    t.same(
      directory.binds.map(({ ok }) => ok),
      [true, true, true, false, false, false, false],
    );
    t.equal(directory.binds[1]?.dn, keller);
    t.end();
  });

  t.test('that fails leaves nobody signed in', async (t) => {
    await client.bind(directory.bindDn, directory.bindPassword);
    t.equal((await found(client, '(uid=m.keller)')).length, 1);
    await t.rejects(client.bind(directory.bindDn, 'wrong'), { code: 49 });
    await t.rejects(found(client, '(uid=m.keller)'), { code: 50 });
  });
});

t.test('a search', async (t) => {
  const { directory, visit, reader } = await visited();
  t.teardown(() => directory.close());
  const client = await reader();

  t.test('is for the reading account, and for people who look at themselves', async (t) => {
    await t.rejects(found(visit(), '(uid=*)'), { code: 50 });
    const anonymous = visit();
    await anonymous.bind('', '');
    await t.rejects(found(anonymous, '(uid=*)'), { code: 50 });
    const person = visit();
    await person.bind(keller, 'welcome-m.keller');
    t.match((await person.search(keller)).searchEntries, [{ dn: keller, sn: 'Keller' }]);
    await t.rejects(found(person, '(uid=m.keller)'), { code: 50 });
  });

  t.test('keeps to its scope', async (t) => {
    const count = async (base: string, scope: 'base' | 'one' | 'sub'): Promise<number> =>
      (await client.search(base, { scope, attributes: ['1.1'] })).searchEntries.length;
    t.equal(await count(USERS_DN, 'base'), 1);
    t.equal(await count(USERS_DN, 'one'), demoPeople.length);
    t.equal(await count(USERS_DN, 'sub'), demoPeople.length + 1);
    t.equal(await count(SUFFIX, 'one'), 3);
    t.equal(await count(keller, 'one'), 0);
    await t.rejects(count('ou=robots,dc=larkfield,dc=example', 'sub'), { code: 32 });
    await t.rejects(count('dc=other', 'sub'), { code: 32 });
  });

  t.test('finds by filters, whatever the case', async (t) => {
    t.equal((await found(client, lenders)).length, 15);
    t.equal((await found(client, `(&${lenders}(!(employeeType=left)))`)).length, 14);
    t.equal((await found(client, `(memberOf=${groupDn('lending').toUpperCase().replaceAll(',', ', ')})`)).length, 15);
    t.same(await names(client, '(UID=M.Keller)'), ['m.keller']);
    t.same(await names(client, '(cn=*МЕНЯ*)'), []);
    t.same(await names(client, '(cn=ирина*)'), ['i.petrova']);
    t.same(await names(client, '(sn=Papa*)'), []);
    t.same(await names(client, '(mail=desk@larkfield.example)'), ['h.weber', 'g.weber']);
    t.same(await names(client, '(&(objectClass=person)(!(mail=*)))'), ['c.dubois', 'r.singh']);
    t.same(await names(client, '(|(uid=m.keller)(uid>=z))'), ['m.keller', 'z.szabo']);
    t.same(await names(client, `(memberOf=${groupDn('all-staff')})`), [], 'not through another group');
    await t.rejects(names(client, '(cn~=keller)'), { code: 18 });
    t.same(await names(client, '(userPassword=*)'), []);
  });

  t.test('finds a hostile name exactly, and logs filters as text', async (t) => {
    t.same(await names(client, new EqualityFilter({ attribute: 'cn', value: hostile })), ['b.star']);
    t.same(directory.searches.at(-1), {
      base: USERS_DN,
      scope: 'sub',
      filter: String.raw`(cn=Bob \28Ops\29 \2astar\2a, N\5cWest)`,
    });
    t.same(await names(client, String.raw`(cn=Bob \28Ops\29 \2astar\2a, N\5cWest)`), ['b.star']);
    await names(client, '(&(cn=Müller*)(!(sn=*a*b))(|(uid<=b)(mail=*)))');
    t.equal(directory.searches.at(-1)?.filter, '(&(cn=Müller*)(!(sn=*a*b))(|(uid<=b)(mail=*)))');
  });

  t.test('gives the attributes that are asked for', async (t) => {
    const keys = async (attributes: string[]): Promise<string[]> =>
      // The client adds an empty list for each name that it asked for in vain.
      Object.entries((await found(client, '(uid=m.keller)', attributes))[0] ?? {})
        .flatMap(([name, value]) => (value.length === 0 ? [] : [name]))
        .toSorted();
    const user = ['cn', 'dn', 'employeeType', 'givenName', 'mail', 'objectClass', 'sn', 'uid'];
    t.same(await keys(['givenName', 'MAIL', 'entryUUID']), ['dn', 'entryUUID', 'givenName', 'mail'].toSorted());
    t.same(await keys([]), user);
    t.same(await keys(['*']), user);
    t.same(await keys(['*', '+']), [...user, 'entryUUID', 'memberOf'].toSorted());
    t.same(await keys(['1.1']), ['dn']);
    t.same(await keys(['userPassword']), ['dn']);
  });

  t.test('keeps to the size limit of the request', async (t) => {
    // The client takes code 4 for no error where it asked for a limit itself.
    for (const sizeLimit of [1, 3, 15])
      t.equal((await client.search(USERS_DN, { sizeLimit, filter: lenders })).searchEntries.length, sizeLimit);
  });

  t.test('shows the groups with their members', async (t) => {
    const { searchEntries } = await client.search(GROUPS_DN, { scope: 'one', attributes: ['cn', 'member'] });
    t.same(
      searchEntries.map(({ cn }) => cn),
      ['lending', 'audit', 'all-staff'],
    );
    t.same(searchEntries[2]?.['member'], [groupDn('lending'), groupDn('audit')]);
  });
});

t.test('people come, change, move and go', async (t) => {
  const { directory, visit, reader } = await visited();
  t.teardown(() => directory.close());
  const client = await reader();
  const { people } = directory;
  const one = async (uid: string) => (await found(client, `(uid=${uid})`, ['cn', 'mail', 'entryUUID', 'memberOf']))[0];

  const before = await one('m.keller');
  people.rename('m.keller', 'm.brandt');
  people.change('m.brandt', { cn: 'Martina Brandt', mail: null, groups: ['audit'] });
  t.same(await one('m.keller'), undefined);
  t.match(await one('m.brandt'), {
    dn: personDn('m.brandt'),
    cn: 'Martina Brandt',
    entryUUID: before?.['entryUUID'],
    memberOf: groupDn('audit'),
  });
  await visit().bind(personDn('m.brandt'), 'welcome-m.keller');

  people.add({ ...people.get('m.brandt'), uid: 'm.keller' });
  t.not((await one('m.keller'))?.['entryUUID'], before?.['entryUUID'], 'the same uid, and somebody else');
  t.throws(() => people.add(people.get('M.Keller')), { message: 'Somebody has the uid "m.keller" already.' });
  people.add({ ...people.get('m.brandt'), uid: 'brandt, m+n', password: 'x' });
  const [separators] = await found(client, String.raw`(uid=brandt, m+n)`);
  await visit().bind(String(separators?.dn), 'x');

  people.remove('m.keller');
  await t.rejects(client.search(personDn('m.keller')), { code: 32 });
  t.throws(() => people.remove('m.keller'), { message: 'Nobody has the uid "m.keller".' });
});

t.test('faults', async (t) => {
  const { directory, visit, reader } = await visited();
  t.teardown(() => directory.close());
  const { control } = directory;
  /** The operation of the next client has the fault. */
  const search = async (fault: Fault) => {
    const client = await reader();
    control.next(fault);
    return client.search(USERS_DN, { filter: lenders });
  };

  t.test('answer a search as directories do on bad days', async (t) => {
    await t.rejects(search('busy'), { code: 51 });
    await t.rejects(search('size-limit'), { code: 4 });
  });

  t.test('are over after one operation of their kind', async (t) => {
    control.next('busy');
    const client = await reader();
    await t.rejects(found(client, lenders), { code: 51 });
    t.equal((await found(client, lenders)).length, 15);
    control.next('busy-bind');
    await t.rejects(reader(), { code: 51 });
    await reader();
  });

  t.test('leave a bind without an answer', async (t) => {
    control.next('silent-bind');
    const waiting = t.rejects(visit().bind(keller, 'welcome-m.keller'), { message: /closed/ });
    await eventually('the bind has come', () => directory.binds.at(-1)?.dn === keller);
    await reader();
    // It waits until its connection breaks.
    await directory.stop();
    await waiting;
    await directory.start();
  });
});

t.test('it can go away and come back at the same address', async (t) => {
  const { directory, visit, reader } = await visited();
  t.teardown(() => directory.close());
  const client = await reader();
  const taken = directory.connections();
  await directory.stop();
  await eventually('the connection is broken', () => !client.isConnected);
  await t.rejects(visit().bind(directory.bindDn, directory.bindPassword), { code: 'ECONNREFUSED' });
  await directory.start();
  await visit().bind(directory.bindDn, directory.bindPassword);
  t.equal(directory.connections(), taken + 1);
});

t.test('over TLS', async (t) => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const tls = { key, cert };
  /** Without a host the client would look for the name `localhost` in the certificate. */
  const trusted = { ca: cert, host: '127.0.0.1' };

  t.test('StartTLS turns a connection into a safe one, once, on which nobody is signed in', async (t) => {
    const { directory, visit, reader } = await visited({ tls });
    t.teardown(() => directory.close());
    t.match(directory.url, /^ldap:/);
    const client = await reader();
    await client.startTLS(trusted);
    await t.rejects(found(client, lenders), { code: 50 });
    await client.bind(directory.bindDn, directory.bindPassword);
    t.equal((await found(client, lenders)).length, 15);
    await t.rejects(client.exop('1.3.6.1.4.1.1466.20037'), { code: 1 });
    await t.rejects(visit().startTLS({ host: '127.0.0.1' }), /self.signed/, 'for who does not trust the certificate');
    t.equal(directory.connections(), 2, 'the same connection as before');
  });

  t.test('ldaps is safe from the first byte', async (t) => {
    const { directory, visit } = await visited({ tls, secure: true });
    t.teardown(() => directory.close());
    t.match(directory.url, /^ldaps:/);
    const client = visit({ ca: cert });
    await client.bind(directory.bindDn, directory.bindPassword);
    t.equal((await found(client, lenders)).length, 15);
    await t.rejects(visit().bind(directory.bindDn, directory.bindPassword), /self.signed/);
    t.equal(directory.connections(), 2);
  });

  t.test('StartTLS is unknown without a certificate', async (t) => {
    const { directory, visit } = await visited();
    t.teardown(() => directory.close());
    await t.rejects(visit().startTLS(trusted), { code: 2 });
  });
});
