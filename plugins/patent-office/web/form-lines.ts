import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { FormLine } from '../cql/build.ts';
import type { Checked } from './asking.ts';
import { fieldOf, fields, inField, relationsOf } from './fields.ts';

/** What is wrong in one line or box of the form; nothing where it may be sent. */
export const faultIn = (
  checked: Checked | null,
  part: Checked['faults'][number]['part'],
  at: number,
): string | undefined => checked?.faults.find((one) => one.part === part && one.at === at)?.message;

/** A fault below its line: with a sign, and read out with the line. */
export const lineFault = (id: string, text: string | undefined): TemplateResult | typeof nothing =>
  text === undefined
    ? nothing
    : html`<p class="fault line-fault" id=${id}>${icon('warning', 16)}<span>${text}</span></p>`;

const chosen = (event: Event): string => (event.target instanceof HTMLSelectElement ? event.target.value : '');
const typed = (event: Event): string => (event.target instanceof HTMLInputElement ? event.target.value : '');

export interface LinesNeeds {
  readonly lines: readonly FormLine[];
  readonly join: 'and' | 'or';
  readonly checked: Checked | null;
  readonly change: (lines: readonly FormLine[]) => void;
  readonly joined: (join: 'and' | 'or') => void;
  readonly remove: (at: number) => void;
}

function formLine(line: FormLine, i: number, o: LinesNeeds): TemplateResult {
  const put = (changed: FormLine): void => o.change(o.lines.map((one, at) => (at === i ? changed : one)));
  const field = fieldOf(line.index);
  const fault = faultIn(o.checked, 'lines', i);
  const named = (what: string): string => (o.lines.length > 1 ? `Line ${i + 1}, ${what}` : what);
  return html`<div class="line">
      <select class="input" aria-label=${named('Field')} @change=${(event: Event) => put(inField(line, chosen(event)))}>${fields.map(
        ({ index, title }) => html`<option value=${index} .selected=${index === line.index}>${title}</option>`,
      )}</select>
      <select class="input" aria-label=${named('How')} @change=${(event: Event) => {
        const relation = relationsOf(line.index).find(([one]) => one === chosen(event))?.[0];
        if (relation) put({ ...line, relation });
      }}>${relationsOf(line.index).map(
        ([relation, text]) => html`<option value=${relation} .selected=${relation === line.relation}>${text}</option>`,
      )}</select>
      <input class="input" aria-label=${named(field?.title ?? 'Words')} maxlength="500" autocomplete="off"
        spellcheck="false" placeholder="for example ${field?.example ?? ''}" .value=${line.text}
        aria-invalid=${fault === undefined ? 'false' : 'true'} aria-describedby=${fault === undefined ? nothing : `line-${i}`}
        @input=${(event: Event) => put({ ...line, text: typed(event) })}>
      ${
        o.lines.length > 1
          ? html`<button type="button" class="button quiet icon" aria-label="Remove line ${i + 1}" title="Remove this line"
              @click=${() => o.remove(i)}>${icon('cross', 16)}</button>`
          : nothing
      }</div>${lineFault(`line-${i}`, fault)}`;
}

/** Lines with a field, a relation and words; between them and, or or. */
export const formLines = (o: LinesNeeds): TemplateResult =>
  html`${o.lines.map((line, i) => formLine(line, i, o))}${
    o.lines.length > 1
      ? html`<label class="join small">These lines: <select class="input" @change=${(event: Event) =>
          o.joined(chosen(event) === 'or' ? 'or' : 'and')}>
          <option value="and" .selected=${o.join === 'and'}>all of them</option>
          <option value="or" .selected=${o.join === 'or'}>one of them is enough</option></select></label>`
      : nothing
  }`;

/** The applicant, and other spellings of the name. */
export const formApplicants = (o: {
  readonly names: readonly string[];
  readonly checked: Checked | null;
  readonly change: (names: readonly string[]) => void;
  readonly remove: (at: number) => void;
}): TemplateResult =>
  html`${o.names.map((name, i) => {
    const fault = faultIn(o.checked, 'applicants', i);
    return html`<div class="line one">
        <input class="input" aria-label=${i === 0 ? 'Applicant' : `Also written, ${i}`} maxlength="300" autocomplete="off"
          spellcheck="false" placeholder=${i === 0 ? 'for example Nordvik Energi' : 'another spelling of the name'}
          .value=${name} aria-invalid=${fault === undefined ? 'false' : 'true'}
          aria-describedby=${fault === undefined ? nothing : `applicant-${i}`}
          @input=${(event: Event) => o.change(o.names.map((one, at) => (at === i ? typed(event) : one)))}>
        ${
          i > 0
            ? html`<button type="button" class="button quiet icon" aria-label="Leave out this spelling"
                title="Leave out this spelling" @click=${() => o.remove(i)}>${icon('cross', 16)}</button>`
            : nothing
        }</div>${lineFault(`applicant-${i}`, fault)}`;
  })}`;
