import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { fields } from './fields.ts';

const words: readonly (readonly [string, string, string])[] = [
  ['and', 'both have to be found', 'ti=wind and pa=Siemens'],
  ['or', 'one of both has to be found', 'ti=wind or ti=solar'],
  ['not', 'without what follows; once in a search', 'ti=wind not ti=sail'],
  ['all', 'all of these words, in any order', 'ta all "hydrogen storage"'],
  ['any', 'one of these words', 'ti any "motor engine"'],
  ['within', 'between two dates', 'pd within "2019 2026"'],
  ['" "', 'words that follow each other', 'ti="green energy"'],
  ['*', 'any letters, behind three at least', 'ti=hydrog*'],
];
const shorts: Readonly<Record<string, string>> = {
  ta: 'ta all "hydrogen storage"',
  ti: 'ti="heat pipe"',
  ab: 'ab=hydride',
  txt: 'txt=battery',
  pa: 'pa="Nordvik Energi"',
  in: 'in=Smith',
  cpc: 'cpc=F17C11/00',
  ipc: 'ipc=H04W',
  pd: 'pd>=2020',
  pn: 'pn=EP1000000',
  ap: 'ap=EP19990203729',
  pr: 'pr=NL19981010536',
  ct: 'ct=EP1027777',
};

const row = (name: string, means: string, example: string): TemplateResult =>
  html`<tr><th scope="row"><code>${name}</code></th><td>${means}</td><td><code>${example}</code></td></tr>`;

/** What can be written, folded until somebody wants it. */
export const cqlHelp = (): TemplateResult => html`<details class="help"><summary>Fields and words of CQL</summary>
  <div class="tables">
    <table><caption>Fields</caption><tbody>${fields.map(({ index, title }) =>
      row(index, title, shorts[index] ?? ''),
    )}</tbody></table>
    <table><caption>Words</caption><tbody>${words.map((one) => row(...one))}</tbody></table>
  </div></details>`;
