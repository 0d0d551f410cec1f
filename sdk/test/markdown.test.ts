import * as fc from 'fast-check';
import { t } from '@dossier/core/testing/t';
import { seed } from '../../core/testing/seed.ts';
import { readMarkdown } from '@dossier/sdk/markdown';
import type { Block } from '@dossier/sdk/markdown';
import { naming, peopleNamed, rewriteNames } from '@dossier/sdk/markdown-names';
import { markdownText } from '@dossier/sdk/markdown-text';
import { markdownOf } from '@dossier/sdk/web/ui/markdown';

const olga = { id: '01a21eb8-b795-7000-a816-608c727d75c7', name: 'Olga Other' };
const otto = { id: '01a21eb8-b795-7000-a816-608c727d75c8', name: 'Otto Officer' };
const kinds = (text: string): readonly Block['kind'][] => readMarkdown(text).map(({ kind }) => kind);

t.test('no line of what was written vanishes or is written in another way', async (t) => {
  for (const text of [
    '[Aktenzeichen]: 2026-000412',
    '[Anlage](12.12.2026) und [Seite 3](#3)',
    '[here](javascript:alert(1)) and [there](ftp://a.example/x)',
    '[the list](https://a.example "of May")',
    '2*3*4 = 24, (a)*(b)*(c), a**2**b',
    'Kund*innen und Partner*innen',
    'C:\\_alt\\*.pdf on \\\\server\\[2026]\\',
    'AT&amp;T &copy; &auml; &#65;',
    '<!-- not shown? --> <details>inside</details>',
    '| a | b | |-|-| 1 |',
    '```',
    '- 300',
    '+ 49 30 1234',
    '007) James',
    'as agreed.At noon',
    'The income is > 3000, not < 2000, 2 * 3 = 6 and 2 * 4 = 8',
    'proof_of_income_2026.pdf',
    'case #3 at ~5 percent, 4 > 3 [today]',
    'Press <Enter>, then <b>Save</b>',
  ])
    t.equal(markdownText(text), text);
  t.equal(markdownText('Text\n\n[Frist]: 12.12.2026\n\n[Frist]'), 'Text [Frist]: 12.12.2026 [Frist]');
  t.equal(markdownText('1. a\n3. b\n3. c\n12) d'), '1. a 3. b 3. c 12) d');
  t.equal(markdownText('|a|b|\n|-|-|\n|1|2|3|'), '|a|b| |-|-| |1|2|3|');
  t.equal(markdownText('  1.200\n+ 300\n=====\n  1.500'), '1.200 + 300 ===== 1.500');
  t.equal(markdownText('```sh run me\nls\n```'), 'sh run me ls');
});

t.test('whatever is written, its letters and digits are all shown, in their order', async () => {
  const marks = '* ** _ ~~ ` ``` > - 3. # [ ] ( ) ]( ]: ! | |-| < \\ &amp; = --- " :'.split(' ');
  const bits = ['a', 'b2', '7', ' ', '\n', '\n\n', '    ', '\n\n>>>>>>>>>>>>', '\n\n|a|\n|-|\n|7|'];
  const shown = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...bits, ...bits, ...marks), { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      return shown(markdownText(text)) === shown(text);
    }),
    { seed, numRuns: 3_000 },
  );
});

t.test('a block that is too deep stands as it was written, and those beside it as they are meant', async (t) => {
  const deep = `${'>'.repeat(2_000)} word`;
  t.match(readMarkdown(`**before**\n\n${deep}\n\nafter`), [
    { kind: 'paragraph', parts: [{ kind: 'strong' }] },
    { kind: 'paragraph', parts: [{ kind: 'text', text: deep }] },
    { kind: 'paragraph', parts: [{ kind: 'text', text: 'after' }] },
  ]);
  t.same(kinds('> quoted\n> > twice'), ['quote']);
});

t.test('a text that is written to keep its reader busy is read, and is all there', async (t) => {
  const busy = ['>', '> ', '- + ', '> - ', '1. ', '[', '[a](', '*_', '*a **b ', '`', '<', '|', '\\', 'www.', '>a\n\n'];
  for (const sign of busy) t.match(markdownText(`${sign.repeat(9_990 / sign.length)}\n\nthe end`), /the end$/, sign);
});

t.test('marks are read', async (t) => {
  const all = ['heading', 'paragraph', 'quote', 'list', 'code', 'table', 'rule'];
  t.same(kinds('# a\n\nb\n\n> c\n\n- d\n\n```\ne\n```\n\n|f|\n|-|\n\n---'), all);
  const [line] = readMarkdown('**a** _b_ ~~c~~ `d`\n[e](https://e.example) ![f](https://f.example) g@h.example');
  const parts = line && 'parts' in line ? line.parts : [];
  t.same(
    parts.flatMap((part) => (part.kind === 'text' ? [] : part.kind === 'link' ? part.href : part.kind)),
    ['strong', 'em', 'del', 'code', 'break', 'https://e.example', 'https://f.example', 'mailto:g@h.example'],
  );
  t.match(readMarkdown('www.i.example'), [{ parts: [{ kind: 'link', href: 'http://www.i.example' }] }]);
  t.match(readMarkdown('重要な**期限**です \\*no\\* mark'), [
    { parts: [{ text: '重要な' }, { kind: 'strong' }, { text: 'です *no\\* mark' }] },
  ]);
  t.match(readMarkdown('- [x] a\n- [ ] b'), [{ items: [{ sign: '-', ticked: true }, { ticked: false }] }]);
});

t.test('people are named where the text shows their names', async (t) => {
  t.same(peopleNamed(`${naming(olga)}, **${naming(otto)}**\n> - ${naming(olga)}`), [olga.id, otto.id]);
  for (const text of [
    `\`${naming(olga)}\``,
    `    ${naming(olga)}`,
    `\`\`\`\n${naming(olga)}\n\`\`\``,
    `${'>'.repeat(99)}${naming(olga)}`,
  ])
    t.same(peopleNamed(text), [], text);
  t.same(markdownText(naming(olga)), naming(olga), 'nobody is named where names are not asked for');
  t.equal(markdownText(naming(olga), { names: true }), '@Olga Other');
  const text = `\`${naming(olga)}\` ${naming(olga)}`;
  t.equal(
    rewriteNames(text, (id) => naming({ id, name: 'O [x]' })),
    `\`${naming(olga)}\` @[O  x ](user:${olga.id})`,
  );
});

/** A template as the markup that it stands for. */
const markup = (one: unknown): string => {
  if (Array.isArray(one)) return one.map(markup).join('');
  if (typeof one !== 'object' || one === null || !('strings' in one && 'values' in one)) return String(one);
  const [strings, values] = [[...Object(one.strings)], [...Object(one.values)]];
  return strings.map((string, i) => `${String(string)}${i < values.length ? markup(values[i]) : ''}`).join('');
};
const words = (text: string, spelled: boolean): string =>
  markup(markdownOf(text, { spelled })).replaceAll(/ target="_blank" rel="noopener noreferrer nofollow"/g, '');

t.test('spelled out, links and pictures say in full where they lead, and nobody reads an address twice', async (t) => {
  const link = '<a href=https://a.example/x?q=1>https://a.example/x?q=1</a>';
  for (const [written, shown] of [
    ['See [the **rules**](https://a.example/x?q=1).', `<p>See the <strong>rules</strong> (${link}).</p>`],
    ['![A chart](https://a.example/x?q=1)', `<p>A chart (${link})</p>`],
    ['![](https://a.example/x?q=1) https://a.example/x?q=1', `<p>${link} ${link}</p>`],
    ['[https://bank.example](https://a.example/x?q=1)', `<p>https://bank.example (${link})</p>`],
  ] as const)
    t.equal(words(written, true), shown);
  t.equal(words('[the rules](https://a.example)', false), '<p><a href=https://a.example>the rules</a></p>');
});
