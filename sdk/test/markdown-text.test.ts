import { t } from '@dossier/core/testing/t';
import { markdownExcerpt, markdownText } from '@dossier/sdk/markdown-text';

t.test('marks go, and what they stand for is one line', async (t) => {
  for (const [markdown, said] of [
    ['**Please** sign _here_, ~~there~~ or `a_b * c`', 'Please sign here, there or a_b * c'],
    ['# Missing\n\nThe payslip\nof May', 'Missing The payslip of May'],
    ['> Have you **signed**?\n\nYes', 'Have you signed? Yes'],
    ['See [the list](https://a.example/l_1)', 'See the list'],
    ['https://a.example/a_b_c?d=*', 'https://a.example/a_b_c?d=*'],
    ['![A scan](https://a.example/s.png) ![](https://a.example/t.png)', 'A scan https://a.example/t.png'],
    ['- payslip\n- [x] contract\n  1. signed\n  2. sent', '- payslip - ☑ contract 1. signed 2. sent'],
    ['```js\nlet a = 2 * 3;\n```\ndone', 'js let a = 2 * 3; done'],
    ['|Month|Income|\n|-|-|\n|May|**3000**|', 'Month Income May 3000'],
    ['above\n\n---\n\nbelow', 'above below'],
    ['***', ''],
    ['', ''],
  ] as const)
    t.equal(markdownText(markdown), said);
});

t.test('of a long one all is said, and every word is whole', async (t) => {
  const words = Array.from({ length: 1_400 }, (_, i) => `word${i}`);
  t.equal(markdownText(words.join(' ')), words.join(' '));
  t.equal(markdownText(words.map((word) => `**${word}**\n`).join('\n')), words.join(' '));
  t.equal(markdownText('x'.repeat(2_500)).replaceAll(' ', ''), 'x'.repeat(2_500));
});

t.test('an excerpt has the first words', async (t) => {
  t.equal(markdownExcerpt('**Have** you signed?'), 'Have you signed?');
  t.equal(markdownExcerpt(`**${'a'.repeat(160)}**`), 'a'.repeat(160));
  t.equal(markdownExcerpt(`${'a'.repeat(159)} b`), `${'a'.repeat(159)}…`);
  t.equal(markdownExcerpt(`${'a'.repeat(159)}😀`), `${'a'.repeat(159)}…`);
  t.equal(markdownExcerpt(`short${' '.repeat(2_000)}and more`), 'short…');
});
