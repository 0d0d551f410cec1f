import { t } from '@dossier/core/testing/t';
import { SaxesParser } from 'saxes';
import { all, client, codeOf } from './client.ts';

const limits = { perMinute: { search: 1000, retrieval: 1000, inpadoc: 1000 } };
const kinds = (text: string): string[] => all(text, /<exchange-document [^>]*kind="(\w+)"/g);

t.test('the published data of a number', async (t) => {
  const { ops, get, post } = await client(limits);
  t.teardown(() => ops.close());

  t.test('in docdb and epodoc form, with every kind where none is named', async (t) => {
    t.same(kinds((await get('published-data/publication/docdb/EP.3549733/biblio')).text), ['B8', 'B1', 'A1']);
    t.same(kinds((await get('published-data/publication/epodoc/EP3549733/biblio')).text), ['B8', 'B1', 'A1']);
    t.same(kinds((await get('published-data/publication/epodoc/EP3549733.A1/biblio')).text), ['A1']);
    t.same(kinds((await get('published-data/publication/docdb/EP3549733A1/biblio')).text), ['A1'], 'without dots');
    t.same(kinds((await get('published-data/publication/docdb/EP.3549733.A1.20191009/biblio')).text), ['A1']);
    t.same(kinds((await get('published-data/publication/epodoc/EP3549733.A1/full-cycle')).text), ['A1', 'B1', 'B8']);
    t.same(kinds((await get('published-data/publication/epodoc/DE202021103355U/biblio')).text), ['U1']);
    t.same(kinds((await get('published-data/application/epodoc/EP20190166702/biblio')).text), ['B8', 'B1', 'A1']);
    t.same(kinds((await get('published-data/application/docdb/EP.19166702.A/biblio')).text), ['B8', 'B1', 'A1']);
    t.equal(
      codeOf(await get('published-data/publication/docdb/nonsense/biblio')),
      '404 CLIENT.WrongReferenceFormatting',
    );
    t.equal(codeOf(await get('published-data/publication/docdb/EP.1234567.A1/biblio')), '404 SERVER.EntityNotFound');
  });

  t.test('up to a hundred at once by POST, each missing one in its place', async (t) => {
    const some = await post('published-data/publication/docdb/biblio', 'EP.3549733.A1,EP.77.A1\nUS.10877012.B2');
    t.same(kinds(some.text), ['A1', 'A1', 'B2']);
    t.match(some.text, /doc-number="77" kind="A1" status="not found"\/>/);
    const list = (count: number): string => Array.from({ length: count }, () => 'EP.3549733.A1').join('\n');
    t.equal(kinds((await post('published-data/publication/docdb/biblio', list(100))).text).length, 100);
    t.equal((await post('published-data/publication/docdb/biblio', list(101))).status, 413);
    t.equal(
      (await post('published-data/publication/docdb/biblio', list(1), { 'content-type': 'application/json' })).status,
      415,
    );
  });

  t.test('in the shapes of the service', async (t) => {
    const { text } = await get('published-data/publication/docdb/EP.3549733.A1/biblio');
    t.match(text, 'HUBER JOSEF\u2002[DE]');
    t.match(text, '<name>HUBER, Josef, </name>', 'everyone but the last has a comma behind');
    t.match(text, '<text>B28B   1/    29            A I                    </text>');
    const cpc = await get('published-data/publication/docdb/WO.2022258701.A1/biblio');
    t.equal(all(cpc.text, /<subgroup>(06)</g).length, 2, 'one symbol for each office');
    t.match(cpc.text, /<nplcit num="1">\s*<text>MARTENS K.: 'Permeation/);
    const abstract = await get('published-data/publication/docdb/EP.3549733.A1/abstract');
    t.match(abstract.text, '<exchange-document country="EP" doc-number="3549733" kind="A1">');
    t.match(abstract.text, '<parties/>');
    t.match((await get('published-data/publication/docdb/JP.2011240755.A/biblio')).text, '<invention-title lang="ol">');
    const bare = await get('published-data/publication/docdb/CN.219962770.U/biblio');
    for (const missing of ['<parties', '<abstract', 'classifications', 'priority-claims'])
      t.notMatch(bare.text, missing, `without ${missing}`);
    t.notMatch((await get('published-data/publication/docdb/EP.4269744.A1/biblio')).text, '<invention-title');
  });

  t.test('claims and descriptions, where the office has any', async (t) => {
    t.equal(
      codeOf(await get('published-data/publication/docdb/US.10877012.B2/claims')),
      '404 CLIENT.InvalidCountryCode',
    );
    t.equal(codeOf(await get('published-data/publication/docdb/EP.1901001.A3/claims')), '404 SERVER.EntityNotFound');
    const ambiguous = await get('published-data/publication/docdb/EP.4352417/fulltext');
    t.equal(codeOf(ambiguous), '413 CLIENT.AmbiguousRequest');
    t.same(all(ambiguous.text, /<resolution>([^<]+)</g), [
      'publication/docdb/EP.4352417.A1',
      'publication/docdb/EP.4352417.B1',
    ]);
    const granted = await get('published-data/publication/docdb/EP.4352417.B1/claims');
    t.same(all(granted.text, /<claims lang="(\w+)"/g), ['EN', 'DE', 'FR']);
    t.equal(all(granted.text, /<(claim)>/g).length, 3, 'one claim for each language, whatever is in it');
    const packed = await get('published-data/publication/docdb/GB.2586701.A/claims');
    t.equal(all(packed.text, /<claim-text>([^<]*)/g).length, 1);
    t.match(packed.text, '\n6. Kit for a bicycle brake');
    t.match((await get('published-data/publication/docdb/WO.2021038221.A1/claims')).text, '<claim-text>Claims\n1. ');
    const broken = all(
      (await get('published-data/publication/docdb/EP.4021789.B1/claims')).text,
      /<claim-text>([^<]*)/g,
    );
    t.ok(
      broken.some((one) => !/^\d+\. /.test(one)),
      'a text without a number continues the one before',
    );
    const description = await get('published-data/publication/docdb/WO.2022258701.A1/description');
    t.match(description.text, '<description lang="EN"><p>TECHNICAL FIELD</p><p>[0001]    The invention');
    t.match(description.text, 'first, &amp; its resistance rises by 3 % &lt; t');
    const inquiry = await get('published-data/publication/docdb/EP.3940112.A1/fulltext');
    t.same(all(inquiry.text, /desc="(\w+)"/g), ['description', 'claims']);
  });

  t.test('equivalents, family and legal events', async (t) => {
    const equivalents = await get('published-data/publication/docdb/EP.4352417.A1/equivalents');
    t.equal(all(equivalents.text, /<doc-number>(\w+)</g)[1], 'EP4352417', 'the one that was asked for first');
    t.equal(all(equivalents.text, /(<ops:inquiry-result>)/g).length, 5, 'each number once');
    const family = await get('family/publication/docdb/EP.4352417.A1');
    t.match(family.text, '<ops:patent-family legal="false" total-result-count="9">', 'both simple families');
    t.same([...new Set(all(family.text, /<ops:family-member family-id="(\d+)"/g))], ['81000001', '81000002']);
    t.match(family.text, 'is-representative="YES"');
    t.match(family.text, '<priority-active-indicator>YES');
    t.notMatch(family.text, '<exchange-document ');
    const both = await get('family/publication/docdb/EP.4352417.A1/biblio,legal');
    t.match(both.text, '<ops:patent-family legal="true"');
    t.equal(kinds(both.text).length, 9);
    const legal = await get('legal/publication/docdb/EP.4352417.A1');
    t.match(legal.text, '<ops:legal code="AK  " desc="DESIGNATED CONTRACTING STATES" infl="+" dateMigr="00010101">');
    t.match(legal.text, '<ops:L525EP desc="Effective DATE">20240109</ops:L525EP>');
    t.match(legal.text, '<ops:L007EP desc="Gazette DATE">2024-04-17</ops:L007EP>');
    const large = await get('family/publication/docdb/GB.2586701.A');
    t.match(large.text, 'total-result-count="25"');
    t.equal(codeOf(await get('family/publication/docdb/GB.2586701.A/biblio')), '413 SERVER.LimitedServerResources');
    t.equal(codeOf(await get('family/publication/docdb/GB.1.A')), '404 SERVER.EntityNotFound');
  });

  t.test('numbers in other forms', async (t) => {
    const known = await get('number-service/application/original/EP.(22733014.3).A/epodoc');
    t.match(known.text, '<ops:meta name="status" value="SUCCESS"/>');
    t.match(known.text, '<doc-number>EP20220733014</doc-number>');
    const other = await get('number-service/application/original/US.(08/921,321).A.19970829/epodoc');
    t.match(other.text, '<doc-number>08/921,321</doc-number>');
    t.match(other.text, 'value="pBRE002 pBRE015"');
    t.match(
      (await get('number-service/publication/docdb/DE.202021103355.U1/epodoc')).text,
      '<doc-number>DE202021103355U</doc-number>',
    );
  });

  t.test('as JSON where it is asked for; faults stay XML', async (t) => {
    const json = await get('published-data/publication/docdb/EP.1012211.A1/biblio', { accept: 'application/json' });
    t.equal(json.type, 'application/json');
    t.match(
      JSON.parse(json.text),
      {
        'ops:world-patent-data': {
          '@xmlns': { $: 'http://www.epo.org/exchange', ops: 'http://ops.epo.org' },
          'exchange-documents': {
            'exchange-document': {
              '@kind': 'A1',
              'bibliographic-data': { 'invention-title': { '@lang': 'en', $: 'Conveyor of moulds for green bricks' } },
            },
          },
        },
      },
      'a single one is no array',
    );
    t.match(json.text, String.raw`http:\/\/ops.epo.org`);
    t.same(Object.keys(JSON.parse((await get('published-data/publication/docdb/EP.1012211.A1/biblio.json')).text)), [
      'ops:world-patent-data',
    ]);
    const missing = await get('published-data/publication/docdb/EP.7.A1/biblio', { accept: 'application/json' });
    t.equal(codeOf(missing), '404 SERVER.EntityNotFound');
  });

  t.test('every answer is well formed, under other prefixes too, and says the same', async (t) => {
    const read = (text: string): string[] => {
      const found: string[] = [];
      const parser = new SaxesParser({ xmlns: true });
      parser.on('error', (error) => t.fail(error.message));
      parser.on('opentag', ({ uri, local, attributes }) => {
        const own = Object.values(attributes).filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns');
        found.push(`{${uri}}${local} ${own.map(({ name, value }) => `${name}=${value}`).join(' ')}`);
      });
      parser.on('text', (some) => some.trim() && found.push(some.trim()));
      parser.write(text).close();
      return found;
    };
    for (const path of [
      'published-data/publication/docdb/GB.2597101.A/biblio',
      'published-data/publication/docdb/EP.4352417.B1/claims',
      'published-data/publication/docdb/GB.2597101.A/description',
      'published-data/publication/docdb/EP.4352417.B1/images',
      'published-data/search/biblio?q=pn%3DEP&Range=1-100',
      'family/publication/docdb/EP.4352417.A1/biblio,legal',
    ]) {
      ops.control.prefixes(null);
      const usual = await get(path);
      ops.control.prefixes('ns');
      const other = await get(path);
      t.match(other.text, '<ns2:world-patent-data');
      t.notMatch(other.text, 'ops:');
      t.same(read(other.text), read(usual.text), path);
    }
  });
});
