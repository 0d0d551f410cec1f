import { t } from '@dossier/core/testing/t';
import { all, client, codeOf } from './client.ts';

t.test('searching', async (t) => {
  const { ops, get, post, search } = await client({ perMinute: { search: 1000 } });
  t.teardown(() => ops.close());
  const total = (text: string): string => /total-result-count="(\d+)"/.exec(text)?.[1] ?? '';
  const invalid = '400 CLIENT.InvalidQuery';

  t.test('gives numbers alone, or what is asked for of each', async (t) => {
    const bare = await search('ti="bicycle brake"', '1-2');
    t.match(bare.text, '<ops:query syntax="CQL">ti = "bicycle brake"</ops:query>');
    t.match(bare.text, '<ops:range begin="1" end="2"/>');
    t.equal(all(bare.text, /(<ops:publication-reference )/g).length, 2);
    t.notMatch(bare.text, 'invention-title');
    t.notMatch(bare.text, '<date>');
    const biblio = await search('ti="bicycle brake"', '1-2', '/biblio');
    t.equal(all(biblio.text, /(<exchange-documents>)/g).length, 2, 'each hit in a wrapper of its own');
    t.match(biblio.text, 'invention-title');
    t.equal(
      total(
        (
          await post('published-data/search', 'q=ti%3D%22bicycle+brake%22', {
            'content-type': 'application/x-www-form-urlencoded',
          })
        ).text,
      ),
      total(bare.text),
    );
  });

  t.test('keeps to its range: 25 unless it is said, 100 at once, none beyond 2,000', async (t) => {
    t.equal(all((await search('txt=brake or pn=EP')).text, /(<ops:publication-reference )/g).length, 25);
    const everything = await search('pd>=19990101', '1-100');
    t.equal(all(everything.text, /(<ops:publication-reference )/g).length, Number(total(everything.text)));
    t.equal(codeOf(await search('pn=EP', '1-101')), invalid);
    t.equal(codeOf(await search('pn=EP', '2001-2100')), invalid);
    t.equal(codeOf(await search('pn=EP', '1901-2000')), '404 SERVER.EntityNotFound');
    t.equal(codeOf(await search('pn=EP', '0-5')), invalid);
    t.equal(codeOf(await search('pn=EP', 'x')), invalid);
    t.match((await get('published-data/search?q=pn%3DEP', { 'x-ops-range': '2-3' })).text, 'begin="2" end="3"');
    t.equal(codeOf(await get('published-data/search')), invalid);
  });

  t.test('is newest first, and the pages are parts of one list', async (t) => {
    const numbers = (text: string): string[] => all(text, /<doc-number>(\w+)</g);
    const whole = numbers((await search('pn=EP', '1-100')).text);
    const pages = [...numbers((await search('pn=EP', '1-7')).text), ...numbers((await search('pn=EP', '8-100')).text)];
    t.same(pages, whole);
    const dates = all(
      (await search('pn=EP', '1-100', '/biblio')).text,
      /<kind>\w+<\/kind>\s*<date>(\d+)<\/date>\s*<\/document-id>\s*<document-id document-id-type="epodoc">\s*<doc-number>EP/g,
    );
    t.same(dates, dates.toSorted().toReversed());
    t.ok(dates.length > 10);
  });

  t.test('says faults and no hits as the service does', async (t) => {
    t.equal(codeOf(await search('foo=bar')), '400 CLIENT.InvalidIndex');
    t.match((await search('foo=bar')).text, 'The query provided is invalid. Invalid index name foo');
    t.equal(codeOf(await search('(ti=a')), '400 CLIENT.CQL');
    t.equal(codeOf(await search('ti=zeppelin')), '404 SERVER.EntityNotFound');
    ops.control.switches({ silentNotFound: true, mostHits: 5 });
    const silent = await search('ti=zeppelin');
    t.same([silent.status, silent.bytes.length], [404, 0]);
    t.equal(total((await search('pn=EP')).text), '5', 'more are not told');
  });

  t.test('publications appear with the days', async (t) => {
    ops.control.switches({ mostHits: 10_000, silentNotFound: false, today: '20240416' });
    t.equal(codeOf(await search('pn=EP4352417')), '404 SERVER.EntityNotFound');
    ops.control.switches({ today: '20240417' });
    t.equal(total((await search('pn=EP4352417')).text), '1');
    ops.control.switches({ today: null });
    t.equal(total((await search('pn=EP4352417')).text), '2');
  });
});
